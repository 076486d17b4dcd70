import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/ERPStoredocking',
    component: 'settings/ErpNames',
    title: 'erp.title',
    access: 'public',
    frame: 'bare',
    session: true,
  },
];
