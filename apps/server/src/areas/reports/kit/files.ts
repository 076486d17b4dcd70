import {
  DIMENSIONS,
  MEASURES,
  type MeasureKind,
  type ReportQuery,
  type RequestedReport,
  requestedReport,
} from '@tradewind/contract/reports.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { forbidden, ruleBroken } from '../../../core/errors.ts';
import { defineExport, type ExportColumn } from '../../../core/exports.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { Decimal } from '../../../core/money.ts';
import { say } from '../../../core/text/texts.ts';
import { type Cell, XlsxWriter } from '../../../core/xlsx.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { fetched } from './cursor.ts';
import { daysOf, whole } from './days.ts';
import { reportOf } from './report.ts';
import { booksOf, labelsOf, rangeOf, readFigures, run } from './run.ts';
import { groups, keyAt, seesReport, sumsOf } from './sums.ts';

export interface FileRow {
  labels: string[];
  figures: (string | null)[];
  /** Of a file with a layout of its own. */
  line?: Cell[];
}
/** What is written while its requester waits. */
const AT_ONCE = 10_000;

/** Money to the cent; a percentage is shown as one: 12.5 is 12.5. */
const cellOf = (value: string | null | undefined, kind: MeasureKind): Cell => {
  if (value === null || value === undefined) return null;
  return { number: kind === 'money' || kind === 'ownMoney' ? new Decimal(value).toDecimalPlaces(2).toFixed() : value };
};

function columnsOf(ctx: Pick<Ctx, 'rights'>, query: ReportQuery): ExportColumn<FileRow>[] {
  const { file } = reportOf(query.report);
  if (file)
    return file.columns.map((title, at) => ({ title: [title, title], value: ({ line }) => line?.[at] ?? null }));
  const { dimensions, measures } = sumsOf(ctx, reportOf(query.report), query);
  return [
    ...dimensions.map(
      (name, at): ExportColumn<FileRow> => ({
        title: DIMENSIONS[name],
        width: 24,
        value: (row) => row.labels[at] ?? '',
      }),
    ),
    ...measures.map((name, at): ExportColumn<FileRow> => {
      const { title, kind } = MEASURES[name];
      const titled = kind === 'percent' ? ([`${title[0]} %`, `${title[1]} %`] as const) : title;
      return { title: titled, width: 14, value: (row) => cellOf(row.figures[at], kind) };
    }),
  ];
}

type Row = Record<string, string | boolean | number | null>;

/** All rows of a report, sorted by its dimensions. One statement sums them, a cursor brings them in parts. */
export const reportExport = defineExport<RequestedReport, FileRow>({
  name: 'reports.report',
  title: ({ report }) => reportOf(report).title,
  filter: requestedReport,
  allow(ctx, { report }) {
    if (!seesReport(ctx, report, 'export')) throw forbidden('reports.mayNotExport');
  },
  async settle(tx, { days, ...query }, at) {
    if (query.from !== undefined) return query;
    const { timeZone } = await companyOf(tx);
    return { ...query, ...daysOf(days ?? reportOf(query.report).usual.days, localDay(at, timeZone)) };
  },
  columns: (ctx, query) => columnsOf(ctx, whole(query)),
  async count(tx, ctx, requested) {
    const query = whole(requested);
    const sums = sumsOf(ctx, reportOf(query.report), query);
    const row = await tx.row<{ n: number }>(
      sql`select count(*)::int as n from (${await groups(tx, { ...sums, measures: [] }, await rangeOf(tx, query))}) g`,
    );
    return row?.n ?? 0;
  },
  async each(tx, ctx, requested, take) {
    const query = whole(requested);
    const sums = sumsOf(ctx, reportOf(query.report), query);
    const { file } = sums.report;
    if (file) {
      const range = await rangeOf(tx, query);
      await file.each(tx, ctx.language, range, (lines) =>
        take(lines.map((line) => ({ labels: [], figures: [], line }))),
      );
      return;
    }
    const keys = sums.dimensions.map((_, at) => keyAt(at));
    const all = await groups(tx, sums, await rangeOf(tx, query));
    const rows = sql`select * from (${all}) g ${keys.length === 0 ? sql.empty : sql`order by ${sql.join(keys)}`}`;
    await fetched<Row>(tx, rows, async (found) => {
      const read = found.map((row) => readFigures(sums, row));
      const labels = await labelsOf(tx, ctx, sums, read);
      return take(read.map(({ figures }, at) => ({ figures, labels: labels[at] ?? [] })));
    });
  },
  about: (tx, ctx, requested) => about(tx, ctx, whole(requested)),
});

async function about(tx: Tx, ctx: Ctx, query: ReportQuery) {
  const { timeZone, baseCurrency } = await companyOf(tx);
  const line = (code: string, value: string) => [say(ctx.language, `reports.about.${code}`), value] as const;
  const scoped = ctx.rights.shopIds !== null || ctx.rights.warehouseIds !== null;
  const range = await rangeOf(tx, query);
  return [
    line('report', reportOf(query.report).title[ctx.language === 'zh' ? 0 : 1]),
    line('days', `${range.from} – ${range.to}`),
    line('zone', timeZone),
    line('currency', baseCurrency),
    line('books', say(ctx.language, `reports.books.${await booksOf(tx, range)}`)),
    line('known', tx.now.toISOString()),
    line('scope', say(ctx.language, scoped ? 'reports.about.own' : 'reports.about.all')),
  ];
}

/** A whole report as a file, at once. @throws ruleBroken for more rows than somebody waits for */
export async function fileNow(tx: Tx, ctx: Ctx, query: ReportQuery): Promise<FileAnswer> {
  const { rows, total } = await run(tx, ctx, { ...query, page: 1, pageSize: AT_ONCE });
  if (total > AT_ONCE) throw ruleBroken('reports.tooManyRows', { rows: AT_ONCE });
  const columns = columnsOf(ctx, query);
  const language = ctx.language === 'zh' ? 0 : 1;
  const writer = await XlsxWriter.open(
    columns.map(({ title, width }) => ({ title: title[language], width: width ?? 16 })),
  );
  await writer.rows(rows.map((row) => columns.map((column) => column.value(row, ctx) as Cell)));
  const name = `${reportOf(query.report).title[language]} ${query.from} ${query.to}.xlsx`;
  return {
    ...{ name, mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    data: await writer.finish(),
  };
}
