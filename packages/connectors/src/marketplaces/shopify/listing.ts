import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { instant, reasonOf, Unfit } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { gidOf, PLATFORM, type ShopifyClient, TooCostly } from './client.ts';
import { lineShape, orderShape, pageInfo } from './orderShape.ts';
import { toPlatformOrder } from './orders.ts';
import { GET_ORDER, LIST_ORDER_NOS, LIST_ORDERS, MORE_LINES } from './queries.ts';

const PAGE_SIZE = 100;
/** Clocks differ and the search index lags: what changed in the last minute is listed again next time. */
const OVERLAP_MS = 60_000;

const place = z.object({
  query: z.string(),
  after: z.string(),
  first: z.number().int().positive(),
  until: z.string(),
  repeats: z.number().int().default(0),
});
export type Place = z.output<typeof place>;

const pageShape = z.object({ orders: z.object({ nodes: z.array(z.unknown()), pageInfo }) });
const linesShape = z.object({
  order: z.object({ lineItems: z.object({ nodes: z.array(lineShape), pageInfo }) }),
});

export interface RawPage {
  nodes: unknown[];
  until: Instant;
  next?: Place;
}

/** One page of orders by the given query, as large as Shopify lets a single query be. */
export async function readPage(
  graphql: ShopifyClient,
  access: ShopAccess,
  input: { graphqlQuery: string; updatedAfter: Instant; only?: string; cursor?: string; now: number },
): Promise<RawPage> {
  const saved = input.cursor === undefined ? undefined : readCursor(PLATFORM, place, input.cursor);
  const from = Date.parse(input.updatedAfter);
  if (!saved && Number.isNaN(from)) throw new ConnectorError(PLATFORM, 'rejected', 'updatedAfter is no instant');
  const query =
    saved?.query ??
    `updated_at:>='${new Date(from).toISOString().slice(0, 19)}Z' status:any${input.only ? ` ${input.only}` : ''}`;
  const until = saved?.until ?? new Date(Math.max(from, input.now - OVERLAP_MS)).toISOString();
  let first = saved?.first ?? PAGE_SIZE;
  for (;;) {
    try {
      const { orders } = await graphql(access, {
        query: input.graphqlQuery,
        variables: { first, after: saved?.after ?? null, query },
        shape: pageShape,
        effect: 'read',
      });
      const { hasNextPage, endCursor } = orders.pageInfo;
      if (hasNextPage && !endCursor)
        throw new ConnectorError(PLATFORM, 'malformed', 'orders: more pages but no cursor');
      const repeats = countRepeats(PLATFORM, hasNextPage && endCursor === saved?.after, saved?.repeats ?? 0);
      return {
        nodes: orders.nodes,
        until,
        ...(hasNextPage && endCursor ? { next: { query, after: endCursor, first, until, repeats } } : {}),
      };
    } catch (error) {
      // Refused before it ran, by its price: ask for as many as fit.
      if (!(error instanceof TooCostly) || first === 1) throw error;
      const fits =
        error.cost && error.maxCost ? Math.floor((first * error.maxCost) / error.cost) : Math.floor(first / 2);
      first = Math.max(1, Math.min(fits, first - 1));
    }
  }
}

function orderNoIn(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  if ('legacyResourceId' in raw && /^\d+$/.test(String(raw.legacyResourceId))) return String(raw.legacyResourceId);
  const gid = 'id' in raw && typeof raw.id === 'string' ? /^gid:\/\/shopify\/Order\/(\d+)$/.exec(raw.id) : null;
  return gid?.[1];
}

const NUMBERS_A_PAGE = 250;
const numbersShape = z.object({
  orders: z.object({
    nodes: z.array(z.object({ legacyResourceId: z.coerce.string().regex(/^\d+$/), createdAt: instant })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  }),
});

export function createListing(graphql: ShopifyClient, now: () => number) {
  /** Longer orders than the page carries are completed; none is ever cut short in silence. */
  async function readOrder(access: ShopAccess, raw: unknown): Promise<OrderRecord> {
    const setAside = (reason: string): OrderRecord => {
      const platformOrderNo = orderNoIn(raw);
      return { ok: false, ...(platformOrderNo ? { platformOrderNo } : {}), raw, reason };
    };
    const read = orderShape.safeParse(raw);
    if (!read.success) return setAside(reasonOf(read.error));
    const order = read.data;
    let page = order.lineItems.pageInfo;
    while (page?.hasNextPage) {
      if (!page.endCursor) return setAside('lineItems.pageInfo.endCursor: missing');
      const more: z.output<typeof linesShape> = await graphql(access, {
        query: MORE_LINES,
        variables: { id: order.id, after: page.endCursor },
        shape: linesShape,
        effect: 'read',
      });
      const next = more.order.lineItems;
      if (next.pageInfo.hasNextPage && next.pageInfo.endCursor === page.endCursor) {
        return setAside('lineItems.pageInfo: the next page is this page');
      }
      order.lineItems.nodes.push(...next.nodes);
      page = next.pageInfo;
    }
    try {
      return { ok: true, order: toPlatformOrder(order) };
    } catch (error) {
      if (error instanceof Unfit) return setAside(error.message);
      throw error;
    }
  }

  return {
    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      const page = await readPage(graphql, access, { ...input, graphqlQuery: LIST_ORDERS, now: now() });
      const records: OrderRecord[] = [];
      for (const raw of page.nodes) records.push(await readOrder(access, raw));
      return {
        records,
        listedUntil: page.until,
        ...(page.next ? { nextCursor: writeCursor(page.next) } : {}),
      };
    },

    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const { orders } = await graphql(access, {
        query: LIST_ORDER_NOS,
        variables: {
          first: NUMBERS_A_PAGE,
          after: input.cursor,
          query: `created_at:>='${input.orderedFrom}' created_at:<'${input.orderedTo}' status:any`,
        },
        shape: numbersShape,
        effect: 'read',
      });
      const { hasNextPage, endCursor } = orders.pageInfo;
      return {
        orders: orders.nodes.map((one) => ({ platformOrderNo: one.legacyResourceId, orderedAt: one.createdAt })),
        ...(hasNextPage && endCursor && endCursor !== input.cursor ? { nextCursor: endCursor } : {}),
      };
    },

    async getOrder(access: ShopAccess, platformOrderNo: string): Promise<OrderRecord> {
      const { order } = await graphql(access, {
        query: GET_ORDER,
        variables: { id: gidOf('Order', platformOrderNo) },
        shape: z.object({ order: z.unknown() }),
        effect: 'read',
      });
      if (order === null || order === undefined) {
        throw new ConnectorError(PLATFORM, 'rejected', `order ${platformOrderNo} is not known`, { code: 'NotFound' });
      }
      return readOrder(access, order);
    },
  };
}
