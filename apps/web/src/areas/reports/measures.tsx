import type { ReportDescription, ReportRow } from '@tradewind/contract/reports.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { None, Quantity } from '../../components/figures.tsx';
import { formatMoney, formatNumber } from '../../components/format.ts';
import type { Column } from '../../components/table/columns.ts';

export type MeasureOf = ReportDescription['measures'][number];

/** A figure as text: money with the decimals of its currency, a percentage with its sign. */
export function figureText(value: string, kind: MeasureOf['kind'], currency: string): string {
  if (kind === 'money' || kind === 'ownMoney') return formatMoney(Number(value).toFixed(2), currency);
  if (kind === 'percent') return `${formatNumber(value, { min: 1, max: 1 })}%`;
  return formatNumber(value, { max: 2 });
}

export function Figure({
  value,
  measure,
  currency,
}: {
  value: string | null | undefined;
  measure: MeasureOf;
  currency: string;
}): ReactNode {
  if (value === null || value === undefined) return <None />;
  if (Number(value) === 0) return <Quantity value={0} />;
  const negative = value.startsWith('-');
  return (
    <span className={negative ? 'tw-figure tw-bad' : 'tw-figure'}>{figureText(value, measure.kind, currency)}</span>
  );
}

/** How much more or less than before, in percent; of percentages the points. */
function Change({
  now,
  before,
  measure,
}: {
  now: string | null | undefined;
  before: string | null | undefined;
  measure: MeasureOf;
}): ReactNode {
  const [a, b] = [Number(now ?? 0), Number(before ?? 0)];
  const change = measure.kind === 'percent' ? a - b : b === 0 ? undefined : ((a - b) / Math.abs(b)) * 100;
  if (change === undefined || !Number.isFinite(change)) return <None />;
  const text = formatNumber(Math.abs(change).toFixed(1), { min: 1, max: 1 });
  return (
    <span className="tw-figure">
      {change < 0 ? '▼' : '▲'} {text}
      {measure.kind === 'percent' ? '' : '%'}
    </span>
  );
}

/** Dimensions with long names. */
const WIDE = ['product', 'account', 'party', 'document'];

/** Room for the title: a Chinese character is as wide as two letters. */
const widthOf = (title: string): number =>
  Math.max(120, 36 + [...title].reduce((sum, letter) => sum + (letter > '\u2e80' ? 14 : 8), 0));

interface ColumnsOf {
  t: TFunction<'reports'>;
  description: ReportDescription;
  dimensions: readonly string[];
  measures: readonly string[];
  compared: boolean;
  currency: string;
  pivot: readonly { key: string; label: string }[] | null;
}

/** Dimensions first and frozen, then each measure, beside it what it was before; or a column for each value of a pivot. */
export function reportColumns({
  t,
  description,
  dimensions,
  measures,
  compared,
  currency,
  pivot,
}: ColumnsOf): Column<ReportRow>[] {
  const titleOf = (name: string) => description.dimensions.find((one) => one.name === name)?.title ?? name;
  const shown = measures.flatMap((name) => description.measures.find((one) => one.name === name) ?? []);
  const heads = dimensions.map(
    (name, at): Column<ReportRow> => ({
      key: name,
      title: titleOf(name),
      width: WIDE.includes(name) ? 240 : 150,
      frozen: true,
      always: true,
      sort: true,
      ...(at === 0 ? { card: 'title' as const } : {}),
      render: (row) => (
        <span className={name === 'day' || name === 'month' ? 'tw-figure' : undefined}>{row.labels[at]}</span>
      ),
    }),
  );
  const [first] = shown;
  const own = dimensions.indexOf('currency');
  const currencyOf = (row: ReportRow, { kind }: MeasureOf) =>
    kind === 'ownMoney' ? (row.labels[own] ?? currency) : currency;
  const across = (pivot ?? []).map(
    ({ label }, at): Column<ReportRow> => ({
      key: `pivot${at}`,
      title: label,
      width: 120,
      align: 'right',
      render: (row) =>
        first && <Figure value={row.cells?.[at]?.[0]} measure={first} currency={currencyOf(row, first)} />,
    }),
  );
  const figures = (pivot ? shown.slice(0, 1) : shown).flatMap((measure, at): Column<ReportRow>[] => {
    const own: Column<ReportRow> = {
      ...{ key: measure.name, title: measure.title, width: widthOf(measure.title), align: 'right', sort: true },
      render: (row) => <Figure value={row.figures[at]} measure={measure} currency={currencyOf(row, measure)} />,
    };
    if (!compared || pivot) return [own];
    const was: Column<ReportRow> = {
      ...{ key: `${measure.name}Before`, title: t('before', { measure: measure.title }), width: 130, align: 'right' },
      render: (row) => <Figure value={row.before?.[at]} measure={measure} currency={currencyOf(row, measure)} />,
    };
    const change: Column<ReportRow> = {
      ...{ key: `${measure.name}Change`, title: t('changed', { measure: measure.title }), width: 110, align: 'right' },
      render: (row) => <Change now={row.figures[at]} before={row.before?.[at]} measure={measure} />,
    };
    return [own, was, change];
  });
  return [...heads, ...figures, ...across];
}
