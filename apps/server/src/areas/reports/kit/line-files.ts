import { DIMENSIONS, type LinesQuery, linesQuery, MEASURES } from '@tradewind/contract/reports.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { forbidden } from '../../../core/errors.ts';
import { defineExport, type ExportColumn } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import { fetched } from './cursor.ts';
import { allLines, type Line, type Row, selectedLines, shownLines } from './lines.ts';
import { reportOf } from './report.ts';
import { seesReport } from './sums.ts';

const titled = (code: string) => [say('zh', `reports.lines.${code}`), say('en', `reports.lines.${code}`)] as const;

function columnsOf(ctx: Pick<Ctx, 'rights'>, query: LinesQuery): ExportColumn<Line>[] {
  const { lines, sums } = selectedLines(ctx, query);
  return [
    { title: titled('day'), width: 12, value: ({ day }) => day },
    { title: titled('document'), width: 24, value: ({ document }) => document?.number ?? '' },
    ...(lines.text ? [{ title: titled('text'), width: 32, value: ({ text }: Line) => text }] : []),
    ...sums.dimensions.map(
      (name, at): ExportColumn<Line> => ({
        title: DIMENSIONS[name],
        width: 24,
        value: ({ labels }) => labels[at] ?? '',
      }),
    ),
    // With every digit, so that they sum to the figure that they make.
    ...sums.measures.map(
      (name, at): ExportColumn<Line> => ({
        ...{ title: MEASURES[name].title, width: 14 },
        value: ({ figures }) => (figures[at] == null ? null : { number: figures[at] }),
      }),
    ),
  ];
}

/** All lines behind figures of a report, as of one moment. */
export const linesExport = defineExport<LinesQuery, Line>({
  name: 'reports.lines',
  title: ({ report }) => {
    const [zh, en] = reportOf(report).title;
    return [say('zh', 'reports.lines.of', { report: zh }), say('en', 'reports.lines.of', { report: en })];
  },
  filter: linesQuery,
  allow(ctx, { report }) {
    if (!seesReport(ctx, report, 'export')) throw forbidden('reports.mayNotExport');
  },
  columns: (ctx, query) => columnsOf(ctx, query),
  async count(tx, ctx, query) {
    const all = await allLines(tx, selectedLines(ctx, query), query);
    const row = await tx.row<{ n: number }>(sql`select count(*)::int as n from (${all}) l`);
    return row?.n ?? 0;
  },
  async each(tx, ctx, query, take) {
    const selected = selectedLines(ctx, query);
    await fetched<Row>(tx, await allLines(tx, selected, query), async (rows) =>
      take(await shownLines(tx, ctx, selected, rows)),
    );
  },
});
