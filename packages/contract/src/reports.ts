import { z } from 'zod';
import { type Right, rights } from './access/modules.ts';
import { day, defineCall, exportCall, idempotencyKey, integer, list, paging, saying, text } from './call.ts';
import { EXPORT_FORMATS } from './catalog/exports.ts';
import { CHANGE_STEPS, type ChangeStep, DIMENSION_NAMES, MEASURE_KINDS, MEASURE_NAMES } from './reports/words.ts';

export * from './reports/words.ts';

/** Every report by name, and the module that gives the right to it. */
export const REPORTS = {
  product: rights.productReport,
  order: rights.orderReport,
  profit: rights.orderReport,
  profitBridge: rights.orderReport,
  freight: rights.freightReport,
  warehouseOrder: rights.warehouseOrderReport,
  warehouseProfit: rights.warehouseProfitReport,
  /** It has no page of its own in the menu. */
  returnsCost: rights.salesReturn,
  movement: rights.movementReport,
  purchase: rights.movementReport,
  monthlyStock: rights.monthlyStockReport,
  stockValue: rights.monthlyStockReport,
  stockAge: rights.monthlyStockReport,
  sellThrough: rights.monthlyStockReport,
  receivableAgeing: rights.balance,
  payableAgeing: rights.balance,
  cashForecast: rights.balance,
  platformMoney: rights.settlement,
  profitLoss: rights.monthClose,
  balanceSheet: rights.monthClose,
  tax: rights.monthClose,
  journalXero: rights.monthClose,
  journalQuickbooks: rights.monthClose,
  journalKingdee: rights.monthClose,
} as const satisfies Record<string, { view: Right; export: Right }>;
export type ReportName = keyof typeof REPORTS;
export const REPORT_NAMES = Object.keys(REPORTS) as [ReportName, ...ReportName[]];

/** Whoever may see one report may call; each report asks for its own right. */
const modules = [...new Set<(typeof REPORTS)[ReportName]>(Object.values(REPORTS))];
const view: Right[] = modules.map((module) => module.view);
const exporting: Right[] = modules.map((module) => module.export);

const pair = z.object({ name: z.string(), title: z.string() });
export const describeReport = defineCall({
  ...{ method: 'GET', path: '/seller/reports/describe', access: view },
  summary: 'Returns what a report can be grouped by and what it sums, as far as the user may see it.',
  input: z.strictObject({ report: z.enum(REPORT_NAMES) }),
  result: z.object({
    report: z.enum(REPORT_NAMES),
    title: z.string(),
    /** `options`: its values are chosen from reportOptions. */
    dimensions: z.array(pair.extend({ name: z.enum(DIMENSION_NAMES), options: z.boolean() })),
    measures: z.array(pair.extend({ name: z.enum(MEASURE_NAMES), kind: z.enum(MEASURE_KINDS) })),
    usual: z.object({
      dimensions: z.array(z.enum(DIMENSION_NAMES)),
      measures: z.array(z.enum(MEASURE_NAMES)),
      sort: z.enum(MEASURE_NAMES),
      days: z.number().int(),
    }),
    /** It shows how things stood at the end of one day. */
    asOf: z.boolean(),
    /** It shows what is expected from today on: it has days of its own. */
    ahead: z.boolean(),
    /** What its lines show; null if it has none, or the user may see none of their figures. */
    lines: z
      .object({ dimensions: z.array(z.enum(DIMENSION_NAMES)), measures: z.array(z.enum(MEASURE_NAMES)) })
      .nullable(),
  }),
});
export type ReportDescription = z.output<typeof describeReport.result>;

