import type { InputOf } from '@tradewind/contract/call.ts';
import {
  type DimensionName,
  exportReportLines,
  type MeasureName,
  REPORTS,
  type ReportDescription,
  type ReportLine,
  reportLines,
  runReport,
} from '@tradewind/contract/reports.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useSend } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { DocumentLink } from '../../components/document-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ExportButton } from '../../components/list/export-button.tsx';
import { PageError } from '../../components/page-error.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import { Figure } from './measures.tsx';

interface ReportLinesProps {
  description: ReportDescription;
  /** Of the row: its own values are filters. */
  input: InputOf<typeof runReport>;
}

/** The documents or ledger lines that make a row, newest first; their sum is the row's figure. */
export function ReportLines({ description, input }: ReportLinesProps): ReactNode {
  const { t } = useTranslation('reports');
  const may = useMay();
  const [places, setPlaces] = useState<readonly string[]>([]);
  const { report, from, to, filters, measures } = input;
  const query = { report, from, to, filters, measures };
  const after = places.at(-1);
  const found = useSend(reportLines, after ? { ...query, after } : query, { keepPrevious: true });
  const shown = found.data?.measures;
  const sums = useSend(
    runReport,
    { ...query, measures: shown, dimensions: [], pageSize: 1 },
    { enabled: shown !== undefined, keepPrevious: true },
  );
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { lines, dimensions, currency, next } = found.data;
  const totals = sums.data?.totals.figures;
  const columns = [
    ...factColumns(t, lines),
    ...figureColumns(description, found.data.measures, currency).filter(
      (_, at) => Number(totals?.[at] ?? 0) !== 0 || lines.some(({ figures }) => Number(figures[at] ?? 0) !== 0),
    ),
    // After the figures, which then stand in sight without scrolling.
    ...labelColumns(titlesOf(description, dimensions, filters)),
  ];
  const total = {
    key: '',
    day: t('total'),
    document: null,
    text: '',
    labels: [],
    figures: totals ?? [],
  };
  return (
    <>
      <LineTable
        label={t('lines.title')}
        columns={columns}
        rows={lines}
        keyOf={(line) => line.key}
        stale={found.isPlaceholderData}
        foot={sums.data && Object.fromEntries(columns.map((one) => [one.key, footCell(one, total)]))}
        empty={<EmptyState title={t('lines.none')} />}
      />
      {may(REPORTS[report].export) && lines.length > 0 && (
        <ExportButton action={{ call: exportReportLines }} filter={query} />
      )}
      {(next !== null || places.length > 0) && (
        <p className="tw-report-steps">
          <Button disabled={places.length === 0} onClick={() => setPlaces(places.slice(0, -1))}>
            {t('lines.newer')}
          </Button>
          <Button disabled={next === null} onClick={() => next !== null && setPlaces([...places, next])}>
            {t('lines.older')}
          </Button>
        </p>
      )}
    </>
  );
}

/** By their place among the line's labels. What all lines have alike stands in the heading. */
const titlesOf = (
  { dimensions }: ReportDescription,
  names: readonly DimensionName[],
  filters: ReportLinesProps['input']['filters'],
): (string | undefined)[] =>
  names.map((name) => (filters?.[name]?.length === 1 ? undefined : dimensions.find((one) => one.name === name)?.title));

const footCell = (column: Column<ReportLine>, total: ReportLine): ReactNode =>
  column.key === 'day' || column.align === 'right' ? column.render(total) : null;

/** What a line is. Columns that no line of the page fills are left out. */
function factColumns(
  t: (key: 'lines.day' | 'lines.document' | 'lines.text') => string,
  lines: readonly ReportLine[],
): Column<ReportLine>[] {
  return [
    {
      ...{ key: 'day', title: t('lines.day'), width: 100, frozen: true },
      render: (line) => <span className="tw-figure">{line.day}</span>,
    },
    ...(lines.some(({ document }) => document)
      ? [
          {
            ...{ key: 'document', title: t('lines.document'), width: 140, card: 'title' as const },
            render: ({ document }: ReportLine) => <DocumentLink kind="" id={0} number={null} {...document} />,
          },
        ]
      : []),
    ...(lines.some(({ text }) => text)
      ? [{ key: 'text', title: t('lines.text'), width: 190, render: (line: ReportLine) => line.text }]
      : []),
  ];
}

const labelColumns = (titles: readonly (string | undefined)[]): Column<ReportLine>[] =>
  titles.flatMap((title, at) =>
    title ? [{ key: `of${at}`, title, width: 120, render: (line: ReportLine) => line.labels[at] }] : [],
  );

const figureColumns = (
  description: ReportDescription,
  measures: readonly MeasureName[],
  currency: string,
): Column<ReportLine>[] =>
  measures.flatMap((name, at): Column<ReportLine>[] => {
    const measure = description.measures.find((one) => one.name === name);
    if (!measure) return [];
    return [
      {
        ...{ key: name, title: measure.title, width: 110, align: 'right' },
        render: (line) => <Figure value={line.figures[at]} measure={measure} currency={currency} />,
      },
    ];
  });
