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
import { type Sql, sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { assertMove, lastChange, nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { setsOf } from '../../../core/import-sheet.ts';
import { Decimal } from '../../../core/money.ts';
import { inShops } from '../../../core/scope.ts';
import type { carrierClaim } from '../bills.tables.ts';
import { claimDocument, lockBill } from './documents.ts';

const dropped = defineAction('logistics.claimDeleted', ['删除物流索赔', 'Carrier claim deleted']);
const MADE_AT_ONCE = 1_000;
const EVENTS = 30;

/** Lines `l` that charge too much and have no claim. */
export const CLAIMABLE = sql`(l.reason not in ('ok', 'credit', 'uncompared') and l.amount > coalesce(l.expected, 0)
  and not exists (select from carrier_claim k where k.company_id = ${sql.company} and k.line_id = l.id))`;

/** @throws notFound logistics.billGone; conflict logistics.billState, logistics.claimNone */
export async function makeClaims(
  tx: Tx,
  { billId, lineId }: ParsedOf<typeof makeCarrierClaims>,
): Promise<{ made: number }> {
  const bill = await lockBill(tx, billId, 'claim');
  const lines = await tx.rows<{ id: number }>(sql`select l.id from carrier_bill_line l
    where l.company_id = ${sql.company} and l.bill_id = ${billId} and ${CLAIMABLE}
      ${lineId === undefined ? sql.empty : sql`and l.id = ${lineId}`} order by l.line`);
  if (lines.length === 0) throw conflict('logistics.claimNone', { number: bill.number });
  for (const some of setsOf(lines, MADE_AT_ONCE))
    await makeOf(
      tx,
      some.map((line) => line.id),
      { reason: sql`l.reason`, amount: sql`l.amount - coalesce(l.expected, 0)` },
    );
  return { made: lines.length };
}

/** Makes a claim of each line `l` with its parcel `p`. */
export async function makeOf(
  tx: Tx,
  lineIds: readonly number[],
  { reason, amount }: { reason: Sql; amount: Sql },
): Promise<void> {
  type Made = Omit<typeof carrierClaim.$inferInsert, 'companyId' | 'number' | 'createdBy' | 'createdAt'>;
  const facts =
    await tx.rows<Made>(sql`select b.issuer_id, l.id as line_id, ${reason} as reason, l.tracking_number, l.parcel_id,
      p.order_id, p.shop_id, b.currency, ${amount} as asked,
      (b.billed_on + i.claim_days)::text as deadline, ${EVIDENCE} as evidence
    from carrier_bill_line l join carrier_bill b on b.company_id = ${sql.company} and b.id = l.bill_id
    join bill_issuer i on i.company_id = ${sql.company} and i.id = b.issuer_id
    left join parcel p on p.company_id = ${sql.company} and p.id = l.parcel_id
    left join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id
    where l.company_id = ${sql.company} and l.id = any(${lineIds}::bigint[]) order by l.line`);
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

/** What was billed, the box as it was weighed and scanned, what was quoted, and where it went. */
const EVIDENCE = sql`jsonb_build_object(
  'billed', jsonb_build_object('amount', l.amount::text, 'expected', l.expected::text, 'weightGrams', l.weight_grams,
    'sidesMm', case when l.length_mm is not null then jsonb_build_array(l.length_mm, l.width_mm, l.height_mm) end,
    'zone', l.zone, 'expectedZone', l.expected_zone, 'parts', l.parts, 'expectedParts', l.expected_parts),
  'parcel', case when p.id is not null then jsonb_build_object('reference', p.reference, 'outbound', o.number,
    'orderNo', p.order_no, 'state', p.state, 'country', p.country, 'serviceName', p.service_name,
    'labelGrams', p.weight_grams, 'packedGrams', p.weighed_grams,
    'manifestGrams', (select m.weight_grams from manifest_parcel m where m.company_id = ${sql.company} and m.parcel_id = p.id
      order by m.added_at desc limit 1),
    'sidesMm', case when p.length_mm is not null then jsonb_build_array(p.length_mm, p.width_mm, p.height_mm) end,
    'labelCost', p.label_cost::text, 'labelCurrency', p.label_currency, 'boughtAt', p.bought_at,
    'shippedAt', p.shipped_at, 'promisedOn', p.promised_on, 'lastScanAt', p.last_scan_at, 'voidedAt', p.voided_at) end,
  'quotes', coalesce(p.quotes, '[]'),
  'events', coalesce((select jsonb_agg(jsonb_build_object('at', e.at, 'stage', e.stage, 'description', e.description,
      'place', e.place) order by e.at desc) from (select * from tracking_event t where t.company_id = ${sql.company}
      and t.parcel_id = p.id order by t.at desc limit ${sql.literal(EVENTS)}) e), '[]'))`;

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

/** @throws badField accepted, remark */
export async function answerClaim(tx: Tx, input: ParsedOf<typeof answerCarrierClaim>): Promise<void> {
  const { id, version, remark } = input;
  const accepted = new Decimal(input.accepted);
  const to = accepted.isZero() ? 'refused' : 'accepted';
  const claim = await lockClaim(tx, id, to === 'refused' ? 'refuse' : 'accept', version);
  if (accepted.gt(claim.asked))
    throw badField('accepted', 'logistics.claimTooMuch', { amount: new Decimal(claim.asked).toFixed(2) });
  if (to === 'refused' && remark === '') throw badField('remark', 'logistics.claimWhy');
  await tx.rows(sql`update carrier_claim set state = ${to}, remark = ${remark}, version = version + 1,
      accepted = ${to === 'accepted' ? input.accepted : null}::numeric
    where company_id = ${sql.company} and id = ${id}`);
  moved(tx, claim, to, to === 'accepted' ? { amount: input.accepted, remark } : { remark });
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
