import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { draftProduct, makeSoldProducts } from '@tradewind/contract/listings.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { notFound } from '../../../core/errors.ts';
import { shopsInScope } from '../../channels/public.ts';
import { soldSkus } from '../../orders/public.ts';
import { candidatesSold } from './candidates.ts';
import { declaredOf, dollars, makeProducts, namesOf } from './make.ts';

type Named = { shopId: number; sellerSku: string };
const keyOf = ({ shopId, sellerSku }: Named) => `${shopId}/${sellerSku}`;

/** Seller SKUs of the actor's shops, from their listings or from orders that wait; unknown ones are absent. */
async function candidates(tx: Tx, ctx: Ctx, rows: readonly Named[]) {
  const mine = new Set((await shopsInScope(tx, ctx)).map((shop) => shop.id));
  const requested = [...new Map(rows.map((row) => [keyOf(row), row])).values()].filter((row) => mine.has(row.shopId));
  const sold = new Map((await soldSkus(tx, requested)).map((row) => [keyOf(row), row]));
  const found = await candidatesSold(
    tx,
    requested.map(({ shopId, sellerSku }) => ({
      ...{ shopId, sellerSku, title: '', price: null, currency: null },
      ...sold.get(keyOf({ shopId, sellerSku })),
    })),
  );
  return found.filter((one) => one.listingId !== null || sold.has(keyOf(one)));
}

/** @throws notFound if neither a listing nor a waiting order has the seller SKU */
export async function productDraft(tx: Tx, ctx: Ctx, input: ParsedOf<typeof draftProduct>) {
  const [found] = await candidates(tx, ctx, [input]);
  if (!found) throw notFound('listings.notSold', { sku: input.sellerSku });
  const { sku, imageUrl, fate, listingId } = found;
  return {
    ...namesOf(found.title),
    ...{ sku, imageUrl, fate },
    declaredValueUsd: declaredOf(found, await dollars(tx, [found])),
    from: listingId === null ? ('order' as const) : ('listing' as const),
  };
}

/** Makes products of these seller SKUs at once: a page of them, not a shop. */
export async function makeSold(tx: Tx, ctx: Ctx, { rows }: ParsedOf<typeof makeSoldProducts>) {
  const typed = new Map(rows.map((row) => [keyOf(row), row]));
  const { made, paired, left } = await makeProducts(tx, ctx, await candidates(tx, ctx, rows), {
    typed: (candidate) => typed.get(keyOf(candidate)),
    withoutSku: 'suggest',
  });
  return {
    made,
    paired,
    left: left.map(({ candidate: { shopId, sellerSku }, reason }) => ({ shopId, sellerSku, reason })),
  };
}
