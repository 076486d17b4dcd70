import { rights } from '@tradewind/contract/access/modules.ts';
import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/businesst',
    component: 'company/LicencePage',
    title: 'title.licence',
    access: 'user',
    frame: 'layout',
    moduleId: rights.company.id,
  },
  {
    path: '/system/applications',
    component: 'company/Applications',
    title: 'title.applications',
    access: 'user',
    frame: 'layout',
  },
  { path: '/pricePlan', component: 'company/PricePlan', title: 'title.prices', access: 'public', frame: 'bare' },
  {
    path: '/choosePlan',
    component: 'company/ChoosePlan',
    title: 'title.choose',
    access: 'public',
    frame: 'bare',
    session: true,
  },
];
