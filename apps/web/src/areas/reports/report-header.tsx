import type { ReportResult } from '@tradewind/contract/reports.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../components/format.ts';

/** What the figures mean: whose days, which money, how much of it is final, and whose data. */
export function ReportHeader({
  header,
  today = false,
}: {
  header: ReportResult['header'];
  /** Amounts are at the rates of today, not of their booking. */
  today?: boolean;
}): ReactNode {
  const { t } = useTranslation('reports');
  const { timeZone, currency, books, knownAt, scoped, before } = header;
  const parts = [
    t('header.zone', { zone: timeZone }),
    t(today ? 'header.currencyToday' : 'header.currency', { currency }),
    t(`header.books.${books}`),
    t('header.known', { time: formatInstant(knownAt, timeZone) }),
    ...(before ? [t('header.against', before)] : []),
    ...(scoped ? [t('header.scoped')] : []),
  ];
  return <p className="tw-report-header">{parts.join(' · ')}</p>;
}
