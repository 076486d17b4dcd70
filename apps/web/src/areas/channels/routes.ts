import type { AreaRoute } from '../../pages.ts';

/** Where platforms send sellers: who is signed in decides what they can do next. */
const landing = (path: string, component: string, title: string): AreaRoute => ({
  path,
  component: `channels/${component}`,
  title,
  access: 'public',
  frame: 'bare',
  session: true,
});

export const routes: readonly AreaRoute[] = [
  landing('/amazonAccessToken', 'AmazonAccessToken', 'landing.title'),
  landing('/publicAccessToken', 'PublicAccessToken', 'landing.title'),
  landing('/shopWarehouseAuth', 'ShopWarehouseAuth', 'landing.warehouse'),
  landing('/shopBinding', 'ShopBinding', 'binding.title'),
];
