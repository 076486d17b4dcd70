import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  CARRIER_BILL_STATES,
  carrierBillMay,
  type claimParcels as claimParcelsCall,
  type trackingDetail,
} from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Outcome, Refusal } from '../../../core/outcome.ts';
import { arrayOf } from '../../../core/scope.ts';
import { tracked } from '../tracking/list.ts';
import { isSilent } from '../tracking/silence.ts';
import { makeOf } from './claims.ts';

const MOST = 1_000;
const OPEN_BILLS = CARRIER_BILL_STATES.filter((state) => carrierBillMay('claim', { state }));

/** Why the course of parcel `p` is a reason to claim what was billed for it; null: it is none. */
const reasonOf = (tx: Tx): Sql =>
  sql`(case when p.stage = 'lost' then 'lost' when ${isSilent(sql`p`, tx.now)} then 'late' end)`;

/** Parcels `p` with their reason, the claim `k` that was made for it, and the line `l` that a new one would be of. */
const withLines = (tx: Tx): Sql => sql`parcel p
  left join lateral (select c.number from carrier_bill_line x
    join carrier_claim c on c.company_id = ${sql.company} and c.line_id = x.id and c.reason = ${reasonOf(tx)}
    where x.company_id = ${sql.company} and x.parcel_id = p.id order by c.id limit 1) k on true
  left join lateral (select x.id, x.bill_id from carrier_bill_line x
    join carrier_bill b on b.company_id = ${sql.company} and b.id = x.bill_id and b.state = any(${OPEN_BILLS}::text[])
    where x.company_id = ${sql.company} and x.parcel_id = p.id and x.amount > 0 and x.reason not in ('duplicate', 'voided')
      and not exists (select from carrier_claim c where c.company_id = ${sql.company} and c.line_id = x.id)
    order by x.bill_id desc, x.amount desc, x.id limit 1) l on true`;

interface Candidate {
  id: number;
  label: string;
  reason: string | null;
  made: string | null;
  lineId: number | null;
  billId: number | null;
}

/** Makes claims of the lines that billed these parcels, for all that was billed. */
export async function claimParcels(tx: Tx, chosen: ParsedOf<typeof claimParcelsCall>): Promise<Outcome> {
  const ids = await tracked.choose(tx, chosen, MOST, sql`${reasonOf(tx)} is not null`);
  const these = sql`p.company_id = ${sql.company} and p.id = any(${arrayOf(ids)}::bigint[])`;
  const candidates = () =>
    tx.rows<Candidate>(sql`select p.id, p.tracking_number as label, ${reasonOf(tx)} as reason, k.number as made,
      l.id as line_id, l.bill_id from ${withLines(tx)} where ${these} order by p.id`);
  // Who claims the same parcels, or a line of the same bills, waits here, and then finds the claim.
  await tx.rows(sql`select p.id from parcel p where ${these} order by p.id for no key update`);
  const bills = (await candidates()).flatMap((one) => one.billId ?? []);
  await tx.rows(sql`select id from carrier_bill where company_id = ${sql.company}
    and id = any(${arrayOf(bills)}::bigint[]) order by id for update`);
  const refused: Refusal[] = [];
  const done: { id: number; lineId: number }[] = [];
  for (const { id, label, reason, made, lineId, billId } of await candidates()) {
    if (reason === null) refused.push({ id, label, code: 'logistics.claimOnTime' });
    else if (made !== null) refused.push({ id, label, code: 'logistics.claimMade', params: { number: made } });
    else if (lineId === null || !bills.includes(billId ?? 0))
      refused.push({ id, label, code: 'logistics.claimUnbilled' });
    else done.push({ id, lineId });
  }
  if (done.length > 0)
    await makeOf(
      tx,
      done.map((one) => one.lineId),
      { reason: reasonOf(tx), amount: sql`l.amount` },
    );
  return { done: done.map((one) => one.id), refused };
}

type Shown = Pick<ResultOf<typeof trackingDetail>, 'claims' | 'claimable'>;
/** What was claimed of a parcel, and what may be. */
export async function claimsOfParcel(tx: Tx, parcelId: number): Promise<Shown> {
  const claims = await tx.rows<Shown['claims'][number]>(sql`select c.id, c.number from carrier_bill_line x
    join carrier_claim c on c.company_id = ${sql.company} and c.line_id = x.id
    where x.company_id = ${sql.company} and x.parcel_id = ${parcelId} order by c.id limit 20`);
  const row = await tx.row<{ billed: boolean }>(sql`select l.id is not null as billed from ${withLines(tx)}
    where p.company_id = ${sql.company} and p.id = ${parcelId} and ${reasonOf(tx)} is not null and k.number is null`);
  return { claims, claimable: row ?? null };
}
