import type { ParsedOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/reports.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import type { Tx } from '../../core/database/tx.ts';
import { forbidden } from '../../core/errors.ts';
import { exportRoute, startExport } from '../../core/exports.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { balanceRecord, costStatement } from './balances.ts';
import { centreRoutes } from './centre/centre.routes.ts';
import { changeOf } from './change.ts';
import { fileNow, reportExport } from './kit/files.ts';
import { linesExport } from './kit/line-files.ts';
import { lineMeasures, linesOf } from './kit/lines.ts';
import { type Dimension, reportOf } from './kit/report.ts';
import { labelsOf, run } from './kit/run.ts';
import { specifiedList, specifiedQuery } from './kit/specified.ts';
import { dimensionOf, seesReport, visibleMeasures } from './kit/sums.ts';

/** @throws forbidden without the right to this report */
function assertSees(ctx: Pick<Ctx, 'rights'>, report: calls.ReportName): void {
  if (!seesReport(ctx, report, 'view')) throw forbidden();
}

export function reportRoutes(app: App): Route[] {
  return [
    ...centreRoutes(app),
    handle(calls.describeReport, (_tx, { report }, ctx) => describe(ctx, report)),
    handle(calls.runReport, (tx, input, ctx) => {
      assertSees(ctx, input.report);
      return run(tx, ctx, input);
    }),
    handle(calls.reportLines, (tx, input, ctx) => {
      assertSees(ctx, input.report);
      return linesOf(tx, ctx, input);
    }),
    handle(calls.explainChange, (tx, input, ctx) => changeOf(tx, ctx, input)),
    handle(calls.reportOptions, (tx, input, ctx) => options(tx, ctx, input)),
    handle(calls.exportReport, (tx, { idempotencyKey: _key, ...query }, ctx) => {
      const { format, ...requested } = query;
      return startExport(tx, ctx, reportExport, requested, { access: calls.exportReport.access, format });
    }),
    exportRoute(calls.exportReportLines, linesExport),
    handle(calls.getProductStatistics, listOf('product')),
    handle(calls.exportStatisticsExcels, fileOf('product')),
    handle(calls.getOrderStatistics, listOf('order')),
    handle(calls.exportOrderStatisticsExcel, fileOf('order')),
    handle(calls.getWarehouseProfitAndLoss, listOf('warehouseProfit')),
    handle(calls.exportWarehouseProfit, fileOf('warehouseProfit')),
    handle(calls.getLogisticsStatementOfAccount, listOf('freight')),
    handle(calls.exportLogisticsStatementOfAccountExcels, fileOf('freight')),
    handle(calls.getWarehouseOrderReport, listOf('warehouseOrder')),
    handle(calls.exportWarehouseOrderReportExcels, fileOf('warehouseOrder')),
    handle(calls.getInboundOutbound, listOf('movement')),
    handle(calls.exportInboundOutbound, fileOf('movement')),
    handle(calls.inventoryMonthRecordList, listOf('monthlyStock')),
    handle(calls.exportMonthlyStock, fileOf('monthlyStock')),
    handle(calls.getBalanceRecord, (tx, input, ctx) => balanceRecord(tx, ctx, input)),
    handle(calls.getCostStatementYue, (tx, input) => costStatement(tx, input)),
  ];
}

type Listed = Parameters<typeof specifiedList>[3];
type Filed = ParsedOf<typeof calls.exportStatisticsExcels>;
// A report as the specification wants it: its list and its file.
const listOf = (report: calls.ReportName) => (tx: Tx, input: Listed, ctx: Ctx) => specifiedList(tx, ctx, report, input);
const fileOf =
  (report: calls.ReportName) =>
  async (tx: Tx, { filters = {} }: Filed, ctx: Ctx) =>
    fileNow(tx, ctx, await specifiedQuery(tx, report, filters));

function describe(ctx: Ctx, name: calls.ReportName): calls.ReportDescription {
  assertSees(ctx, name);
  const report = reportOf(name);
  const language = ctx.language === 'zh' ? 0 : 1;
  const visible = visibleMeasures(ctx, report);
  const lines = lineMeasures(ctx, report);
  const dimensions = Object.entries(report.dimensions) as [calls.DimensionName, Dimension][];
  return {
    ...{ report: name, title: report.title[language] },
    dimensions: dimensions.map(([one, { labels, many }]) => ({
      ...{ name: one, title: calls.DIMENSIONS[one][language], options: labels !== undefined && !many },
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
    ahead: report.ahead !== undefined,
    lines: lines.length > 0 ? { dimensions: [...(report.lines?.dimensions ?? [])], measures: lines } : null,
  };
}

async function options(
  tx: Tx,
  ctx: Ctx,
  { report, dimension, text, keys, limit }: ParsedOf<typeof calls.reportOptions>,
) {
  assertSees(ctx, report);
  const declared = reportOf(report);
  const { labels, many } = dimensionOf(declared, dimension, 'dimension');
  if ((!labels || many) && !keys) return [];
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
