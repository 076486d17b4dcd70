import type { BillReason, DutyEstimate } from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { updateRows } from '../../../core/database/write.ts';
import { setsOf } from '../../../core/import-sheet.ts';
import { Decimal } from '../../../core/money.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import type { carrierBillLine } from '../bills.tables.ts';
import { SHIPMENT_GRAMS } from '../parcel/pieces.ts';
import { cardsOfDays } from '../rates/in-force.ts';
import { type RatedBox, ratedParcel, WITH_SIGNATURE, withBattery } from '../rates/parcel-facts.ts';
import { holdClaims } from './claims.ts';
import { settleLines } from './course.ts';
import { matchCredits } from './credits.ts';
import { type Bill, lockBill, moveBill } from './documents.ts';
import { type Expectation, expectation, type KnownParcel } from './expect.ts';
import { type LineKey, type Match, matchLines } from './match.ts';

type Line = LineKey & {
  weightGrams: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  zone: string;
  parts: { code: string; amount: string }[];
};
type Found = KnownParcel & { id: number };
interface Result extends Expectation {
  id: number;
  parcelId: number | null;
  twiceId: number | null;
}
const WRITTEN_AT_ONCE = 2_000;
const nothing = (reason: BillReason, expected: string | null): Expectation => ({
  ...{ reason, expected, parts: [], zone: '', tolerance: '0' },
});

/** Decides the reason of every line, with the cards, labels and bills of now. @throws ruleBroken settings.noRate */
export async function checkBill(tx: Tx, id: number): Promise<void> {
  const bill = await lockBill(tx, id);
  if (bill.state !== 'checking') await moveBill(tx, bill, 'checking');
  const terms = await tx.row<{ percent: string; amount: string }>(sql`update carrier_bill b set
      tolerance_percent = i.tolerance_percent, tolerance_amount = i.tolerance_amount
    from bill_issuer i where b.company_id = ${sql.company} and b.id = ${id} and i.company_id = b.company_id and i.id = b.issuer_id
    returning b.tolerance_percent::text as percent, b.tolerance_amount::text as amount`);
  const lines = await tx.rows<Line>(sql`select id, tracking_number, reference, claim_reference,
      coalesce(day, ${bill.billedOn}::date)::text as day, amount, weight_grams, length_mm, width_mm, height_mm, zone, parts
    from carrier_bill_line where company_id = ${sql.company} and bill_id = ${id} order by line`);
  const matches = await matchLines(tx, id, lines);
  const results = await resultsOf(tx, bill, lines, matches, terms ?? { percent: '0', amount: '0' });
  for (const some of setsOf(results, WRITTEN_AT_ONCE))
    await tx.rows(updateRows<typeof carrierBillLine>('carrier_bill_line', some.map(rowOf)));
  await keepParcels(tx, id);
  await sumUp(tx, bill);
  await holdClaims(tx);
  await settleLines(tx, id);
  const credits = await matchCredits(
    tx,
    bill,
    lines.filter((line) => Number(line.amount) < 0),
  );
  for (const some of setsOf([...credits], WRITTEN_AT_ONCE))
    await tx.rows(
      updateRows<typeof carrierBillLine>(
        'carrier_bill_line',
        some.map(([line, claimId]) => ({ id: line, claimId })),
      ),
    );
}

/** What reports sum lines by is that of their parcels. */
async function keepParcels(tx: Tx, billId: number): Promise<void> {
  await tx.rows(sql`update carrier_bill_line l set carrier_account_id = p.carrier_account_id, channel_id = p.channel_id,
      country = p.country, shop_id = p.shop_id, warehouse_id = p.warehouse_id
    from carrier_bill_line m left join parcel p on p.company_id = ${sql.company} and p.id = m.parcel_id
    where m.company_id = ${sql.company} and m.bill_id = ${billId} and l.company_id = ${sql.company} and l.id = m.id
      and (m.parcel_id is not null or l.shop_id is not null)`);
}

