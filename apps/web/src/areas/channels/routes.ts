import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/amazonAccessToken',
    component: 'channels/AmazonAccessToken',
    title: 'landing.title',
    access: 'public',
    frame: 'bare',
  },
  {
    path: '/publicAccessToken',
    component: 'channels/PublicAccessToken',
    title: 'landing.title',
    access: 'public',
    frame: 'bare',
  },
];
