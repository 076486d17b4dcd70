import { type AuditFilter, type AuditRow, auditFilter } from '@tradewind/contract/settings.ts';
import { auditActions } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { localTime } from '../../../core/database/statement.ts';
import { defineList, exportOf, is, since, until } from '../../../core/lists.ts';

/** Continuing after a row costs the same at any depth. */
type Filter = AuditFilter & { before?: number | undefined };
type Entry = Omit<AuditRow, 'title'> & { localAt: string };

const entries = defineList<Filter, Entry>({
  table: 'audit_entry',
  as: 'e',
  filters: {
    userId: is(sql`e.user_id`),
    action: is(sql`e.action`),
    targetKind: is(sql`e.target_kind`),
    targetId: is(sql`e.target_id`),
    text: (text) => sql`starts_with(lower(e.target_name), lower(${text}))`,
    from: since(sql`e.at`),
    to: until(sql`e.at`),
    before: (id) => sql`e.id < ${id}`,
  },
  order: sql`e.id desc`,
  columns: sql`e.id, e.at, e.user_id, e.actor, e.action, e.target_kind, e.target_id, e.target_name, e.detail, e.address,
    ${localTime(sql`e.at`)} as local_at`,
});

const titles = (ctx: Ctx) => new Map(auditActions(ctx.language).map(({ name, title }) => [name, title]));

export async function auditPage(tx: Tx, ctx: Ctx, query: Filter & { page: number; pageSize: number }) {
  const titleOf = titles(ctx);
  const found = await entries.page(tx, { ...query, page: query.before ? 1 : query.page });
  return { ...found, rows: found.rows.map((row) => ({ ...row, title: titleOf.get(row.action) ?? row.action })) };
}

export const auditExport = exportOf<Filter, Entry, Entry>(entries, {
  name: 'settings.audit',
  title: ['操作日志', 'Audit log'],
  filter: auditFilter,
  columns: (ctx) => {
    const titleOf = titles(ctx);
    return [
      { title: ['时间', 'Time'], width: 24, value: (row) => row.localAt },
      { title: ['操作人', 'User'], width: 22, value: (row) => row.actor },
      { title: ['操作', 'Action'], width: 24, value: (row) => titleOf.get(row.action) ?? row.action },
      { title: ['对象', 'Object'], width: 32, value: (row) => row.targetName },
      { title: ['对象编号', 'Object ID'], value: (row) => row.targetId },
      { title: ['详情', 'Details'], width: 60, value: (row) => (row.detail ? JSON.stringify(row.detail) : '') },
      { title: ['IP 地址', 'IP address'], width: 20, value: (row) => row.address },
    ];
  },
});
