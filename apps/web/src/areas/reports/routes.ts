import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/reportFile',
    component: 'reports/ReportFile',
    title: 'title.reportFile',
    access: 'public',
    frame: 'bare',
  },
];
