import { type AuditAction, defineAction, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';

export const AUDITED = {
  customerSaved: defineAction('wholesale.customerSaved', ['保存批发客户', 'Wholesale customer saved']),
  customerDeleted: defineAction('wholesale.customerDeleted', ['删除批发客户', 'Wholesale customer deleted']),
  listSaved: defineAction('wholesale.listSaved', ['保存价目表', 'Price list saved']),
  listDeleted: defineAction('wholesale.listDeleted', ['删除价目表', 'Price list deleted']),
  quotationDeleted: defineAction('wholesale.quotationDeleted', ['删除报价', 'Quotation deleted']),
};

export const audited = (tx: Tx, action: AuditAction, targetKind: string, targetId: number, targetName: string): void =>
  writeAudit(tx, [{ action, targetKind, targetId, targetName }]);
