import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/logisticsDetail',
    component: 'logistics/LogisticsDetail',
    title: 'title.tracking',
    access: 'public',
    frame: 'bare',
  },
];
