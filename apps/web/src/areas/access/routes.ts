import { rights } from '@tradewind/contract/access/modules.ts';
import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/system/account/permission',
    component: 'access/PermissionPage',
    title: 'title.rights',
    access: 'user',
    frame: 'layout',
    moduleId: rights.account.id,
  },
];
