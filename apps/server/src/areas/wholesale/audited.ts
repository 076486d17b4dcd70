import { type AuditAction, defineAction, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';

export const AUDITED = {
  customerSaved: defineAction('wholesale.customerSaved', ['保存 2B 客户', '2B customer saved']),
  customerDeleted: defineAction('wholesale.customerDeleted', ['删除 2B 客户', '2B customer deleted']),
  listSaved: defineAction('wholesale.listSaved', ['保存 2B 价目表', '2B price list saved']),
  listDeleted: defineAction('wholesale.listDeleted', ['删除 2B 价目表', '2B price list deleted']),
  quotationDeleted: defineAction('wholesale.quotationDeleted', ['删除 2B 报价单', '2B quotation deleted']),
};

export const audited = (tx: Tx, action: AuditAction, targetKind: string, targetId: number, targetName: string): void =>
  writeAudit(tx, [{ action, targetKind, targetId, targetName }]);
