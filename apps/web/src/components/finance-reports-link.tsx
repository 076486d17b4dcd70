import type { ReportName } from '@tradewind/contract/reports.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

export const FINANCE_REPORTS = '/report/finance';

/** The way from a page of finance to the reports over its figures. */
export function FinanceReportsLink({ report }: { report: ReportName }): ReactNode {
  const { t } = useTranslation();
  return (
    <Link className="tw-views-link" to={`${FINANCE_REPORTS}?view=${report}`}>
      {t('title.financeReports')}
    </Link>
  );
}
