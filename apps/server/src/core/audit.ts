import type { Language } from './context.ts';
import type { Tx } from './database/database.ts';

/** Something that is written into the audit log, and how it is called there. */
export interface AuditAction {
  readonly name: string;
}

const actions = new Map<string, readonly [zh: string, en: string]>();

/** @param name "<area>.<act>", e.g. access.granted */
export function defineAction(name: string, title: readonly [zh: string, en: string]): AuditAction {
  if (actions.has(name)) throw new Error(`Audit action ${name} is defined twice`);
  actions.set(name, title);
  return { name };
}

/** All acts that the log knows, for its filter. */
export function auditActions(language: Language): { name: string; title: string }[] {
  return [...actions].map(([name, title]) => ({ name, title: title[language === 'zh' ? 0 : 1] }));
}

export interface AuditRow {
  action: AuditAction;
  targetKind: string;
  targetId: string | number;
  /** As people call it now: it may be gone when the log is read. */
  targetName: string;
  detail?: Record<string, unknown>;
  address?: string;
}

const logs = new WeakMap<Tx, AuditRow[]>();

/** Writes into the audit log with this transaction, or not at all. Never put a secret into `detail`. */
export function writeAudit(tx: Tx, rows: readonly AuditRow[]): void {
  if (rows.length === 0) return;
  const waiting = logs.get(tx);
  if (waiting) return void waiting.push(...rows);
  const mine = [...rows];
  logs.set(tx, mine);
  tx.beforeCommit(() => insert(tx, mine));
}

function insert(tx: Tx, rows: readonly AuditRow[]): void {
  const values = rows.map(({ action, targetId, ...row }) => ({
    ...row,
    action: action.name,
    targetId: String(targetId),
  }));
  tx.later(
    'write_audit',
    `insert into audit_entry (company_id, at, user_id, actor, action, target_kind, target_id, target_name, detail, address)
     select $1, $2, $3, $4, r.action, r."targetKind", r."targetId", r."targetName", r.detail, coalesce(r.address, '')
     from jsonb_to_recordset($5::jsonb) as r(action text, "targetKind" text, "targetId" text, "targetName" text, detail jsonb, address text)
     on conflict do nothing`,
    [tx.companyId, tx.now, tx.actor.userId, tx.actor.name, JSON.stringify(values)],
  );
}
