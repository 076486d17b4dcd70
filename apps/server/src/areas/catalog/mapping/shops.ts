import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { badField } from '../../../core/errors.ts';

type ShopReader = (tx: Tx, ctx: Pick<Ctx, 'rights'>) => Promise<{ id: number; name: string }[]>;
let read: ShopReader = async () => [];

/** Shops live in an area above this one: it says here which there are, as far as the actor sees them. */
export function provideShops(reader: ShopReader): void {
  read = reader;
}

/** Names of the shops that the actor sees, by id. */
export async function shopNames(tx: Tx, ctx: Pick<Ctx, 'rights'>): Promise<Map<number, string>> {
  return new Map((await read(tx, ctx)).map((shop) => [shop.id, shop.name]));
}

/** @throws badField when one of the shops does not exist for the actor */
export async function assertShops(tx: Tx, ctx: Pick<Ctx, 'rights'>, shopIds: Iterable<number>): Promise<void> {
  const names = await shopNames(tx, ctx);
  for (const shopId of shopIds) if (!names.has(shopId)) throw badField('shopId', 'catalog.shopUnknown');
}