/** The claims of credits are found after the lines: a claim may be of a line of the same bill. */
const rowOf = ({ zone, parts, ...rest }: Result) => ({
  ...{ ...rest, expectedZone: zone, expectedParts: parts, claimId: null },
});

async function resultsOf(
  tx: Tx,
  bill: Bill,
  lines: readonly Line[],
  matches: ReadonlyMap<number, Match>,
  terms: { percent: string; amount: string },
): Promise<Result[]> {
  const compared = lines.filter((line) => Number(line.amount) > 0);
  const ids = compared.flatMap((line) => {
    const match = matches.get(line.id);
    return match && !match.voided && match.twiceId === null ? [match.parcelId] : [];
  });
  const parcels = await parcelsOf(tx, [...new Set(ids)]);
  const days = [...parcels.values()].map((one) => one.rated.day).sort();
  const channels = [...new Set([...parcels.values()].flatMap((one) => one.channelId ?? []))];
  const cards = await cardsOfDays(tx, channels, [days[0] ?? bill.billedOn, days.at(-1) ?? bill.billedOn]);
  const exchangeOn = await exchanges(tx, bill, lines, [...parcels.values()]);
  const boxesOf = shipments(lines, matches, parcels);
  return lines.map((line): Result => {
    const match = matches.get(line.id);
    const parcel = match && parcels.get(match.parcelId);
    const about = { id: line.id, parcelId: match?.parcelId ?? null, twiceId: null };
    const amount = Number(line.amount);
    if (amount < 0) return { ...about, ...nothing('credit', null) };
    if (amount === 0) return { ...about, ...nothing('ok', '0') };
    if (!match) return { ...about, ...nothing('unknown', '0') };
    if (match.voided) return { ...about, ...nothing('voided', '0') };
    if (match.twiceId !== null || !parcel) return { ...about, twiceId: match.twiceId, ...nothing('duplicate', '0') };
    const [lead, ...others] = boxesOf.get(match.parcelId) ?? [line];
    if (lead !== line) return { ...about, ...nothing('ok', line.amount) };
    const rest = sumOf(others);
    const all = {
      ...billed(line),
      ...(others.length > 0 ? { amount: rest.plus(line.amount).toFixed(), weightGrams: null } : {}),
    };
    const found = expectation(all, parcel, cards, { ...terms, exchange: exchangeOn(line.day) });
    return { ...about, ...found, expected: found.expected && new Decimal(found.expected).minus(rest).toFixed(2) };
  });
}

const sumOf = (lines: readonly Line[]) => lines.reduce((sum, line) => sum.plus(line.amount), new Decimal(0));

/** The lines of shipments of several boxes: the first of them stands for what all are charged too much. */
function shipments(
  lines: readonly Line[],
  matches: ReadonlyMap<number, Match>,
  parcels: ReadonlyMap<number, Found>,
): Map<number, Line[]> {
  const ofSeveral = lines.filter((line) => {
    const match = matches.get(line.id);
    const counts = match && !match.voided && match.twiceId === null && Number(line.amount) > 0;
    return counts && (parcels.get(match.parcelId)?.boxes ?? 1) > 1;
  });
  return Map.groupBy(ofSeveral, (line) => matches.get(line.id)?.parcelId ?? 0);
}

const billed = ({ weightGrams, lengthMm, widthMm, heightMm, zone, amount, parts }: Line) => ({
  ...{ weightGrams, zone, amount, parts },
  sidesMm: lengthMm !== null && widthMm !== null && heightMm !== null ? ([lengthMm, widthMm, heightMm] as const) : null,
});

