import type { ParsedOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/reports.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import type { Tx } from '../../core/database/tx.ts';
import { forbidden } from '../../core/errors.ts';
import { startExport } from '../../core/exports.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { balanceRecord, costStatement } from './balances.ts';
import { centreRoutes } from './centre/centre.routes.ts';
import { changeOf } from './change.ts';
import { fileNow, reportExport } from './kit/files.ts';
import { reportOf } from './kit/report.ts';
import { labelsOf, run } from './kit/run.ts';
import { specifiedList, specifiedQuery } from './kit/specified.ts';
import { dimensionOf, visibleMeasures } from './kit/sums.ts';

/** @throws forbidden without the right to this report */
function assertSees(ctx: Pick<Ctx, 'rights'>, report: calls.ReportName): void {
  if (!mayPress(ctx.rights, calls.REPORTS[report].view)) throw forbidden();
}

export function reportRoutes(app: App): Route[] {
  return [
    ...centreRoutes(app),
    handle(calls.describeReport, (_tx, { report }, ctx) => describe(ctx, report)),
    handle(calls.runReport, (tx, input, ctx) => {
      assertSees(ctx, input.report);
      return run(tx, ctx, input);
    }),
    handle(calls.explainChange, (tx, input, ctx) => changeOf(tx, ctx, input)),
    handle(calls.reportOptions, (tx, input, ctx) => options(tx, ctx, input)),
    handle(calls.exportReport, (tx, { idempotencyKey: _key, ...query }, ctx) => {
      const { format, ...requested } = query;
      return startExport(tx, ctx, reportExport, requested, { access: calls.exportReport.access, format });
    }),
    ...specified('product', calls.getProductStatistics, calls.exportStatisticsExcels),
    ...specified('order', calls.getOrderStatistics, calls.exportOrderStatisticsExcel),
    ...specified('warehouseProfit', calls.getWarehouseProfitAndLoss, calls.WarehouseProfitAndLossExcel),
    ...specified('freight', calls.getLogisticsStatementOfAccount, calls.exportLogisticsStatementOfAccountExcels),
    ...specified('warehouseOrder', calls.getWarehouseOrderReport, calls.exportWarehouseOrderReportExcels),
    ...specified('movement', calls.getInboundOutbound, calls.exportInboundOutbound),
    ...specified('monthlyStock', calls.inventoryMonthRecordList, calls.exportMonthlyStock),
    handle(calls.getBalanceRecord, (tx, input, ctx) => balanceRecord(tx, ctx, input)),
    handle(calls.getCostStatementYue, (tx, input) => costStatement(tx, input)),
  ];
}

type ListCall =
  | typeof calls.getProductStatistics
  | typeof calls.getWarehouseOrderReport
  | typeof calls.getLogisticsStatementOfAccount
  | typeof calls.inventoryMonthRecordList;
type FileCall = typeof calls.exportStatisticsExcels;
/** A report as the specification wants it: its list and its file. */
const specified = (report: calls.ReportName, list: ListCall, file: FileCall): Route[] => [
  handle(list, (tx, input, ctx) => specifiedList(tx, ctx, report, input)),
  handle(file, async (tx, { filters = {} }, ctx) => fileNow(tx, ctx, await specifiedQuery(tx, report, filters))),
];

function describe(ctx: Ctx, name: calls.ReportName): calls.ReportDescription {
  assertSees(ctx, name);
  const report = reportOf(name);
  const language = ctx.language === 'zh' ? 0 : 1;
  const visible = visibleMeasures(ctx, report);
  const dimensions = Object.entries(report.dimensions) as [calls.DimensionName, { labels?: unknown }][];
  return {
    ...{ report: name, title: report.title[language] },
    dimensions: dimensions.map(([one, { labels }]) => ({
      ...{ name: one, title: calls.DIMENSIONS[one][language], options: labels !== undefined },
    })),
    measures: visible.map((one) => ({
      ...{ name: one, title: calls.MEASURES[one].title[language], kind: calls.MEASURES[one].kind },
    })),
    usual: {
      dimensions: [...report.usual.dimensions],
      measures: (report.usual.measures ?? visible).filter((one) => visible.includes(one)),
      ...{ sort: report.usual.sort, days: report.usual.days },
    },
    asOf: report.asOf === true,
  };
}

async function options(
  tx: Tx,
  ctx: Ctx,
  { report, dimension, text, keys, limit }: ParsedOf<typeof calls.reportOptions>,
) {
  assertSees(ctx, report);
  const declared = reportOf(report);
  const { labels } = dimensionOf(declared, dimension, 'dimension');
  if (!labels && !keys) return [];
  const found =
    keys ??
    (
      await tx.rows<{ key: string }>(sql`select key::text as key from (${labels?.(tx, ctx.language) ?? sql.empty}) l
    where label ilike ${`%${text.trim().replace(/[\\%_]/g, '\\$&')}%`} order by label limit ${limit}`)
    ).map(({ key }) => key);
  const sums = { report: declared, dimensions: [dimension], measures: [], filters: {} };
  const named = await labelsOf(
    tx,
    ctx,
    sums,
    found.map((key) => ({ keys: [key] })),
  );
  return found.map((key, at) => ({ key, label: named[at]?.[0] ?? key }));
}
