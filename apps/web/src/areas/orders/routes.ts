import { rights } from '@tradewind/contract/access/modules.ts';
import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/table',
    component: 'orders/ListFeatures',
    title: 'title.features',
    access: 'user',
    frame: 'layout',
    moduleId: rights.order.id,
  },
];
