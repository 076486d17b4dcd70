import { FINANCE_REPORTS } from '../../components/finance-reports-link.tsx';
import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/reportFile',
    component: 'reports/ReportFile',
    title: 'title.reportFile',
    access: 'public',
    frame: 'bare',
  },
  {
    path: FINANCE_REPORTS,
    component: 'reports/FinanceReports',
    title: 'title.financeReports',
    access: 'user',
    frame: 'layout',
  },
];
