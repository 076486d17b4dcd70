import { type AuditFilter, auditChoices, auditFilter, exportAudit, listAudit } from '@tradewind/contract/settings.ts';
import type { App } from '../../../core/app.ts';
import { auditActions } from '../../../core/audit.ts';
import { defineExport, startExport } from '../../../core/exports.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { type AuditEntry, auditAfter, auditCount, auditFilters, auditPage } from './audit.queries.ts';

const auditExport = defineExport<AuditFilter, AuditEntry>({
  name: 'settings.audit',
  title: ['操作日志', 'Audit log'],
  filter: auditFilter,
  columns: (ctx) => {
    const titles = new Map(auditActions(ctx.language).map(({ name, title }) => [name, title]));
    return [
      { title: ['时间', 'Time'], width: 24, value: (row) => row.localAt },
      { title: ['操作人', 'By'], width: 22, value: (row) => row.actor },
      { title: ['操作', 'Act'], width: 24, value: (row) => titles.get(row.action) ?? row.action },
      { title: ['对象', 'Of what'], width: 32, value: (row) => row.targetName },
      { title: ['对象编号', 'Id'], value: (row) => row.targetId },
      { title: ['详情', 'Detail'], width: 60, value: (row) => (row.detail ? JSON.stringify(row.detail) : '') },
      { title: ['地址', 'Address'], width: 20, value: (row) => row.address },
    ];
  },
  count: (tx, _ctx, filter) => auditCount(tx, filter),
  page: async (tx, _ctx, filter, cursor, limit) => {
    const rows = await auditAfter(tx, filter, cursor === null ? null : Number(cursor), limit);
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});

export function auditRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(listAudit, (ctx, input) => database.look(ctx, (tx) => auditPage(tx, ctx, input))),
    handle(auditChoices, (ctx) => database.look(ctx, (tx) => auditFilters(tx, ctx))),
    handle(exportAudit, (ctx, { filter }) => startExport(app, ctx, auditExport, filter)),
  ];
}
