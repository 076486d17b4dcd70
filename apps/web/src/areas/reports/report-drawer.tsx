import type { InputOf } from '@tradewind/contract/call.ts';
import { type DimensionName, type ReportDescription, type ReportRow, runReport } from '@tradewind/contract/reports.ts';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isLost, useCall } from '../../api/hooks.ts';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import type { DetailTools } from '../../components/list-page.tsx';
import { PageError } from '../../components/page-error.tsx';
import { LineTable } from '../../components/table/line-table.tsx';
import { reportColumns } from './measures.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportLines } from './report-lines.tsx';

const SHOWN = 50;
export type ReportInput = InputOf<typeof runReport>;

interface ReportDrawerProps {
  description: ReportDescription;
  /** Of the row: its own values are filters. */
  input: ReportInput;
  title: string;
  /** The page with this row's filters, grouped by another dimension. */
  pageOf: (dimension: DimensionName) => string;
  tools: DetailTools;
}

/** What makes a row: its figures by each other dimension, each of which opens as a page, and the lines behind them. */
export function ReportDrawer({ description, input, title, pageOf, tools }: ReportDrawerProps): ReactNode {
  const { t } = useTranslation('reports');
  const others = description.dimensions.filter(({ name }) => !input.dimensions.includes(name));
  return (
    <DetailDrawer
      {...tools}
      kind="report"
      title={title}
      size={900}
      tabs={[
        ...others.map((one) => ({
          key: one.name,
          label: t('breakdown', { dimension: one.title }),
          children: (
            <Breakdown
              key={one.name}
              description={description}
              input={{ ...input, dimensions: [one.name] }}
              href={pageOf(one.name)}
            />
          ),
        })),
        description.lines && {
          key: 'lines',
          label: t('lines.title'),
          children: <ReportLines key={JSON.stringify(input.filters)} description={description} input={input} />,
        },
      ]}
    />
  );
}

function Breakdown({
  description,
  input,
  href,
}: {
  description: ReportDescription;
  input: ReportInput;
  href: string;
}): ReactNode {
  const { t } = useTranslation('reports');
  const time = ['day', 'week', 'month'].includes(input.dimensions[0] ?? '');
  const sorted = time ? { sort: input.dimensions[0], order: 'desc' as const } : {};
  const found = useCall(runReport, { ...input, ...sorted, page: 1, pageSize: time ? 200 : SHOWN } as ReportInput);
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { rows, total, measures, dimensions, header } = found.data;
  const columns = reportColumns({
    t,
    description,
    dimensions,
    measures,
    compared: false,
    currency: header.currency,
    pivot: null,
  });
  const foot = (row: Pick<ReportRow, 'figures'>) =>
    footOf(columns, { keys: [], labels: [t('total')], before: null, cells: null, ...row });
  return (
    <>
      <ReportChart
        title={t('breakdown', { dimension: columns[0]?.title ?? '' })}
        description={description}
        result={found.data}
        columns={columns}
        sort={description.usual.sort}
      />
      <LineTable
        label={t('breakdown', { dimension: columns[0]?.title ?? '' })}
        columns={columns}
        rows={rows}
        keyOf={(row) => row.keys.join('/')}
        foot={foot(found.data.totals)}
        empty={t('none')}
      />
      <p>
        <Link to={href}>{t('openPage')}</Link>
        {total > rows.length && <span className="tw-muted"> {t('top', { n: rows.length })}</span>}
      </p>
    </>
  );
}

/** The line of totals, by column. */
export const footOf = (columns: ReturnType<typeof reportColumns>, totals: ReportRow): Record<string, ReactNode> =>
  Object.fromEntries(
    columns.map((column, at) => [
      column.key,
      at > 0 && totals.labels[at] === undefined && column.frozen ? null : column.render(totals),
    ]),
  );
