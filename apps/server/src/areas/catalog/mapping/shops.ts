import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { badField } from '../../../core/errors.ts';

type ShopReader = (tx: Tx, ctx: Pick<Ctx, 'rights'>) => Promise<{ id: number; name: string }[]>;
let read: ShopReader = async () => [];

/** The channels area is above this one and registers its shops here, limited to the user's scope. */
export function provideShops(reader: ShopReader): void {
  read = reader;
}

/** Names of the user's shops, by id. */
export async function shopNames(tx: Tx, ctx: Pick<Ctx, 'rights'>): Promise<Map<number, string>> {
  return new Map((await read(tx, ctx)).map((shop) => [shop.id, shop.name]));
}

/** @throws badField for a shop that the user does not see */
export async function assertShops(tx: Tx, ctx: Pick<Ctx, 'rights'>, shopIds: Iterable<number>): Promise<void> {
  const names = await shopNames(tx, ctx);
  for (const shopId of shopIds) if (!names.has(shopId)) throw badField('shopId', 'catalog.shopUnknown');
}
