import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/ERPStoredocking',
    component: 'settings/ErpNames',
    title: 'title.erp',
    access: 'public',
    frame: 'bare',
    session: true,
  },
  {
    path: '/system/personal-data',
    component: 'settings/PersonalData',
    title: 'title.personalData',
    access: 'user',
    frame: 'layout',
  },
];
