import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/logisticsDetail',
    component: 'logistics/LogisticsDetail',
    title: 'title.tracking',
    access: 'public',
    frame: 'bare',
  },
  {
    path: '/logisticsAuthResult',
    component: 'logistics/LogisticsAuthResult',
    title: 'title.carrierAuthorization',
    access: 'public',
    frame: 'bare',
    session: true,
  },
  {
    path: '/trackOrder',
    component: 'logistics/TrackOrder',
    title: 'title.trackOrder',
    access: 'public',
    frame: 'bare',
  },
  {
    path: '/calculatePage',
    component: 'logistics/ShippingCalculator',
    title: 'title.calculate',
    access: 'public',
    frame: 'bare',
    session: true,
  },
  {
    path: '/CostCalculationt',
    component: 'logistics/CostCalculator',
    title: 'title.cost',
    access: 'public',
    frame: 'bare',
    session: true,
  },
];
