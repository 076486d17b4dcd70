import { isDeclared } from '@tradewind/connectors/carriers/customsUnion.ts';
import { ConnectorError, type Parcel } from '@tradewind/connectors/types.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { DutyEstimate, DutyRate, estimateDuty } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { updateRows } from '../../../core/database/write.ts';
import { Fail, forbidden } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { say } from '../../../core/text/texts.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { withCarrier } from '../carrier/connect.ts';
import type { parcel } from '../logistics.tables.ts';
import { boxOfOutbound, carrierParcel, itemsOfEach, wayOf } from '../parcel/facts.ts';
import { carrierFail } from '../parcel/problems.ts';
import { inPatience } from '../patience.ts';
import { today } from '../rates/quote-cards.ts';
import { type DeclaredItem, dutyOf } from './duty.ts';
import { ratesOf } from './duty-rates.ts';

/** A person waits for it beside the rates. */
const PATIENCE_MS = 8_000;

/** Amounts of rows in dollars, by the rates of a day. @throws ruleBroken settings.noRate */
async function exchange(tx: Tx, rates: readonly DutyRate[], day: string) {
  const others = [...new Set(rates.map((one) => one.currency))].filter((currency) => currency !== 'USD');
  const pairs = others.length === 0 ? [] : ['USD', ...others].map((currency) => ({ currency, day }));
  const found = await ratesOn(tx, pairs);
  const rateOf = (currency: string) => new Decimal(found.get(rateKey(currency, day)) ?? 1);
  return (amount: string, currency: string) =>
    currency === 'USD' ? new Decimal(amount) : new Decimal(amount).times(rateOf(currency)).div(rateOf('USD'));
}

interface Crossing {
  parcelId: number;
  from: string;
  country: string;
  items: readonly DeclaredItem[];
}

/** What parcels owe today, by id; none for those that cross no border or whose destination has no rates. */
async function estimates(tx: Tx, parcels: readonly Crossing[]): Promise<Map<number, DutyEstimate>> {
  const crossing = parcels.filter(({ from, country }) => isDeclared(from, country));
  if (crossing.length === 0) return new Map();
  const day = await today(tx);
  const rates = await ratesOf(tx, [...new Set(crossing.map((one) => one.country))], day);
  const inUsd = await exchange(tx, rates, day);
  const byCountry = Map.groupBy(rates, (one) => one.country);
  return new Map(
    crossing.flatMap(({ parcelId, country, items }) => {
      const own = byCountry.get(country);
      return own && items.length > 0 ? [[parcelId, dutyOf(items, own, inUsd)] as const] : [];
    }),
  );
}

/** Keeps with bought parcels what they owe by the rates of today. Without an exchange rate nothing is kept. */
export async function keepDuties(tx: Tx, parcelIds: readonly number[]): Promise<void> {
  const rows = await tx.rows<{ id: number; outboundId: number; from: string; country: string }>(sql`
    select p.id, p.outbound_id, coalesce(w.address ->> 'country', '') as "from", s.country from parcel p
    join sales_order s on s.company_id = p.company_id and s.id = p.order_id
    join warehouse w on w.company_id = p.company_id and w.id = p.warehouse_id
    where p.company_id = ${sql.company} and p.id = any(${parcelIds}::bigint[]) and p.outbound_id is not null
      and exists (select from duty_rate d
      where d.company_id = ${sql.company} and d.country = s.country)`);
  if (rows.length === 0) return;
  const items = await itemsOfEach(
    tx,
    rows.map((row) => row.outboundId),
  );
  try {
    const found = await estimates(
      tx,
      rows.map((row) => ({ ...row, parcelId: row.id, items: items.get(row.outboundId) ?? [] })),
    );
    const kept = [...found].map(([id, dutyEstimate]) => ({ id, dutyEstimate }));
    if (kept.length > 0) await tx.rows(updateRows<typeof parcel>('parcel', kept));
  } catch (error) {
    if (!(error instanceof Fail && error.code === 'settings.noRate')) throw error;
  }
}

/** What these goods owe today by the company's rates; null where it keeps none for them, or no exchange rate is known. */
export async function ownEstimate(tx: Tx, crossing: Omit<Crossing, 'parcelId'>): Promise<DutyEstimate | null> {
  try {
    return (await estimates(tx, [{ ...crossing, parcelId: 0 }])).get(0) ?? null;
  } catch (error) {
    if (error instanceof Fail && error.code === 'settings.noRate') return null;
    throw error;
  }
}

type Answer = ResultOf<typeof estimateDuty>;

/** The estimate of a packed box beside what its carrier says. @throws logistics.rateCosts */
export async function estimateBox(app: App, ctx: Ctx, outboundId: number): Promise<Answer> {
  if (!maySee(ctx.rights, 'seeCost')) throw forbidden('logistics.rateCosts');
  const { way, sent, estimate } = await app.database.inCompany(ctx, async (tx) => {
    const found = await boxOfOutbound(tx, ctx, outboundId);
    const { channel } = await wayOf(tx, found, undefined);
    const parcel = await carrierParcel(tx, found, channel);
    const estimate = await ownEstimate(tx, crossingOf(parcel));
    return { way: channel, sent: parcel, estimate };
  });
  const terms = way.dutyTerms;
  if (!sent.customs || way.carrierAccountId === null) return { terms, estimate, landed: null, refusal: null };
  return { terms, estimate, ...(await landedOf(app, ctx, way.carrierAccountId, sent)) };
}

export const crossingOf = ({ from, to, items }: Parcel) => ({ from: from.country, country: to.country, items });

/** What the carrier quotes for duty, or why it does not: within seconds, and no failure of it stops the caller. */
export async function landedOf(
  app: App,
  ctx: Ctx,
  accountId: number,
  sent: Parcel,
): Promise<Pick<Answer, 'landed' | 'refusal'>> {
  try {
    const request = withCarrier(app, ctx, accountId, async (connector, access) => connector.landedCost?.(access, sent));
    const answer = await inPatience(request, PATIENCE_MS);
    if (!answer) return { landed: null, refusal: null };
    const { currency, duty, vat, fees } = answer;
    return { landed: { currency, duty, vat, fees }, refusal: null };
  } catch (error) {
    const fail = error instanceof ConnectorError ? carrierFail(error) : error;
    if (!(fail instanceof Fail)) throw fail;
    return { landed: null, refusal: say(ctx.language, fail.code, fail.params) };
  }
}
