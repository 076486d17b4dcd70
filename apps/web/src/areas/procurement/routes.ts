import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/supplierOrder',
    component: 'procurement/SupplierOrder',
    title: 'title.supplierOrder',
    access: 'public',
    frame: 'bare',
  },
];
