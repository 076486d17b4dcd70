import type { ParsedOf } from '@tradewind/contract/call.ts';
import type {
  DimensionName,
  exportStatisticsExcels,
  getProductStatistics,
  ReportName,
  ReportQuery,
} from '@tradewind/contract/reports.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { lastOf } from './days.ts';
import { reportOf } from './report.ts';
import { run } from './run.ts';

type Filters = NonNullable<ParsedOf<typeof exportStatisticsExcels>['filters']>;
type Listed = Omit<ParsedOf<typeof getProductStatistics>, 'pageNum' | 'pageSize'> & Filters;

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** A report as the specification's calls want it: as it is usually grouped, of its last days unless they name others. */
export async function specifiedQuery(tx: Tx, report: ReportName, filters: Listed): Promise<ReportQuery> {
  const { timeZone } = await companyOf(tx);
  const { usual } = reportOf(report);
  const month = filters.month ? [`${filters.month}-01`, lastOf(filters.month)] : [];
  const to = filters.endDate ?? month[1] ?? localDay(tx.now, timeZone);
  const of = (name: DimensionName, id: number | undefined) => (id === undefined ? {} : { [name]: [String(id)] });
  return {
    ...{ report, from: filters.startDate ?? month[0] ?? dayBefore(to, usual.days - 1), to },
    dimensions: [...usual.dimensions],
    filters: {
      ...of('shop', filters.shopId),
      ...of('warehouse', filters.houseId),
      ...of('carrier', filters.carrierId),
    },
    order: 'desc',
  };
}

/** Its rows by name: the label and, with `Id`, the value of each dimension, and each measure. */
export async function specifiedList(
  tx: Tx,
  ctx: Ctx,
  report: ReportName,
  { pageNum, pageSize, ...filters }: Listed & { pageNum: number; pageSize: number },
) {
  const query = await specifiedQuery(tx, report, filters);
  const { rows, total, dimensions, measures } = await run(tx, ctx, { ...query, page: pageNum, pageSize });
  const list = rows.map(
    ({ keys, labels, figures }): Record<string, string | null> => ({
      ...Object.fromEntries(
        dimensions.flatMap((name, at) => [
          [name, labels[at] ?? ''],
          [`${name}Id`, keys[at] ?? ''],
        ]),
      ),
      ...Object.fromEntries(measures.map((name, at) => [name, figures[at] ?? null])),
    }),
  );
  return { list, total };
}
