import type { ParsedOf } from '@tradewind/contract/call.ts';
import {
  type answerCarrierClaim,
  type ClaimState,
  claimMay,
  type makeCarrierClaims,
  type openCarrierClaim,
} from '@tradewind/contract/logistics.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { assertMove, lastChange, nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { setsOf } from '../../../core/import-sheet.ts';
import { Decimal } from '../../../core/money.ts';
import { inShops } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import type { carrierClaim } from '../bills.tables.ts';
import { BY_COURSE, CHARGES } from './course.ts';
import { claimDocument, lockBill } from './documents.ts';
import { BILLED, KNOWN } from './evidence.ts';
import { reportOwed } from './owed.ts';

const dropped = defineAction('logistics.claimDeleted', ['删除物流索赔', 'Carrier claim deleted']);
const MADE_AT_ONCE = 1_000;

/** Allows one work at a time that makes claims or gives them lines: what one makes, the next one finds. */
export const holdClaims = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('carrierClaim:' || ${sql.company}::text, 0))`);

/** The claim that asks for what a line `l` charges: its own, or that of its parcel's course, which asks for all of it. */
export const OF_LINE = sql`(select k.id, k.number from carrier_claim k
    where k.company_id = ${sql.company} and k.line_id = l.id and not ${BY_COURSE}
  union all select k.id, k.number from carrier_claim k where k.company_id = ${sql.company} and k.parcel_id = l.parcel_id
    and ${BY_COURSE} and k.state <> 'refused' and ${CHARGES} limit 1)`;

/** Lines `l` that charge too much and have no claim. */
export const CLAIMABLE = sql`(l.reason not in ('ok', 'credit', 'uncompared') and l.amount > coalesce(l.expected, 0)
  and not exists ${OF_LINE})`;

/** @throws notFound logistics.billGone; conflict logistics.billState, logistics.claimNone */
export async function makeClaims(
  tx: Tx,
  { billId, lineId }: ParsedOf<typeof makeCarrierClaims>,
): Promise<{ made: number }> {
  const bill = await lockBill(tx, billId, 'claim');
  await holdClaims(tx);
  const lines = await tx.rows<{ id: number }>(sql`select l.id from carrier_bill_line l
    where l.company_id = ${sql.company} and l.bill_id = ${billId} and ${CLAIMABLE}
      ${lineId === undefined ? sql.empty : sql`and l.id = ${lineId}`} order by l.line`);
  if (lines.length === 0) throw conflict('logistics.claimNone', { number: bill.number });
  for (const some of setsOf(lines, MADE_AT_ONCE))
    await makeOf(
      tx,
      some.map((line) => line.id),
    );
  return { made: lines.length };
}

/** Makes a claim of what each line charges too much. */
async function makeOf(tx: Tx, lineIds: readonly number[]): Promise<void> {
  const facts =
    await tx.rows<NewClaim>(sql`select b.issuer_id, l.id as line_id, l.reason, l.tracking_number, l.parcel_id,
      p.order_id, p.shop_id, b.currency, l.amount - coalesce(l.expected, 0) as asked,
      (b.billed_on + i.claim_days)::text as deadline, jsonb_build_object('billed', ${BILLED}) || ${KNOWN} as evidence
    from carrier_bill_line l join carrier_bill b on b.company_id = ${sql.company} and b.id = l.bill_id
    join bill_issuer i on i.company_id = ${sql.company} and i.id = b.issuer_id
    left join parcel p on p.company_id = ${sql.company} and p.id = l.parcel_id
    where l.company_id = ${sql.company} and l.id = any(${lineIds}::bigint[]) order by l.line`);
  await addClaims(tx, facts);
}

export type NewClaim = Omit<typeof carrierClaim.$inferInsert, 'companyId' | 'number' | 'createdBy' | 'createdAt'>;
export async function addClaims(tx: Tx, facts: readonly NewClaim[]): Promise<void> {
  const numbers = await nextNumbers(tx, claimDocument, facts.length);
  const rows = facts.map((row, at) => ({
    ...row,
    number: numbers[at] ?? '',
    createdBy: tx.actor.name,
    createdAt: tx.now,
  }));
  const made = await tx.rows<{ id: number; reason: string }>(
    sql`${insertRows<typeof carrierClaim>('carrier_claim', rows)} returning id, reason`,
  );
  writeHistory(
    tx,
    made.map((one) => ({
      ...{ docKind: claimDocument.kind, docId: one.id, event: 'suspected', toState: 'suspected' },
      detail: { reason: one.reason },
    })),
  );
}

interface Claim {
  id: number;
  number: string;
  state: ClaimState;
  version: number;
  asked: string;
}

/** @throws notFound logistics.claimGone; conflict logistics.claimState, core.stale */
async function lockClaim(tx: Tx, id: number, act: Parameters<typeof claimMay>[0], version?: number): Promise<Claim> {
  const claim = await tx.row<Claim>(sql`select id, number, state, version, asked from carrier_claim
    where company_id = ${sql.company} and id = ${id} and (shop_id is null or ${inShops(tx, sql`shop_id`)}) for update`);
  if (!claim) throw notFound('logistics.claimGone');
  if (version !== undefined && claim.version !== version)
    throw conflict('core.stale', await lastChange(tx, claimDocument.kind, id));
  if (!claimMay(act, claim)) throw conflict('logistics.claimState', { number: claim.number });
  return claim;
}

function moved(tx: Tx, { id, number, state }: Claim, to: ClaimState, detail: Record<string, unknown>): void {
  assertMove(claimDocument, state, to, number);
  writeHistory(tx, [{ docKind: claimDocument.kind, docId: id, event: to, fromState: state, toState: to, detail }]);
}

export async function openClaim(tx: Tx, { id, version, reference }: ParsedOf<typeof openCarrierClaim>): Promise<void> {
  const claim = await lockClaim(tx, id, 'open', version);
  await tx.rows(sql`update carrier_claim set state = 'opened', reference = ${reference}, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  moved(tx, claim, 'opened', { reference });
}

