import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { carrierBillSettled } from '../events.ts';
import { holdClaims } from './claims.ts';
import { BY_COURSE, releaseLines, takeLines } from './course.ts';
import { payClaims } from './credits.ts';
import { lockBill, moveBill } from './documents.ts';

const deleted = defineAction('logistics.billDeleted', ['删除物流账单', 'Carrier bill deleted']);

/** Closes the claims that it credits; finance books what labels did not cost. */
export async function settleBill(tx: Tx, id: number): Promise<void> {
  const bill = await lockBill(tx, id, 'settle');
  await holdClaims(tx);
  await payClaims(tx, bill);
  await moveBill(tx, bill, 'settled');
  await tx.rows(sql`update carrier_bill set settled_at = ${tx.now} where company_id = ${sql.company} and id = ${id}`);
  await emit(tx, carrierBillSettled, { billId: id });
}

/** Claims of the course of its parcels stay without it. @throws conflict logistics.billHasClaims, logistics.billNamed */
export async function deleteBill(tx: Tx, id: number): Promise<void> {
  const bill = await lockBill(tx, id, 'delete');
  await holdClaims(tx);
  const kept = await tx.row<{ claims: boolean; named: boolean }>(sql`select
    exists (select from carrier_claim k join carrier_bill_line l on l.company_id = k.company_id and l.id = k.line_id
      where k.company_id = ${sql.company} and l.bill_id = ${id} and not ${BY_COURSE}) as claims,
    exists (select from carrier_bill_line l join carrier_bill_line n on n.company_id = l.company_id and n.twice_id = l.id
      and n.bill_id <> ${id} where l.company_id = ${sql.company} and l.bill_id = ${id}) as named`);
  if (kept?.claims) throw conflict('logistics.billHasClaims', { number: bill.number });
  if (kept?.named) throw conflict('logistics.billNamed', { number: bill.number });
  await releaseLines(tx, sql`l.bill_id = ${id}`);
  await tx.rows(sql`delete from carrier_bill where company_id = ${sql.company} and id = ${id}`);
  await takeLines(tx);
  writeAudit(tx, [{ action: deleted, targetKind: 'carrier_bill', targetId: id, targetName: bill.number, detail: {} }]);
}
