import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { listOf, optionalText, wholeNumber } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { shaped, type WalmartClient } from './client.ts';

/** Articles in one feed; Walmart takes more, but an answer is to stay readable. */
export const BATCH = 500;
/** So few go one by one and are done at once; more go as a feed, of which Walmart takes ten an hour. */
const ONE_BY_ONE = 5;
const STATUS_PAGE = 50;

const feedAnswer = z.object({ feedId: z.string().min(1) });
const statusAnswer = z.object({
  feedStatus: z.string(),
  itemsReceived: wholeNumber.nullish(),
  itemDetails: z
    .object({
      itemIngestionStatus: listOf(
        z.object({
          sku: z.string(),
          ingestionStatus: z.string(),
          ingestionErrors: z
            .object({ ingestionError: listOf(z.object({ code: optionalText, description: optionalText })) })
            .nullish(),
        }),
      ),
    })
    .nullish(),
});
type Ingested = NonNullable<z.output<typeof statusAnswer>['itemDetails']>['itemIngestionStatus'][number];

const each = (quantity: number) => ({ unit: 'EACH', amount: quantity });
const stockOf = ({ sellerSku: sku, quantity }: StockPush) => ({ sku, quantity: each(quantity) });
/** A number in JSON: what has so few digits is written as it was. */
const priceOf = ({ sellerSku: sku, price, currency }: PricePush) => ({
  sku,
  pricing: [{ currentPriceType: 'BASE', currentPrice: { currency, amount: Number(price) } }],
});

function outcomeOf(answered: Ingested): PushOutcome {
  if (answered.ingestionStatus === 'SUCCESS') return { outcome: 'accepted' };
  const error = answered.ingestionErrors?.ingestionError[0];
  return {
    outcome: 'refused',
    code: error?.code ?? answered.ingestionStatus,
    detail: error?.description ?? `Walmart says ${answered.ingestionStatus}`,
  };
}

export function createUpdates(call: WalmartClient) {
  /** Absolute values, so what was told before another call failed may be told again. */
  async function oneByOne<T>(items: readonly T[], notify: (item: T) => Promise<unknown>): Promise<PushOutcome[]> {
    const outcomes: PushOutcome[] = [];
    for (const item of items) {
      try {
        await notify(item);
        outcomes.push({ outcome: 'accepted' });
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        outcomes.push({ outcome: 'refused', ...(error.code ? { code: error.code } : {}), detail: error.message });
      }
    }
    return outcomes;
  }

  async function feed(access: ShopAccess, feedType: string, content: unknown, count: number): Promise<PushOutcome[]> {
    const mark = `feed-${randomUUID()}`;
    const head = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="${feedType}.json"\r\n`;
    const file = `content-type: application/json\r\n\r\n${JSON.stringify(content)}\r\n`;
    const answer = await call(access, {
      kind: 'feeds',
      method: 'POST',
      path: '/v3/feeds',
      query: { feedType },
      body: { type: `multipart/form-data; boundary=${mark}`, content: `${head}${file}--${mark}--\r\n` },
    });
    const { feedId: ticket } = shaped(feedAnswer, answer, 'feeds');
    return Array.from({ length: count }, () => ({ outcome: 'pending', ticket }));
  }

  return {
    async pushStock(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> {
      if (items.length > ONE_BY_ONE) {
        const content = { InventoryHeader: { version: '1.4' }, Inventory: items.map(stockOf) };
        return feed(access, 'inventory', content, items.length);
      }
      return oneByOne(items, (item) => {
        const query = { sku: item.sellerSku };
        return call(access, { kind: 'inventory', method: 'PUT', path: '/v3/inventory', query, json: stockOf(item) });
      });
    },

    async pushPrice(access: ShopAccess, items: readonly PricePush[]): Promise<PushOutcome[]> {
      if (items.length > ONE_BY_ONE) {
        const content = { PriceHeader: { version: '1.7' }, Price: items.map(priceOf) };
        return feed(access, 'price', content, items.length);
      }
      return oneByOne(items, (item) =>
        call(access, { kind: 'price', method: 'PUT', path: '/v3/price', json: priceOf(item) }),
      );
    },

    async pushResult(access: ShopAccess, ticket: string) {
      // Its number holds an "@", which a path does not carry as it is.
      const path = `/v3/feeds/${encodeURIComponent(ticket)}`;
      const results: { sellerSku: string; outcome: PushOutcome }[] = [];
      for (let offset = 0; ; offset += STATUS_PAGE) {
        const query = { includeDetails: 'true', offset, limit: STATUS_PAGE };
        const answered = shaped(
          statusAnswer,
          await call(access, { kind: 'feedStatus', method: 'GET', path, query }),
          'feed',
        );
        if (answered.feedStatus === 'RECEIVED' || answered.feedStatus === 'INPROGRESS') return null;
        const rows = answered.itemDetails?.itemIngestionStatus ?? [];
        results.push(...rows.map((row) => ({ sellerSku: row.sku, outcome: outcomeOf(row) })));
        if (rows.length === 0 || results.length >= (answered.itemsReceived ?? 0)) return results;
      }
    },
  };
}
