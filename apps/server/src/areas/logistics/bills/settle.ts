import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { carrierBillSettled } from '../events.ts';
import { payClaims } from './credits.ts';
import { lockBill, moveBill } from './documents.ts';

const deleted = defineAction('logistics.billDeleted', ['删除物流账单', 'Carrier bill deleted']);

/** Closes the claims that it credits; finance books what labels did not cost. */
export async function settleBill(tx: Tx, id: number): Promise<void> {
  const bill = await lockBill(tx, id, 'settle');
  await payClaims(tx, bill);
  await moveBill(tx, bill, 'settled');
  await tx.rows(sql`update carrier_bill set settled_at = ${tx.now} where company_id = ${sql.company} and id = ${id}`);
  await emit(tx, carrierBillSettled, { billId: id });
}

/** @throws conflict logistics.billHasClaims, logistics.billNamed */
export async function deleteBill(tx: Tx, id: number): Promise<void> {
  const bill = await lockBill(tx, id, 'delete');
  const kept = await tx.row<{ claims: boolean; named: boolean }>(sql`select
    exists (select from carrier_claim c join carrier_bill_line l on l.company_id = c.company_id and l.id = c.line_id
      where c.company_id = ${sql.company} and l.bill_id = ${id}) as claims,
    exists (select from carrier_bill_line l join carrier_bill_line n on n.company_id = l.company_id and n.twice_id = l.id
      and n.bill_id <> ${id} where l.company_id = ${sql.company} and l.bill_id = ${id}) as named`);
  if (kept?.claims) throw conflict('logistics.billHasClaims', { number: bill.number });
  if (kept?.named) throw conflict('logistics.billNamed', { number: bill.number });
  await tx.rows(sql`delete from carrier_bill where company_id = ${sql.company} and id = ${id}`);
  writeAudit(tx, [{ action: deleted, targetKind: 'carrier_bill', targetId: id, targetName: bill.number, detail: {} }]);
}
