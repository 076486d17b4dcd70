import type { Language } from './context.ts';
import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';

/** An act in the audit log, and its name there. */
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
  /** Its name at the moment of the act: it may be gone when somebody reads the log. */
  targetName: string;
  detail?: Record<string, unknown>;
  address?: string;
}

const logs = new WeakMap<Tx, AuditRow[]>();

/** Writes into the audit log in this transaction, or not at all. Never put a secret into `detail`. */
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
    sql`insert into audit_entry (company_id, at, user_id, actor, action, target_kind, target_id, target_name, detail, address)
     select ${sql.company}, ${tx.now}, ${tx.actor.userId}, ${tx.actor.name}, r.action, r."targetKind", r."targetId", r."targetName", r.detail, coalesce(r.address, '')
     from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(action text, "targetKind" text, "targetId" text, "targetName" text, detail jsonb, address text)
     on conflict do nothing`,
  );
}

/**
 * The last person to change something, and when by the company's clock, for the message about a stale form. @param act
 * the prefix of the acts' names
 */
export async function lastChange(
  tx: Tx,
  targetKind: string,
  targetId: number | string,
  act = '',
): Promise<{ who: string; when: string }> {
  const row = await tx.row<{ who: string; when: string }>(sql`
    select e.actor as who, to_char(e.at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI') as when
    from audit_entry e join company c on c.id = e.company_id
    where e.company_id = ${sql.company} and e.target_kind = ${targetKind} and e.target_id = ${String(targetId)}
      and starts_with(e.action, ${act}) order by e.id desc limit 1`);
  return row ?? { who: '?', when: '' };
}
