import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { addReportFormsRequest, ReportRequest, RequestFilter } from '@tradewind/contract/reports/requests.ts';
import type { ReportName, RequestedReport } from '@tradewind/contract/reports.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { saveSetting, settingOf } from '../../../core/company-settings.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { forbidden } from '../../../core/errors.ts';
import { FILE_DAYS } from '../../../core/export-write.ts';
import { startExport } from '../../../core/exports.ts';
import { defineList, is } from '../../../core/lists.ts';
import { reportExport } from '../kit/files.ts';
import { reportNames, reportOf } from '../kit/report.ts';
import { seesReport } from '../kit/sums.ts';

const REPORT_KIND = reportExport.name;
const daysSaved = defineAction('reports.fileDays', ['设置文件保留天数', 'Days for files set']);

type DbRow = Omit<ReportRequest, 'at' | 'finishedAt' | 'expiresAt'> & {
  at: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
};

/** The actor's own files, from whichever page they were requested. */
export const requests = defineList<RequestFilter, DbRow, ReportRequest>({
  table: 'export_file',
  as: 'r',
  scope: (tx) => sql`r.user_id = ${tx.actor.userId}`,
  filters: {
    state: is(sql`r.state`),
    report: (name) => sql`r.kind = ${REPORT_KIND} and r.filter ->> 'report' = ${name}`,
    text: (words) => sql`r.name ilike ${`%${words.replace(/[\\%_]/g, '\\$&')}%`}`,
  },
  order: sql`r.id desc`,
  columns: (
    tx,
  ) => sql`r.id, r.name, case when r.kind = ${REPORT_KIND} then r.filter ->> 'report' end as report, r.state, r.format,
    r.rows_done, r.rows_total, r.bytes, r.error, r.at, r.finished_at, r.expires_at, s.name as schedule, r.rerun_of, r.columns,
    (select count(*)::int from signed_link l where l.company_id = ${sql.company} and l.doc_kind = 'export_file' and l.doc_id = r.id
      and l.withdrawn_at is null and l.expires_at > ${tx.now}) as links`,
  joins: sql`left join report_schedule s on s.company_id = ${sql.company} and s.id = r.schedule_id`,
  row: ({ at, finishedAt, expiresAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }),
  missing: 'export.notFound',
});

/** As the report is usually grouped, of its usual days. */
const usual = (report: ReportName): RequestedReport => ({
  ...{ report, dimensions: [...reportOf(report).usual.dimensions], order: 'desc' },
});

export function addRequest(tx: Tx, ctx: Ctx, { report, format }: ParsedOf<typeof addReportFormsRequest>) {
  const requested = typeof report === 'string' ? usual(report) : report;
  return startExport(tx, ctx, reportExport, requested, { access: 'user', format, centre: true });
}

/** What the page offers to this actor. */
export const centreOf = async (tx: Tx, ctx: Ctx) => ({
  days: await settingOf(tx, FILE_DAYS),
  maySaveDays: tx.actor.mainAccount,
  reports: reportNames()
    .filter((name) => seesReport(ctx, name, 'export'))
    .map((name) => ({ report: usual(name), title: reportOf(name).title[ctx.language === 'zh' ? 0 : 1] })),
});

/** @throws forbidden for anybody but a main account */
export function saveFileDays(tx: Tx, days: number): void {
  if (!tx.actor.mainAccount) throw forbidden('reports.mainOnly');
  saveSetting(tx, FILE_DAYS, days);
  writeAudit(tx, [
    { action: daysSaved, targetKind: 'company_setting', targetId: FILE_DAYS.key, targetName: '', detail: { days } },
  ]);
}
