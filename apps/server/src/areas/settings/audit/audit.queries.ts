import type { AuditFilter, AuditRow } from '@tradewind/contract/settings.ts';
import { auditActions } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { endOfDay, Params, pageStatement, startOfDay } from '../../../core/database/statement.ts';

const COUNT_LIMIT = 10_000;
const SHOWN = `e.id, e.at, e.user_id as "userId", e.actor, e.action, e.target_kind as "targetKind",
  e.target_id as "targetId", e.target_name as "targetName", e.detail, e.address,
  to_char(e.at at time zone (select time_zone from company where id = e.company_id), 'YYYY-MM-DD HH24:MI:SS') as "localAt"`;

export type AuditEntry = Omit<AuditRow, 'title' | 'at'> & { at: Date; localAt: string };

export function auditWhere(tx: Tx, filter: AuditFilter, params: Params): string {
  const where = [`e.company_id = ${params.add(tx.companyId)}`];
  if (filter.userId !== undefined) where.push(`e.user_id = ${params.add(filter.userId)}`);
  if (filter.action) where.push(`e.action = ${params.add(filter.action)}`);
  if (filter.targetKind) where.push(`e.target_kind = ${params.add(filter.targetKind)}`);
  if (filter.targetId) where.push(`e.target_id = ${params.add(filter.targetId)}`);
  if (filter.text) where.push(`starts_with(lower(e.target_name), lower(${params.add(filter.text)}))`);
  if (filter.from) where.push(`e.at >= ${startOfDay(params.add(filter.from))}`);
  if (filter.to) where.push(`e.at < ${endOfDay(params.add(filter.to))}`);
  return where.join(' and ');
}

type Query = AuditFilter & { before?: number | undefined; page: number; pageSize: number };

/** Newest first: the page's ids by an index, then their rows. */
export async function auditPage(tx: Tx, ctx: Ctx, query: Query) {
  const titles = new Map(auditActions(ctx.language).map(({ name, title }) => [name, title]));
  const counted = new Params();
  const bound = `select count(*)::int as n from (select 1 from audit_entry e where ${auditWhere(tx, query, counted)} limit ${COUNT_LIMIT + 1}) x`;
  const [rows, [count]] = await Promise.all([
    auditAfter(tx, query, query.before ?? null, query.pageSize, query.before ? 0 : (query.page - 1) * query.pageSize),
    pageStatement<{ n: number }>(tx, bound, counted),
  ]);
  const n = count?.n ?? 0;
  return {
    rows: rows.map((row) => ({ ...row, at: row.at.toISOString(), title: titles.get(row.action) ?? row.action })),
    total: Math.min(n, COUNT_LIMIT),
    totalExact: n <= COUNT_LIMIT,
  };
}

/** Rows older than `before`. */
export function auditAfter(
  tx: Tx,
  filter: AuditFilter,
  before: number | null,
  limit: number,
  offset = 0,
): Promise<AuditEntry[]> {
  const params = new Params();
  const where = auditWhere(tx, filter, params);
  const after = before === null ? '' : `and e.id < ${params.add(before)}`;
  return pageStatement<AuditEntry>(
    tx,
    `select ${SHOWN} from audit_entry e where ${where} ${after}
     order by e.id desc limit ${params.add(limit)} offset ${params.add(offset)}`,
    params,
  );
}

export async function auditCount(tx: Tx, filter: AuditFilter): Promise<number> {
  const params = new Params();
  const [row] = await pageStatement<{ n: number }>(
    tx,
    `select count(*)::int as n from audit_entry e where ${auditWhere(tx, filter, params)}`,
    params,
  );
  return row?.n ?? 0;
}

export async function auditFilters(tx: Tx, ctx: Ctx) {
  const users = await tx.prepared<{ userId: number; name: string }>(
    'audit_users',
    `select id as "userId", name || ' (' || user_login_id || ')' as name from user_account
     where company_id = $1 order by name limit 2000`,
    [tx.companyId],
  );
  return { actions: auditActions(ctx.language), users };
}
