import { CARRIER_BILL_STATES, COURSE_REASONS, carrierBillMay } from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { claimDocument } from './documents.ts';
import { BILLED } from './evidence.ts';

const OPEN_BILLS = CARRIER_BILL_STATES.filter((state) => carrierBillMay('claim', { state }));

/** Claims `k` of what befell a parcel. They stand on the parcel, and have the line that charges it once there is one. */
export const BY_COURSE = sql`(k.reason = any(${COURSE_REASONS}::text[]))`;

/** Lines `l` that charge for their parcel and not once more. */
export const CHARGES = sql`(l.amount > 0 and l.reason not in ('duplicate', 'voided'))`;

/** The bills of lines `l` as far as they were checked. */
const WITH_BILL = sql`carrier_bill_line l
  join carrier_bill b on b.company_id = ${sql.company} and b.id = l.bill_id and b.state = any(${OPEN_BILLS}::text[])`;

/** All that was charged for parcel `p` in a currency, without what claims of single lines ask for. */
const restIn = (currency: Sql): Sql => sql`(select sum(l.amount - coalesce(o.asked, 0)) from ${WITH_BILL}
  left join lateral (select sum(case when k.state = 'refused' then k.paid else coalesce(k.accepted, k.asked) end) as asked
    from carrier_claim k where k.company_id = ${sql.company} and k.line_id = l.id and not ${BY_COURSE}) o on true
  where l.company_id = ${sql.company} and l.parcel_id = p.id and b.currency = ${currency} and ${CHARGES})`;

/** The line that charges parcel `p`, with its bill, and what a claim of its course asks for. */
export const CHARGED = sql`(select x.*, ${restIn(sql`x.currency`)} as asked
  from (select l.id, l.tracking_number, b.id as bill_id, b.number as bill_number, b.issuer_id, b.currency, b.billed_on,
      ${BILLED} as billed from ${WITH_BILL}
    where l.company_id = ${sql.company} and l.parcel_id = p.id and ${CHARGES}
    order by b.id desc, l.amount desc, l.id limit 1) x)`;

interface Moved {
  id: number;
  state: string;
  bill: string;
}
const noted = (tx: Tx, event: 'billed' | 'unbilled', claims: readonly Moved[]): void =>
  writeHistory(
    tx,
    claims.map(({ id, state, bill }) => ({
      ...{ docKind: claimDocument.kind, docId: id, event, fromState: state, toState: state },
      detail: { bill },
    })),
  );

/**
 * Claims that stand on a parcel alone take the line that charges it, and are then against whoever sent the bill. What the
 * carrier has not received yet asks for what was billed; what it has received stays as it is. The caller holds claims.
 */
export async function takeLines(tx: Tx): Promise<void> {
  const taken = await tx.rows<Moved>(sql`
    update carrier_claim c set line_id = n.id, issuer_id = n.issuer_id, version = c.version + 1,
      currency = case when c.state = 'suspected' and n.asked > 0 then n.currency else c.currency end,
      asked = case when c.state = 'suspected' and n.asked > 0 then n.asked else c.asked end,
      evidence = c.evidence || jsonb_build_object('billed', n.billed)
    from (select k.id as claim_id, x.* from carrier_claim k join parcel p on p.company_id = ${sql.company} and p.id = k.parcel_id
      cross join lateral ${CHARGED} x where k.company_id = ${sql.company} and k.line_id is null) n
    where c.company_id = ${sql.company} and c.id = n.claim_id returning c.id, c.state, n.bill_number as bill`);
  noted(tx, 'billed', taken);
}

/** Claims of these lines `l` stand on their parcel alone again. The caller holds claims. */
export async function releaseLines(tx: Tx, which: Sql): Promise<void> {
  const released = await tx.rows<Moved>(sql`
    update carrier_claim k set line_id = null, version = k.version + 1, evidence = k.evidence || '{"billed": {}}'
    from carrier_bill_line l join carrier_bill b on b.company_id = ${sql.company} and b.id = l.bill_id
    where k.company_id = ${sql.company} and l.company_id = ${sql.company} and l.id = k.line_id and ${BY_COURSE} and ${which}
    returning k.id, k.state, b.number as bill`);
  noted(tx, 'unbilled', released);
}

/** After a check, lines that no longer charge the parcel of their claim let it go. */
export async function settleLines(tx: Tx, billId: number): Promise<void> {
  await releaseLines(tx, sql`l.bill_id = ${billId} and (l.parcel_id is distinct from k.parcel_id or not ${CHARGES})`);
  await takeLines(tx);
}
