import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import { rateCardContent } from '@tradewind/contract/logistics/rates.ts';
import { type importCarrierBill, uploadCarrierBill } from '@tradewind/contract/logistics.ts';
import { type RatedParcel, type Rating, raterOf } from '@tradewind/contract/rating/rate.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { upload } from '../../catalog/testing/files.ts';
import { makeLine, makeOrder } from '../../orders/orders.testing.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { saveChannel } from '../channel/channels.ts';
import type { parcel } from '../logistics.tables.ts';
import type { rateCard, rateCardVersion } from '../rate-cards.tables.ts';
import type { LogisticsWorld } from './world.ts';

export const DAY = '2026-11-10';
/** Two zones of the United States by postcode, a surcharge for homes and fuel on both. */
export const CARD = rateCardContent.parse({
  ...{ currency: 'USD', divisor: 5000, step: '0.5' },
  areas: [
    { zone: 'A', country: 'US', prefix: '' },
    { zone: 'B', country: 'US', prefix: '9' },
  ],
  prices: ['A', 'B'].map((zone, at) => ({ zone, to: '500', parcelFee: '3', unitPrice: String(4 + 3 * at) })),
  surcharges: [{ code: 'residential', basis: 'flat', amount: '2', when: { residential: true } }],
  fuel: { on: ['freight', 'residential'], weeks: [{ from: '2026-01-01', percent: '12.5' }] },
});
export const rate = raterOf(CARD);
/** A zone of its own is left out where it is that of the address. */
export const rated = (box: RatedParcel): Rating => {
  const { rating } = rate(box);
  if (!rating) throw new Error('no price');
  return rating;
};

export interface SentBox {
  id: number;
  orderId: number;
  trackingNumber: string;
  box: RatedParcel;
}
type Size = readonly [grams: number, length: number, width: number, height: number];

let worlds = 0;
/** An own channel with the card, and orders in both zones. */
export async function openBills(world: LogisticsWorld) {
  const { companyId } = world.world.main;
  const channelId = await world.world.tx((tx) =>
    saveChannel(tx, {
      ...{ name: `Billed line ${++worlds}`, carrier: 'own', carrierAccountId: null, serviceCode: '' },
      ...{ allowedServices: [], platformCarrierCode: 'Line', enabled: true },
    }),
  );
  await world.world.tx(async (tx) => {
    const card = await tx.row<{ id: number }>(
      sql`${insertRows<typeof rateCard>('rate_card', [{ channelId, name: 'Line', createdAt: tx.now }])} returning id`,
    );
    const version = { cardId: card?.id ?? 0, number: 1, state: 'active', validFrom: '2026-01-01', content: CARD };
    await tx.rows(
      insertRows<typeof rateCardVersion>('rate_card_version', [
        { ...version, note: '', revision: 1, changedBy: 'test', changedAt: tx.now },
      ]),
    );
    // A person's rates of the days of bills: the bank's, which a worker may bring, never replace them.
    await tx.rows(sql`delete from exchange_rate where company_id = ${sql.company} and currency in ('USD', 'EUR')`);
    await tx.rows(sql`insert into exchange_rate (company_id, currency, on_day, to_base, source)
      select ${sql.company}, c, d::date, r, 'manual' from (values ('USD', 7.1), ('EUR', 7.9)) v(c, r),
        unnest(array[${DAY}, '2026-11-15']) d
      where c <> (select base_currency from company where id = ${sql.company})`);
  });
  const places = ['10001', '94105'].map((postalCode) => ({ postalCode, no: `BILL-${worlds}-${postalCode}` }));
  await world.world.take(
    places.map(({ postalCode, no }) => {
      const order = makeOrder(no, { lines: [makeLine('1', 'SKU-1')] });
      return { ...order, ...(order.shipTo ? { shipTo: { ...order.shipTo, postalCode } } : {}) };
    }),
  );
  const orders = await Promise.all(places.map(async (one) => ({ ...one, id: await world.world.idOf(one.no) })));
  let sent = 0;
  const send = async (sizes: readonly Size[], more: Partial<typeof parcel.$inferInsert> = {}): Promise<SentBox[]> => {
    const about = await world.world.one<{ warehouseId: number; shopId: number }>(sql`select w.id as "warehouseId",
      o.shop_id from warehouse w, sales_order o where w.company_id = ${companyId} and o.company_id = ${companyId} limit 1`);
    const boxes = sizes.map(([weightGrams, lengthMm, widthMm, heightMm]) => {
      const n = ++sent;
      const order = orders[n % 2] ?? { id: 0, no: '', postalCode: '' };
      const trackingNumber = `TW${worlds}${String(n).padStart(8, '0')}`;
      return { weightGrams, lengthMm, widthMm, heightMm, order, trackingNumber, reference: `R${worlds}-${n}`, n };
    });
    const at = new Date(`${DAY}T08:00:00Z`);
    const made = await world.world.tx((tx) =>
      tx.rows<{ id: number; reference: string }>(
        sql`${insertRows<typeof parcel>(
          'parcel',
          boxes.map(({ order, n, ...box }) => ({
            ...{ ...box, ...about, outboundId: -(worlds * 1_000_000 + n), orderId: order.id, orderNo: order.no },
            ...{ country: 'US', channelId, state: 'shipped', carrier: 'own', boughtAt: at, shippedAt: at, ...more },
          })),
        )} returning id, reference`,
      ),
    );
    const ids = new Map(made.map(({ id, reference }) => [reference, id]));
    const companyName = await world.world.one<{ home: boolean }>(
      sql`select coalesce(ship_to ->> 'company', '') = '' as home from sales_order where company_id = ${companyId} and id = ${orders[0]?.id ?? 0}`,
    );
    return boxes.map(({ reference, trackingNumber, order, weightGrams, lengthMm, widthMm, heightMm }) => ({
      ...{ id: ids.get(reference) ?? 0, orderId: order.id, trackingNumber },
      box: {
        ...{ weightGrams, sidesMm: [lengthMm, widthMm, heightMm] as const, day: DAY, residential: companyName.home },
        to: { country: 'US', postcode: order.postalCode, city: '' },
      },
    }));
  };
  /** What an amount of the card is in another currency on the day. */
  const exchange = await world.world.tx(async (tx) => {
    const rates = await ratesOn(
      tx,
      ['USD', 'EUR'].map((currency) => ({ currency, day: DAY })),
    );
    const of = (currency: string) => Number(rates.get(rateKey(currency, DAY)));
    return (amount: string | number) => ((Number(amount) * of('USD')) / of('EUR')).toFixed(2);
  });
  return { channelId, send, exchange };
}