/**
 * The carrier's answer. What it accepts it owes until a credit pays it; refusing an accepted claim gives up what is left.
 * @throws badField accepted, remark
 */
export async function answerClaim(tx: Tx, input: ParsedOf<typeof answerCarrierClaim>): Promise<void> {
  const { id, version, remark } = input;
  const accepted = new Decimal(input.accepted);
  const to = accepted.isZero() ? 'refused' : 'accepted';
  const claim = await lockClaim(tx, id, to === 'refused' ? 'refuse' : 'accept', version);
  if (accepted.gt(claim.asked))
    throw badField('accepted', 'logistics.claimTooMuch', { amount: new Decimal(claim.asked).toFixed(2) });
  if (to === 'refused' && remark === '') throw badField('remark', 'logistics.claimWhy');
  await tx.rows(sql`update carrier_claim set state = ${to}, remark = ${remark}, version = version + 1,
      accepted = coalesce(${to === 'accepted' ? input.accepted : null}::numeric, nullif(paid, 0))
    where company_id = ${sql.company} and id = ${id}`);
  moved(tx, claim, to, to === 'accepted' ? { amount: input.accepted, remark } : { remark });
  const { timeZone } = await companyOf(tx);
  await reportOwed(tx, to, localDay(tx.now, timeZone), [id]);
}

/** Lets the credits that a check found for it go. */
export async function deleteClaim(tx: Tx, id: number): Promise<void> {
  const { number } = await lockClaim(tx, id, 'delete');
  await tx.rows(
    sql`update carrier_bill_line set claim_id = null where company_id = ${sql.company} and claim_id = ${id}`,
  );
  await tx.rows(sql`delete from carrier_claim where company_id = ${sql.company} and id = ${id}`);
  writeAudit(tx, [{ action: dropped, targetKind: 'carrier_claim', targetId: id, targetName: number, detail: {} }]);
}