const values = z.array(text(80)).max(200);
export const reportQuery = z.strictObject({
  report: z.enum(REPORT_NAMES),
  /** Days of the company, both included. At most three years. */
  from: day(),
  to: day(),
  dimensions: z.array(z.enum(DIMENSION_NAMES)).max(4),
  /** Default: those of the report. */
  measures: z.array(z.enum(MEASURE_NAMES)).min(1).max(MEASURE_NAMES.length).optional(),
  /** Only these values of a dimension; as text. */
  filters: z.partialRecord(z.enum(DIMENSION_NAMES), values).optional(),
  /** The days just before, as many; or the same days a year earlier. */
  compare: z.enum(['before', 'year']).optional(),
  /** A measure, or a dimension; default: what the report is usually sorted by. */
  sort: z.enum([...MEASURE_NAMES, ...DIMENSION_NAMES]).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type ReportQuery = z.output<typeof reportQuery>;

/** Words for days that move with the calendar of the company. */
export const DAY_SPANS = ['yesterday', 'lastWeek', 'thisMonth', 'lastMonth', 'thisYear'] as const;
export type DaySpan = (typeof DAY_SPANS)[number];
const requested = reportQuery.extend({
  from: day().optional(),
  to: day().optional(),
  /** In place of from and to: as many last days, today included, or a span. They move, whenever the report is made. */
  days: z.union([integer(1, 1096), z.enum(DAY_SPANS)]).optional(),
});
const daysFit = ({ from, to, days }: { from?: unknown; to?: unknown; days?: unknown }) =>
  (from === undefined) === (to === undefined) && (from === undefined || days === undefined);
const daysOnce = { path: ['days'], message: saying('reports.daysOnce') };
/** A report as it is kept for a file: without days, of as many last days as the report usually shows. */
export const requestedReport = requested.refine(daysFit, daysOnce);
export type RequestedReport = z.output<typeof requestedReport>;

const figures = z.array(z.string().nullable());
const reportRow = z.object({
  /** The value of each dimension, as a filter takes it; '' for none. */
  keys: z.array(z.string()),
  labels: z.array(z.string()),
  /** In the order of the measures. Decimal text; null where it cannot be said, as a share of nothing. */
  figures,
  /** Of the other days. */
  before: figures.nullable(),
  /** By value of the pivot's dimension, in the order of `columns`. */
  cells: z.array(figures.nullable()).nullable(),
});
export type ReportRow = z.output<typeof reportRow>;
export const runReport = defineCall({
  ...{ method: 'POST', path: '/seller/reports/run', access: view, mode: 'read' },
  summary: 'Sums a report by the chosen dimensions: a page of rows, their totals, and how they were made.',
  input: reportQuery.extend({
    ...paging,
    /** A column for each value of this dimension, at most 30, those with most first. */
    pivot: z.enum(DIMENSION_NAMES).optional(),
  }),
  result: z.object({
    dimensions: z.array(z.enum(DIMENSION_NAMES)),
    measures: z.array(z.enum(MEASURE_NAMES)),
    rows: z.array(reportRow),
    total: z.number().int(),
    totals: reportRow.omit({ keys: true, labels: true }),
    columns: z.array(z.object({ key: z.string(), label: z.string() })).nullable(),
    /** What the figures mean. */
    header: z.object({
      timeZone: z.string(),
      currency: z.string(),
      from: z.string(),
      to: z.string(),
      /** The days compared with. */
      before: z.object({ from: z.string(), to: z.string() }).nullable(),
      /** Whether months of the range are closed in the books. */
      books: z.enum(['open', 'closed', 'partly']),
      /** Everything that was known then. */
      knownAt: z.string(),
      /** The actor sees only some shops or warehouses. */
      scoped: z.boolean(),
    }),
  }),
});
export type ReportResult = z.output<typeof runReport.result>;

const reportLine = z.object({
  key: z.string(),
  day: z.string(),
  /** What it is or belongs to, where that has a number. */
  document: z.object({ kind: z.string(), id: z.number().int(), number: z.string() }).nullable(),
  text: z.string(),
  labels: z.array(z.string()),
  figures,
});
export type ReportLine = z.output<typeof reportLine>;
export const linesQuery = reportQuery.omit({ dimensions: true, compare: true, sort: true, order: true });
export type LinesQuery = z.output<typeof linesQuery>;
export const reportLines = defineCall({
  ...{ method: 'POST', path: '/seller/reports/lines', access: view, mode: 'read' },
  summary:
    'Lists the documents or ledger lines that make the figures of a report, newest first. They sum to its figures.',
  input: linesQuery.extend({
    /** The key of the last line of the page before. */
    after: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d\/\d{1,18}$/)
      .optional(),
    limit: integer(1, 200).default(50),
  }),
  result: z.object({
    dimensions: z.array(z.enum(DIMENSION_NAMES)),
    /** Those measures that lines have; all of these, if none were chosen. */
    measures: z.array(z.enum(MEASURE_NAMES)),
    currency: z.string(),
    lines: z.array(reportLine),
    /** Where the next page begins; null after the last line. */
    next: z.string().nullable(),
  }),
});

export const explainChange = defineCall({
  ...{ method: 'POST', path: '/seller/reports/change', access: [rights.productReport.view], mode: 'read' },
  summary: 'Divides the change of profit between two periods into its causes, which sum to it exactly.',
  input: z.strictObject({
    ...{ from: day(), to: day(), compare: z.enum(['before', 'year']) },
    filters: z.partialRecord(z.enum(DIMENSION_NAMES), values).optional(),
  }),
  result: z.object({
    currency: z.string(),
    before: z.string(),
    after: z.string(),
    steps: z.array(
      z.object({ step: z.enum(Object.keys(CHANGE_STEPS) as [ChangeStep, ...ChangeStep[]]), amount: z.string() }),
    ),
  }),
});

export const reportOptions = defineCall({
  ...{ method: 'GET', path: '/seller/reports/options', access: view },
  summary: 'Finds values of a dimension of a report by their name, or names the values given.',
  input: z.strictObject({
    report: z.enum(REPORT_NAMES),
    dimension: z.enum(DIMENSION_NAMES),
    text: text(80).default(''),
    keys: list(text(80), 200).optional(),
    limit: integer(1, 200).default(50),
  }),
  result: z.array(z.object({ key: z.string(), label: z.string() })),
});

export const exportReport = exportCall(
  '/seller/reports/export',
  exporting,
  'Exports all rows of a report to a file in the background.',
  requested.extend({ format: z.enum(EXPORT_FORMATS).optional(), ...idempotencyKey }).refine(daysFit, daysOnce),
);

export const exportReportLines = exportCall(
  '/seller/reports/lines/export',
  exporting,
  'Exports all lines behind figures of a report to a file in the background.',
  linesQuery.extend({ ...idempotencyKey }),
);

// The specification's calls, with its paths and fields: the reports as they are usually grouped.
const when = { startDate: day().optional(), endDate: day().optional() };
const month = () => z.string().regex(/^(19|2[01])\d\d-(0[1-9]|1[0-2])$/);
const pages = { pageNum: integer(1, 100_000).default(1), pageSize: integer(1, 200).default(30) };
/** A figure or label by the name of its measure or dimension. */
const listed = z.object({ list: z.array(z.record(z.string(), z.string().nullable())), total: z.number().int() });
const ofShop = z.strictObject({ shopId: integer(1).optional(), ...when, ...pages });
const ofWarehouse = z.strictObject({ houseId: integer(1).optional(), ...when, ...pages });
const ofCarrier = z.strictObject({ carrierId: integer(1).optional(), ...when, ...pages });
const specified = <I extends z.ZodType>(name: string, module: { view: Right }, summary: string, input: I) =>
  defineCall({
    ...{ method: 'GET', path: `/seller/reports/${name}`, access: [module.view], summary },
    ...{ input, result: listed },
  });
const blob = (name: string, module: { export: Right }, summary: string) =>
  defineCall({
    ...{ method: 'POST', path: `/seller/reports/${name}`, access: [module.export], mode: 'read', download: true },
    summary,
    input: z.strictObject({
      /** As the list's; at most 10,000 rows, larger files are exported in the background. */
      filters: z
        .strictObject({
          ...{ shopId: integer(1).optional(), houseId: integer(1).optional(), carrierId: integer(1).optional() },
          ...{ month: month().optional(), ...when },
        })
        .optional(),
    }),
    result: z.unknown(),
  });

export const getProductStatistics = specified(
  'getProductStatistics',
  rights.productReport,
  'Sums sales, costs and profit by product.',
  ofShop,
);
export const exportStatisticsExcels = blob(
  'exportStatisticsExcels',
  rights.productReport,
  'Returns the product statistics as a file.',
);

export const getOrderStatistics = specified(
  'getOrderStatistics',
  rights.orderReport,
  'Sums orders, their value, cancellations and profit by shop.',
  ofShop,
);
export const exportOrderStatisticsExcel = blob(
  'exportOrderStatisticsExcel',
  rights.orderReport,
  'Returns the order statistics as a file.',
);

export const getWarehouseProfitAndLoss = specified(
  'getWarehouseProfitAndLoss',
  rights.warehouseProfitReport,
  'Sums what warehouses charge and give back, by fee type.',
  ofWarehouse,
);
export const exportWarehouseProfit = blob(
  'WarehouseProfitAndLossExcel',
  rights.warehouseProfitReport,
  'Returns the profit and loss of warehouses as a file.',
);

export const getLogisticsStatementOfAccount = specified(
  'getLogisticsStatementOfAccount',
  rights.freightReport,
  'Sums parcels, labels and what carriers bill, by carrier and channel.',
  ofCarrier,
);
export const exportLogisticsStatementOfAccountExcels = blob(
  'exportLogisticsStatementOfAccountExcels',
  rights.freightReport,
  'Returns the logistics statement as a file.',
);

export const getWarehouseOrderReport = specified(
  'getWarehouseOrderReport',
  rights.warehouseOrderReport,
  'Sums outbounds, their hours, fees and delays, by warehouse.',
  ofWarehouse,
);
export const exportWarehouseOrderReportExcels = blob(
  'exportWarehouseOrderReportExcels',
  rights.warehouseOrderReport,
  'Returns the report of warehouse orders as a file.',
);

export const getInboundOutbound = specified(
  'getWareHouseInOrOutStatistics',
  rights.movementReport,
  'Sums what came into warehouses and left them, with the stock before and after.',
  ofWarehouse,
);
export const exportInboundOutbound = blob(
  'WareHouseInOrOutStatisticsExcel',
  rights.movementReport,
  'Returns what came into warehouses and left them as a file.',
);

export const inventoryMonthRecordList = specified(
  'inventoryMonthRecordList',
  rights.monthlyStockReport,
  'Lists the stock of a month by product and warehouse: opening, in, out, closing and its value.',
  z.strictObject({
    houseId: integer(1).optional(),
    /** yyyy-MM; default: this month. */
    month: month().optional(),
    ...pages,
  }),
);
export const exportMonthlyStock = blob(
  'inventoryMonthRecordEXDA',
  rights.monthlyStockReport,
  'Returns the stock of a month as a file.',
);

export const getBalanceRecord = specified(
  'getBalanceRecord',
  rights.balance,
  'Lists how balances changed, by party, account and currency; without days in this month.',
  z.strictObject({ ...when, ...pages }),
);
export const getCostStatementYue = specified(
  'getCostStatementYue',
  rights.providerReconciliation,
  'Lists what warehouse providers charged, refunded and froze, by fee type; without days in all.',
  z.strictObject({ ...when, ...pages }),
);
