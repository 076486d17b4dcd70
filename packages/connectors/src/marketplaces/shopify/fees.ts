import { z } from 'zod';
import { writeCursor } from '../../cursor.ts';
import type { FeePage } from '../../marketplace.ts';
import { isZero } from '../../money.ts';
import { amount, currencyCode, instant, reasonOf } from '../../read.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { idOf, type ShopifyClient } from './client.ts';
import { readPage } from './listing.ts';
import { LIST_FEES } from './queries.ts';

/** What Shopify Payments kept of each payment; other payment providers tell Shopify nothing. */
const orderFees = z.object({
  legacyResourceId: z.coerce.string().regex(/^\d+$/),
  transactions: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      status: z.string(),
      createdAt: instant,
      fees: z.array(z.object({ type: z.string().nullish(), amount: z.object({ amount, currencyCode }) })).nullish(),
    }),
  ),
});

export function createFees(graphql: ShopifyClient, now: () => number) {
  return async function listFees(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<FeePage> {
    const page = await readPage(graphql, access, {
      graphqlQuery: LIST_FEES,
      updatedAfter: input.postedAfter,
      now: now(),
      ...(input.cursor === undefined ? {} : { cursor: input.cursor }),
    });
    const result: FeePage = {
      fees: [],
      unreadable: [],
      listedUntil: page.until,
      ...(page.next ? { nextCursor: writeCursor(page.next) } : {}),
    };
    for (const raw of page.nodes) {
      const read = orderFees.safeParse(raw);
      if (!read.success) {
        result.unreadable.push({ raw, reason: reasonOf(read.error) });
        continue;
      }
      for (const transaction of read.data.transactions) {
        if (transaction.status !== 'SUCCESS') continue;
        for (const [index, fee] of (transaction.fees ?? []).entries()) {
          if (isZero(fee.amount.amount)) continue;
          result.fees.push({
            platformOrderNo: read.data.legacyResourceId,
            kind: 'payment',
            description: fee.type ?? transaction.kind,
            amount: fee.amount.amount,
            currency: fee.amount.currencyCode,
            postedAt: transaction.createdAt,
            reference: `${idOf(transaction.id)}/${index}`,
          });
        }
      }
    }
    return result;
  };
}
