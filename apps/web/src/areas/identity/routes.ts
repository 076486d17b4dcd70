import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  { path: '/profile', component: 'identity/OwnProfile', title: 'profile.title', access: 'user', frame: 'layout' },
];
