import type { AreaRoute } from '../../pages.ts';

/** Pages that platforms send sellers to; their options depend on who is signed in. */
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
