import type { ReportDescription, ReportResult, ReportRow } from '@tradewind/contract/reports.ts';
import { type ReactNode, useMemo } from 'react';
import { Chart, type ChartOption } from '../../components/chart.tsx';
import type { Column } from '../../components/table/columns.ts';
import { figureText, type MeasureOf } from './measures.tsx';

const TIMES = ['day', 'week', 'month'];
const BARS = 12;

interface ReportChartProps {
  title: string;
  description: ReportDescription;
  result: ReportResult;
  columns: readonly Column<ReportRow>[];
  /** The measure that bars show. */
  sort: string;
}

/** The rows of the page: over time as lines, anything else as bars of the first measure. The table stands beside it. */
export function ReportChart({ title, description, result, columns, sort }: ReportChartProps): ReactNode {
  const { rows, measures, dimensions, header } = result;
  const shown = measures.flatMap((name) => description.measures.find((one) => one.name === name) ?? []);
  const option = useMemo<ChartOption>(
    () =>
      TIMES.includes(dimensions[0] ?? '')
        ? overTime(rows, drawn(description, shown, sort), shown, header.currency)
        : bars(rows, shown, filled(rows, (measures as readonly string[]).indexOf(sort)), header.currency),
    [rows, shown, measures, dimensions, sort, header.currency, description],
  );
  return <Chart title={title} option={option} rows={rows} columns={columns} height={260} />;
}

const at = (row: ReportRow, index: number) => Number(row.figures[index] ?? 0);

/** The desired measure; where these rows have no figure of it, the one that has most in them. */
function filled(rows: readonly ReportRow[], desired: number): number {
  const most = (index: number) => rows.reduce((sum, row) => sum + Math.abs(at(row, index)), 0);
  if (desired >= 0 && rows.some((row) => row.figures[desired] != null)) return desired;
  const all = (rows[0]?.figures ?? []).map((_, index) => index);
  return all.reduce((best, index) => (most(index) > most(best) ? index : best), 0);
}

/** Over weeks to come the one measure that matters. */
const drawn = ({ ahead }: ReportDescription, shown: readonly MeasureOf[], sort: string): readonly MeasureOf[] =>
  ahead ? shown.filter(({ name }) => name === sort) : shown;

function overTime(
  rows: readonly ReportRow[],
  chosen: readonly MeasureOf[],
  measures: readonly MeasureOf[],
  currency: string,
): ChartOption {
  // What has no day is no point in time.
  const sorted = rows
    .filter(({ keys }) => keys[0] !== 'undated')
    .sort((a, b) => (a.keys[0] ?? '').localeCompare(b.keys[0] ?? ''));
  // Money on one axis; what is counted, and percentages, have another one.
  const lines = measures
    .map((measure, index) => ({ measure, index }))
    .filter(({ measure }) => chosen.includes(measure) && measure.kind !== 'percent')
    .slice(0, 4);
  const counted = lines.some(({ measure }) => measure.kind !== 'money');
  return {
    legend: { show: lines.length > 1 },
    xAxis: { type: 'category', data: sorted.map((row) => row.labels[0] ?? '') },
    yAxis: [
      { type: 'value', splitNumber: 4 },
      { type: 'value', splitNumber: 4, show: counted, splitLine: { show: false } },
    ],
    series: lines.map(({ measure, index }, line) => ({
      type: 'line',
      name: measure.title,
      yAxisIndex: measure.kind === 'money' ? 0 : 1,
      // Told apart without colour.
      symbol: (['circle', 'triangle', 'rect', 'diamond'] as const)[line] ?? 'circle',
      lineStyle: { width: 1.5, type: (['solid', 'dashed', 'dotted', 'solid'] as const)[line] ?? 'solid' },
      data: sorted.map((row) => at(row, index)),
      tooltip: { valueFormatter: (value) => figureText(String(value), measure.kind, currency) },
    })),
  };
}

function bars(
  rows: readonly ReportRow[],
  measures: readonly MeasureOf[],
  index: number,
  currency: string,
): ChartOption {
  const measure = measures[index];
  if (!measure) return {};
  const top = rows.slice(0, BARS).toReversed();
  return {
    // The legend stands above the bars, not on them.
    grid: { left: 8, right: 24, top: 28, bottom: 8, containLabel: true },
    xAxis: { type: 'value', splitNumber: 4 },
    yAxis: {
      type: 'category',
      data: top.map((row) => row.labels.join(' · ')),
      axisLabel: { width: 180, overflow: 'truncate' },
    },
    series: [
      {
        type: 'bar',
        name: measure.title,
        data: top.map((row) => at(row, index)),
        itemStyle: { borderRadius: [0, 2, 2, 0] },
        tooltip: { valueFormatter: (value) => figureText(String(value), measure.kind, currency) },
      },
    ],
  };
}
