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
  landing('/amazonAccessToken', 'AmazonAccessToken', 'title.shopAuthorization'),
  landing('/publicAccessToken', 'PublicAccessToken', 'title.shopAuthorization'),
  landing('/shopWarehouseAuth', 'ShopWarehouseAuth', 'title.warehouseAuthorization'),
  landing('/shopBinding', 'ShopBinding', 'title.binding'),
];
