import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { claimParcels as claimParcelsCall, trackingDetail } from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { Decimal } from '../../../core/money.ts';
import type { Outcome, Refusal } from '../../../core/outcome.ts';
import { arrayOf } from '../../../core/scope.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { tracked } from '../tracking/list.ts';
import { isSilent } from '../tracking/silence.ts';
import { addClaims, holdClaims, type NewClaim } from './claims.ts';
import { BY_COURSE, CHARGED } from './course.ts';
import { KNOWN } from './evidence.ts';
import { ISSUER_OF, issuersOfParcels } from './issuers.ts';

const MOST = 1_000;

/** Why the course of parcel `p` is a reason to claim what it costs; null: it is none. */
const reasonOf = (tx: Tx): Sql =>
  sql`(case when p.stage = 'lost' then 'lost' when ${isSilent(sql`p`, tx.now)} then 'late' end)`;

/**
 * Parcels `p` with the claim `c` that was made of their course, and the line `l` that charges them. Lost and late ask for
 * the same money: only where the carrier refused one is there another.
 */
const withClaims = (tx: Tx): Sql => sql`parcel p
  left join lateral (select k.number from carrier_claim k where k.company_id = ${sql.company} and k.parcel_id = p.id
    and ${BY_COURSE} and (k.state <> 'refused' or k.reason = ${reasonOf(tx)}) order by k.id limit 1) c on true
  left join lateral ${CHARGED} l on true`;

interface Candidate {
  id: number;
  label: string;
  reason: string | null;
  made: string | null;
  /** Of the bill that names it. */
  issuerId: number | null;
  asked: string | null;
  labelCost: string | null;
  labelCurrency: string | null;
  today: string;
}
interface Priced {
  parcelId: number;
  issuerId: number;
  amount: string;
}

/** Makes claims of the course of these parcels: for what was billed, or before that for what the label cost. */
export async function claimParcels(tx: Tx, chosen: ParsedOf<typeof claimParcelsCall>): Promise<Outcome> {
  const ids = await tracked.choose(tx, chosen, MOST, sql`${reasonOf(tx)} is not null`);
  await holdClaims(tx);
  const candidates = await tx.rows<Candidate>(sql`select p.id, p.tracking_number as label, ${reasonOf(tx)} as reason,
      c.number as made, l.issuer_id, l.asked, p.label_cost, p.label_currency, ${dayOf(sql`${tx.now}`)}::text as today
    from ${withClaims(tx)} where p.company_id = ${sql.company} and p.id = any(${arrayOf(ids)}::bigint[]) order by p.id`);
  const refused: Refusal[] = [];
  const fit: Candidate[] = [];
  for (const one of candidates) {
    const { id, label } = one;
    if (one.reason === null) refused.push({ id, label, code: 'logistics.claimOnTime' });
    else if (one.made !== null) refused.push({ id, label, code: 'logistics.claimMade', params: { number: one.made } });
    else if (Number((one.issuerId === null ? one.labelCost : one.asked) ?? 0) <= 0)
      refused.push({ id, label, code: 'logistics.claimNoCost' });
    else fit.push(one);
  }
  const priced = await pricesOf(tx, fit);
  const done = new Set(priced.map((one) => one.parcelId));
  for (const { id, label } of fit) if (!done.has(id)) refused.push({ id, label, code: 'logistics.claimNoIssuer' });
  if (priced.length > 0) await addClaims(tx, await factsOf(tx, priced));
  return { done: [...done], refused };
}

/** What to claim of whom; of parcels without a bill in the currency in which they will be billed. */
async function pricesOf(tx: Tx, fit: readonly Candidate[]): Promise<Priced[]> {
  const unbilled = fit.filter((one) => one.issuerId === null);
  const issuers = await issuersOfParcels(
    tx,
    unbilled.map((one) => one.id),
  );
  const pairs = unbilled.flatMap(({ id, labelCurrency, today }) => {
    const other = issuers.get(id)?.currency;
    if (!other || !labelCurrency || other === labelCurrency) return [];
    return [other, labelCurrency].map((currency) => ({ currency, day: today }));
  });
  const rates = await ratesOn(tx, pairs);
  return fit.flatMap(({ id, issuerId, labelCost, labelCurrency, today, ...one }) => {
    if (issuerId !== null) return [{ parcelId: id, issuerId, amount: one.asked ?? '0' }];
    const issuer = issuers.get(id);
    if (!issuer || !labelCurrency) return [];
    const rate = (currency: string) => rates.get(rateKey(currency, today)) ?? 1;
    const cost = new Decimal(labelCost ?? 0).times(rate(labelCurrency)).div(rate(issuer.currency));
    return [{ parcelId: id, issuerId: issuer.id, amount: cost.toFixed(2) }];
  });
}

/** The claims with their evidence. Without a bill, their days count from the shipping on. */
const factsOf = (tx: Tx, priced: readonly Priced[]): Promise<NewClaim[]> =>
  tx.rows<NewClaim>(sql`select f."issuerId" as issuer_id, l.id as line_id, ${reasonOf(tx)} as reason, coalesce(l.tracking_number, p.tracking_number) as tracking_number, p.id as parcel_id,
      p.order_id, p.shop_id, coalesce(l.currency, i.currency) as currency, f.amount as asked,
      (coalesce(l.billed_on, ${dayOf(sql`coalesce(p.shipped_at, p.bought_at, p.created_at)`)}) + i.claim_days)::text as deadline,
      jsonb_build_object('billed', coalesce(l.billed, '{}')) || ${KNOWN} as evidence
    from jsonb_to_recordset(${JSON.stringify(priced)}::jsonb) as f("parcelId" bigint, "issuerId" bigint, amount numeric)
    join parcel p on p.company_id = ${sql.company} and p.id = f."parcelId"
    join bill_issuer i on i.company_id = ${sql.company} and i.id = f."issuerId"
    left join lateral ${CHARGED} l on true order by p.id`);

type Shown = Pick<ResultOf<typeof trackingDetail>, 'claims' | 'claimable'>;
/** What was claimed of a parcel, and what may be. */
export async function claimsOfParcel(tx: Tx, parcelId: number): Promise<Shown> {
  const claims = await tx.rows<Shown['claims'][number]>(sql`select id, number from carrier_claim
    where company_id = ${sql.company} and parcel_id = ${parcelId} order by id limit 20`);
  const row = await tx.row<NonNullable<Shown['claimable']>>(sql`select case
      when coalesce(case when l.id is null then p.label_cost else l.asked end, 0) <= 0 then 'cost'
      when l.id is null and p.carrier_account_id is null and ${ISSUER_OF} is null then 'issuer' end as missing
    from ${withClaims(tx)}
    where p.company_id = ${sql.company} and p.id = ${parcelId} and ${reasonOf(tx)} is not null and c.number is null`);
  return { claims, claimable: row ?? null };
}
