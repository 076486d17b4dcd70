import type { ReportResult } from '@tradewind/contract/reports.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '../../components/list/filters.ts';

/** What the columns of the table say. */
const IN_COLUMNS: readonly string[] = ['by', 'measures'];

interface PrintHeadProps {
  title: string;
  asOf: boolean;
  header: ReportResult['header'];
  filters: readonly Filter[];
  values: Readonly<Record<string, string>>;
  /** Which rows of how many stand below. */
  rows: { first: number; shown: number; total: number };
}

/** What a printed report begins with: its name, days, filters and rows. On the screen the page says it elsewhere. */
export function PrintHead({ title, asOf, header, filters, values, rows }: PrintHeadProps): ReactNode {
  const { t } = useTranslation('reports');
  const days = asOf ? `${t('asOf')} ${header.to}` : `${header.from} – ${header.to}`;
  const chosen = filters.flatMap((filter) => {
    if ((filter.kind !== 'multi' && filter.kind !== 'select') || IN_COLUMNS.includes(filter.name)) return [];
    const labels = (values[filter.name]?.split(',') ?? []).map(
      (value) => filter.options.find((option) => String(option.value) === value)?.label ?? value,
    );
    return labels.length > 0 ? [t('print.filter', { name: filter.label, values: labels.join(t('and')) })] : [];
  });
  const part = { from: rows.first, to: rows.first + rows.shown - 1, total: rows.total };
  return (
    <header className="tw-report-print">
      <h1>{title}</h1>
      <p>{[days, ...chosen, ...(rows.total > rows.shown ? [t('print.rows', part)] : [])].join(' · ')}</p>
    </header>
  );
}
