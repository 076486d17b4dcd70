import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  { path: '/profile', component: 'identity/OwnProfile', title: 'title.profile', access: 'user', frame: 'layout' },
];
