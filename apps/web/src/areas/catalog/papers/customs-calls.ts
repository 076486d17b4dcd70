import { customsInForce, findCategory, findProduct, listCustoms } from '@tradewind/contract/catalog.ts';

export type CustomsOwner = { productId: number } | { categoryId: number };
/** What a change of customs data makes outdated. */
export const CUSTOMS_CALLS = [listCustoms, customsInForce, findProduct, findCategory];
