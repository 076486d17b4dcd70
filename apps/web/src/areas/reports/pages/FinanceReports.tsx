import type { ReactNode } from 'react';
import { ReportTabs } from '../report-tabs.tsx';

/** Reports over the books, as far as the user has a right to them. */
export default function FinanceReports(): ReactNode {
  return (
    <ReportTabs
      reports={[
        ...(['cashForecast', 'payableAgeing', 'receivableAgeing', 'platformMoney'] as const),
        ...(['profitLoss', 'balanceSheet', 'tax'] as const),
        ...(['journalXero', 'journalQuickbooks', 'journalKingdee'] as const),
      ]}
    />
  );
}
