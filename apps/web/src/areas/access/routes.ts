import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/system/account/permission',
    component: 'access/PermissionPage',
    title: 'title',
    access: 'user',
    frame: 'layout',
    moduleId: 992,
  },
];
