import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { parseJson } from '../../json.ts';
import { cut, malformed } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type AmazonClient, marketplacesOf, PLATFORM, shaped } from './client.ts';
import type { Feeds } from './feeds.ts';

/** So many are told one by one, at five a second and known at once; more go into a feed, of which Amazon takes few. */
const FEW = 20;
/** Items of one feed. Amazon takes 25 000 messages; the answer to ours names every one, so it stays within reason. */
export const BATCH = 500;

interface Patch {
  op: 'merge';
  path: string;
  value: unknown[];
}
interface Item {
  sellerSku: string;
  refs?: Record<string, string>;
}

const issue = z.object({
  code: z.string().catch(''),
  message: z.string().catch(''),
  severity: z.string(),
});
const submission = z.object({ status: z.string(), issues: z.array(issue).nullish() });
const reportShape = z.object({
  issues: z.array(issue.extend({ messageId: z.number().int().nullish(), sku: z.string().nullish() })).nullish(),
  summary: z.object({ messagesProcessed: z.number().int() }),
});
const ticketShape = z.tuple([z.string(), z.array(z.string())]);

const refused = (one: z.output<typeof issue> | undefined): PushOutcome => ({
  outcome: 'refused',
  ...(one?.code ? { code: one.code } : {}),
  detail: one?.message || 'Amazon does not say why',
});
const isError = (one: { severity: string }): boolean => one.severity === 'ERROR';

/** The feed's id with the SKUs it holds: Amazon's report names only those that were refused. */
const writeTicket = (feedId: string, skus: readonly string[]): string =>
  deflateRawSync(JSON.stringify([feedId, skus])).toString('base64url');

function readTicket(ticket: string): z.output<typeof ticketShape> {
  try {
    return ticketShape.parse(JSON.parse(inflateRawSync(Buffer.from(ticket, 'base64url')).toString('utf8')));
  } catch (error) {
    throw new ConnectorError(PLATFORM, 'rejected', 'this is no ticket of ours', { code: 'BAD_TICKET', cause: error });
  }
}

/** Merged, not replaced: what else the offer says (handling time, sale and business prices) stays. */
const stockPatch = (item: StockPush): Patch => ({
  op: 'merge',
  path: '/attributes/fulfillment_availability',
  value: [{ fulfillment_channel_code: 'DEFAULT', quantity: item.quantity }],
});
const pricePatch = (item: PricePush, marketplaceId: string): Patch => ({
  op: 'merge',
  path: '/attributes/purchasable_offer',
  value: [
    {
      marketplace_id: marketplaceId,
      audience: 'ALL',
      currency: item.currency,
      our_price: [{ schedule: [{ value_with_tax: Number(item.price) }] }],
    },
  ],
});

export function createOffers(call: AmazonClient, feeds: Feeds) {
  const placeOf = (access: ShopAccess, item: Item): string =>
    item.refs?.marketplaceId ?? marketplacesOf(access)[0] ?? '';
  const typeOf = (item: Item): string => item.refs?.productType ?? 'PRODUCT';

  async function patchOne(access: ShopAccess, item: Item, patch: Patch): Promise<PushOutcome> {
    const sku = encodeURIComponent(item.sellerSku);
    try {
      const answer = await call(access, {
        operation: 'patchListingsItem',
        method: 'PATCH',
        path: `/listings/2021-08-01/items/${encodeURIComponent(access.account)}/${sku}`,
        query: { marketplaceIds: [placeOf(access, item)] },
        json: { productType: typeOf(item), patches: [patch] },
      });
      const answered = shaped(submission, answer, 'patchListingsItem');
      return answered.status === 'ACCEPTED' ? { outcome: 'accepted' } : refused((answered.issues ?? []).find(isError));
    } catch (error) {
      // One item that Amazon does not take says nothing of the others; a missing permission does.
      const ofItem = error instanceof ConnectorError && error.kind === 'rejected' && error.status !== 403;
      if (!ofItem) throw error;
      return { outcome: 'refused', ...(error.code ? { code: error.code } : {}), detail: error.message };
    }
  }

  async function feed(access: ShopAccess, items: readonly Item[], patches: readonly Patch[]): Promise<PushOutcome[]> {
    const content = JSON.stringify({
      header: { sellerId: access.account, version: '2.0' },
      messages: items.map((item, index) => ({
        messageId: index + 1,
        sku: item.sellerSku,
        operationType: 'PATCH',
        productType: typeOf(item),
        patches: [patches[index]],
      })),
    });
    const body = { type: 'application/json; charset=UTF-8', content };
    const feedId = await feeds.submit(access, 'JSON_LISTINGS_FEED', body);
    const ticket = writeTicket(
      feedId,
      items.map((item) => item.sellerSku),
    );
    return items.map(() => ({ outcome: 'pending', ticket }));
  }

  async function push(access: ShopAccess, items: readonly Item[], patches: readonly Patch[]): Promise<PushOutcome[]> {
    if (items.length > FEW) return feed(access, items, patches);
    const outcomes: PushOutcome[] = [];
    for (const [index, item] of items.entries()) {
      const patch = patches[index];
      if (patch) outcomes.push(await patchOne(access, item, patch));
    }
    return outcomes;
  }

  return {
    async pushStock(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> {
      // A quantity of ours would take an article out of Amazon's hands that its warehouses send.
      const ours = items.filter((item) => !item.refs?.channel);
      const outcomes = ours.length > 0 ? await push(access, ours, ours.map(stockPatch)) : [];
      const theirs: PushOutcome = { outcome: 'refused', code: 'FBA', detail: "Amazon's warehouses send this article" };
      return items.map((item) => (item.refs?.channel ? theirs : (outcomes[ours.indexOf(item)] ?? theirs)));
    },

    pushPrice: (access: ShopAccess, items: readonly PricePush[]) =>
      push(
        access,
        items,
        items.map((item) => pricePatch(item, placeOf(access, item))),
      ),

    async pushResult(access: ShopAccess, ticket: string) {
      const [feedId, skus] = readTicket(ticket);
      const result = await feeds.result(access, feedId);
      if (result === null) return null;
      if (result.report === undefined) {
        const detail = `the feed ended as ${result.status}`;
        return skus.map((sellerSku) => ({
          sellerSku,
          outcome: { outcome: 'refused', code: result.status, detail } satisfies PushOutcome,
        }));
      }
      const report = readReport(result.report);
      const errors = (report.issues ?? []).filter(isError);
      return skus.map((sellerSku, index) => {
        const bad = errors.find((one) => one.messageId === index + 1 || one.sku === sellerSku);
        // An error that names no message is about the whole feed.
        const whole = errors.find((one) => !one.messageId && !one.sku);
        const outcome: PushOutcome = bad || whole ? refused(bad ?? whole) : { outcome: 'accepted' };
        return { sellerSku, outcome };
      });
    },
  };
}

function readReport(text: string): z.output<typeof reportShape> {
  try {
    return reportShape.parse(parseJson(text));
  } catch (error) {
    throw malformed(PLATFORM, 'the processing report of the feed', cut(text), error);
  }
}