export const TITLES = [
  'Tracking No',
  'Date',
  'Weight (kg)',
  'Length',
  'Width',
  'Height',
  'Zone',
  'Freight',
  'Residential',
  'Fuel',
  'Remote area',
  'Claim no',
  'Total',
];
export const MAPPING: InputOf<typeof importCarrierBill>['mapping'] = {
  columns: {
    ...{ trackingNumber: 'Tracking No', day: 'Date', weight: 'Weight (kg)', length: 'Length', width: 'Width' },
    ...{ height: 'Height', zone: 'Zone', claimReference: 'Claim no', amount: 'Total' },
  },
  parts: ['Freight', 'Residential', 'Fuel', 'Remote area'],
};
/** A row of an invoice as the engine would write it, and what is changed in it. */
export function billRow(
  sent: SentBox,
  money: (amount: string) => string,
  change: Partial<RatedParcel> = {},
  remote = 0,
): string[] {
  const charged = { ...sent.box, ...change };
  const rating = rated(charged);
  const part = (code: string) => rating.parts.find((one) => one.code === code)?.amount ?? '0';
  const sides = (charged.sidesMm ?? []).map((mm) => String(mm / 10));
  const total = (Number(money(rating.total)) + remote).toFixed(2);
  return [
    ...[sent.trackingNumber, DAY, String(charged.weightGrams / 1000), ...sides, rating.zone],
    ...['freight', 'residential', 'fuel'].map((code) => money(part(code))),
    ...[remote.toFixed(2), '', total],
  ];
}

export const csv = (rows: readonly (readonly string[])[], titles: readonly string[] = TITLES) =>
  Buffer.from([titles, ...rows].map((row) => row.join(',')).join('\n'));

/** Uploads an invoice. */
export async function uploaded(
  world: LogisticsWorld,
  issuerId: number,
  data: Buffer,
): Promise<ResultOf<typeof uploadCarrierBill>> {
  const answer = await upload(world.server, uploadCarrierBill, data, 'bill.csv', world.world.main, { issuerId });
  if (answer.status !== 200) throw new Error(answer.msg);
  return answer.data;
}
