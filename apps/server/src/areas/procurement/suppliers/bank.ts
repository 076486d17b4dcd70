import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { BankDetails, saveSupplierBank as saveCall } from '@tradewind/contract/procurement.ts';
import type { App } from '../../../core/app.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { forbidden } from '../../../core/errors.ts';
import { DOC, holdSupplier } from './suppliers.service.ts';

const ACTS = {
  opened: defineAction('procurement.bankOpened', ['查看供应商银行账户', 'Supplier bank details viewed']),
  saved: defineAction('procurement.bankSaved', ['修改供应商银行账户', 'Supplier bank details changed']),
};
const NONE: BankDetails = { holder: '', bank: '', account: '', swift: '', bankAddress: '', remark: '' };

function assertMayPay(tx: Tx): void {
  if (!maySee(tx.rights, 'seeCost')) throw forbidden('procurement.costs');
}

const audited = (tx: Tx, action: AuditAction, id: number, code: string): void =>
  writeAudit(tx, [{ action, targetKind: DOC, targetId: id, targetName: code }]);

/** The bank details in plain, for users who may see cost prices. The audit log keeps who read them. */
export async function openBank(app: App, tx: Tx, id: number): Promise<{ version: number; bank: BankDetails }> {
  assertMayPay(tx);
  const { code, version } = await holdSupplier(tx, id);
  const row = await tx.row<{ bank: Buffer | null }>(
    sql`select bank from supplier where company_id = ${sql.company} and id = ${id}`,
  );
  audited(tx, ACTS.opened, id, code);
  return { version, bank: row?.bank ? app.vault.open<BankDetails>(row.bank) : NONE };
}

/** @throws core.stale when the supplier has changed since `version` */
export async function saveBank(app: App, tx: Tx, input: ParsedOf<typeof saveCall>): Promise<{ version: number }> {
  assertMayPay(tx);
  const { id, version, ...bank } = input;
  const { code } = await holdSupplier(tx, id, version);
  const empty = Object.values(bank).every((value) => value === '');
  await tx.rows(sql`update supplier set bank = ${empty ? null : app.vault.seal(bank)}, version = version + 1,
    updated_at = ${tx.now} where company_id = ${sql.company} and id = ${id}`);
  // Neither says what the details are.
  writeHistory(tx, [{ docKind: DOC, docId: id, event: empty ? 'bankRemoved' : 'bankSaved' }]);
  audited(tx, ACTS.saved, id, code);
  return { version: version + 1 };
}
