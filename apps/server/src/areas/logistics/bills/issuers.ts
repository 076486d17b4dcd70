import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { BillIssuer, saveBillIssuer } from '@tradewind/contract/logistics.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import type { billIssuer } from '../bills.tables.ts';

const saved = defineAction('logistics.billIssuerSaved', ['保存账单方', 'Bill issuer saved']);
const MOST = 200;
const COLUMNS = sql`id, name, carrier_account_id, warehouse_id, currency, tolerance_percent::text as tolerance_percent,
  round(tolerance_amount, 2)::text as tolerance_amount, claim_days, mapping`;

export const issuersOf = (tx: Tx): Promise<BillIssuer[]> =>
  tx.rows<BillIssuer>(
    sql`select ${COLUMNS} from bill_issuer where company_id = ${sql.company} order by name, id limit ${MOST}`,
  );

/** @throws notFound logistics.billIssuerGone */
export async function issuerOf(tx: Tx, id: number): Promise<BillIssuer> {
  const found = await tx.row<BillIssuer>(
    sql`select ${COLUMNS} from bill_issuer where company_id = ${sql.company} and id = ${id}`,
  );
  if (!found) throw notFound('logistics.billIssuerGone');
  return found;
}

/** @throws badField name, carrierAccountId, warehouseId */
export async function saveIssuer(tx: Tx, input: ParsedOf<typeof saveBillIssuer>): Promise<{ id: number }> {
  const { id, idempotencyKey: _key, ...row } = input;
  const there = await tx.row<{ taken: boolean; account: boolean; warehouse: boolean; count: number }>(sql`select
      exists (select from bill_issuer where company_id = ${sql.company} and name = ${row.name} and id <> ${id ?? 0}) as taken,
      exists (select from carrier_account where company_id = ${sql.company} and id = ${row.carrierAccountId}) as account,
      exists (select from warehouse w where w.company_id = ${sql.company} and w.id = ${row.warehouseId} and ${inWarehouses(tx, sql`w.id`)}) as warehouse,
      (select count(*)::int from bill_issuer where company_id = ${sql.company}) as count`);
  if (there?.taken) throw badField('name', 'logistics.billIssuerTaken');
  if (row.carrierAccountId !== null && !there?.account) throw badField('carrierAccountId', 'logistics.accountGone');
  if (row.warehouseId !== null && !there?.warehouse) throw badField('warehouseId', 'logistics.billIssuerWarehouse');
  if (id === undefined && (there?.count ?? 0) >= MOST) throw conflict('logistics.billIssuersMany', { count: MOST });
  const made = await tx.row<{ id: number }>(
    id === undefined
      ? sql`${insertRows<typeof billIssuer>('bill_issuer', [row])} returning id`
      : sql`${updateRows<typeof billIssuer>('bill_issuer', [{ id, ...row }])} returning bill_issuer.id`,
  );
  if (!made) throw notFound('logistics.billIssuerGone');
  writeAudit(tx, [{ action: saved, targetKind: 'bill_issuer', targetId: made.id, targetName: row.name, detail: {} }]);
  return made;
}
