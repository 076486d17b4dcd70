import type { AreaRoute } from '../../pages.ts';

export const routes: readonly AreaRoute[] = [
  {
    path: '/returnLabel',
    component: 'returns/ReturnLabelPage',
    title: 'title.returnLabel',
    access: 'public',
    frame: 'bare',
  },
];
