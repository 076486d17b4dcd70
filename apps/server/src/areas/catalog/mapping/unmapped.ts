import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { listUnmapped as unmappedCall } from '@tradewind/contract/catalog.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { readUnmapped } from './lookups.ts';
import { shopNames } from './shops.ts';
import { suggest } from './suggest.ts';

const UNMAPPED_AT_MOST = 2_000;

/** Unmapped seller SKUs with the products that they may be. */
export async function listUnmapped(
  tx: Tx,
  ctx: Ctx,
  { shopId, sellerSku, from, page, pageSize }: ParsedOf<typeof unmappedCall>,
) {
  const names = await shopNames(tx, ctx);
  const shopIds = shopId === undefined ? ctx.rights.shopIds : names.has(shopId) ? [shopId] : [];
  const all = await readUnmapped(tx, from, { shopIds, limit: UNMAPPED_AT_MOST });
  const matching = sellerSku === undefined ? all : all.filter((row) => row.sellerSku === sellerSku);
  const shown = matching
    .slice((page - 1) * pageSize, page * pageSize)
    .map((row) => ({ ...row, shopName: names.get(row.shopId) ?? String(row.shopId) }));
  const rows = await suggest(tx, shown);
  return {
    rows: rows.map((row) => ({ ...row, oldestAt: row.oldestAt.toISOString() })),
    total: matching.length,
    totalExact: all.length < UNMAPPED_AT_MOST,
  };
}
