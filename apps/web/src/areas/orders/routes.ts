import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/table',
    component: 'orders/ListFeatures',
    title: 'features.title',
    access: 'user',
    frame: 'layout',
    moduleId: 401,
  },
];