/** Labels were priced on the day of their purchase. */
async function parcelsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Found>> {
  const rows = await tx.rows<
    RatedBox & {
      id: number;
      day: string;
      channelId: number | null;
      serviceCode: string;
      serviceName: string;
      erased: boolean;
      boxes: number;
      labelCost: string | null;
      labelCurrency: string | null;
      duty: DutyEstimate | null;
    }
  >(sql`select p.id, ${dayOf(sql`coalesce(p.bought_at, p.shipped_at, p.created_at)`)}::text as day, p.channel_id,
      p.service_code, p.service_name, ${SHIPMENT_GRAMS} as "weightGrams", p.length_mm, p.width_mm,
      p.height_mm, (select 1 + count(*)::int from parcel_piece b where b.company_id = ${sql.company} and b.parcel_id = p.id) as boxes, s.country, s.ship_to, s.buyer_erased_at is not null as erased, p.label_cost, p.label_currency,
      p.duty_estimate as duty, ${withBattery(sql`p.outbound_id`)} as battery, ${WITH_SIGNATURE} as signature
    from parcel p join sales_order s on s.company_id = p.company_id and s.id = p.order_id
    where p.company_id = ${sql.company} and p.id = any(${ids}::bigint[])`);
  return new Map(
    rows.map((row) => {
      const { id, day, channelId, serviceCode, serviceName, erased, boxes, labelCost, labelCurrency, duty, ...box } =
        row;
      const label =
        labelCost !== null && labelCurrency !== null ? { amount: labelCost, currency: labelCurrency } : null;
      return [
        id,
        { id, channelId, serviceCode, serviceName, erased, boxes, label, duty, rated: ratedParcel(box, day) },
      ];
    }),
  );
}

/** Amounts in the bill's currency, by the rates of a line's day. @throws ruleBroken settings.noRate */
async function exchanges(tx: Tx, bill: Bill, lines: readonly Line[], parcels: readonly Found[]) {
  const channels = [...new Set(parcels.flatMap((one) => one.channelId ?? []))];
  const ofCards = await tx.rows<{ currency: string }>(sql`select distinct v.content ->> 'currency' as currency
    from rate_card c join rate_card_version v on v.company_id = c.company_id and v.card_id = c.id
    where c.company_id = ${sql.company} and c.channel_id = any(${channels}::bigint[]) and v.state <> 'draft'`);
  const others = new Set([
    ...ofCards.map((one) => one.currency),
    ...parcels.flatMap((one) => one.label?.currency ?? []),
    ...parcels.flatMap((one) => one.duty?.currency ?? []),
  ]);
  others.delete(bill.currency);
  const days = [...new Set(lines.map((line) => line.day))];
  const pairs =
    others.size === 0 ? [] : [bill.currency, ...others].flatMap((currency) => days.map((day) => ({ currency, day })));
  const rates = await ratesOn(tx, pairs);
  return (day: string) =>
    (amount: string, currency: string): string => {
      if (currency === bill.currency) return amount;
      const from = rates.get(rateKey(currency, day)) ?? 1;
      return new Decimal(amount)
        .times(from)
        .div(rates.get(rateKey(bill.currency, day)) ?? 1)
        .toFixed(2);
    };
}

/** Kept on the bill for its list: the integrity checks compare them with the lines. */
async function sumUp(tx: Tx, bill: Bill): Promise<void> {
  await tx.rows(sql`update carrier_bill b set wrong_count = s.wrong, expected = s.expected, overcharged = s.over,
      channel_ids = s.channels, checked_at = ${tx.now}
    from (select count(*) filter (where l.reason not in ('ok', 'credit'))::int as wrong,
        coalesce(sum(l.expected), 0) as expected,
        coalesce(sum(l.amount - l.expected) filter (where l.reason not in ('ok', 'credit') and l.amount > l.expected), 0) as over,
        coalesce(array_agg(distinct p.channel_id) filter (where p.channel_id is not null), '{}') as channels
      from carrier_bill_line l left join parcel p on p.company_id = l.company_id and p.id = l.parcel_id
      where l.company_id = ${sql.company} and l.bill_id = ${bill.id}) s
    where b.company_id = ${sql.company} and b.id = ${bill.id}`);
  const row = await tx.row<{ wrong: number }>(
    sql`select wrong_count as wrong from carrier_bill where company_id = ${sql.company} and id = ${bill.id}`,
  );
  await moveBill(tx, { ...bill, state: 'checking' }, 'checked', { wrong: row?.wrong ?? 0 });
}
