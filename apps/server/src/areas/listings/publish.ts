import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import type { PricePush, PushOutcome, StockPush } from '@tradewind/connectors/capabilities/stock-and-prices.ts';
import { ConnectorError, type ShopAccess } from '@tradewind/connectors/types.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineStream, enqueueStream } from '../channels/public.ts';
import { lookSoon } from './lag.ts';

type Kind = 'stock' | 'prices';
/** Stock and price tables have the same columns; their names come from here, never from user input. */
const TABLE = { stock: sql`listing_stock`, prices: sql`listing_price` };
const ASK_AGAIN_MS = 20_000;
const BATCH = 50;

interface Item extends Record<string, unknown> {
  listingId: number;
  itemId: string;
  variantId: string;
  sellerSku: string;
  refs: Record<string, string> | null;
  wanted: string;
  currency: string | null;
}

interface Answered {
  listingId: number;
  wanted: string;
  outcome: PushOutcome;
}

interface Reply {
  answers: Answered[];
  nextCursor?: string;
}

const idsOf = ({ itemId, variantId, sellerSku, refs }: Item) => ({
  itemId,
  sellerSku,
  ...(variantId ? { variantId } : {}),
  ...(refs ? { refs } : {}),
});

function push(connector: MarketplaceConnector, access: ShopAccess, kind: Kind, items: readonly Item[]) {
  if (kind === 'stock') {
    const answered: StockPush[] = items.map((item) => ({ ...idsOf(item), quantity: Number(item.wanted) }));
    return connector.pushStock?.(access, answered);
  }
  const answered: PricePush[] = items.map((item) => ({
    ...idsOf(item),
    price: item.wanted,
    currency: item.currency ?? '',
  }));
  return connector.pushPrice?.(access, answered);
}

const ITEM = sql`t.listing_id as "listingId", l.item_id, l.variant_id, l.seller_sku,
  l.refs, trim_scale(t.wanted::numeric)::text as wanted`;

/** One rejected item must not block the others. */
async function pushEach(
  connector: MarketplaceConnector,
  access: ShopAccess,
  kind: Kind,
  items: readonly Item[],
): Promise<readonly PushOutcome[]> {
  if (items.length === 0) return [];
  try {
    return (await push(connector, access, kind, items)) ?? [];
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
    if (items.length === 1)
      return [{ outcome: 'refused', detail: error.message, ...(error.code ? { code: error.code } : {}) }];
  }
  const half = Math.ceil(items.length / 2);
  const first = await pushEach(connector, access, kind, items.slice(0, half));
  return [...first, ...(await pushEach(connector, access, kind, items.slice(half)))];
}

/** Due updates in the order of the listings; stock only for shops whose rule is on. */
function dueItems(app: App, ctx: Ctx, shopId: number, kind: Kind, after: number, limit: number): Promise<Item[]> {
  const currency = kind === 'prices' ? sql`t.currency` : sql`null`;
  const allowed =
    kind === 'prices'
      ? sql`true`
      : sql`exists (select 1 from stock_rule r where r.company_id = ${sql.company} and r.shop_id = t.shop_id and r.enabled)`;
  return app.database.inCompany(ctx, (tx) =>
    tx.rows<Item>(sql`select ${ITEM}, ${currency} as currency from ${TABLE[kind]} t
      join platform_listing l on l.company_id = t.company_id and l.id = t.listing_id and l.state <> 'ended'
      where t.company_id = ${sql.company} and t.shop_id = ${shopId} and t.state = 'due' and t.listing_id > ${after} and ${allowed}
      order by t.listing_id limit ${limit}`),
  );
}

interface Waiting extends Record<string, unknown> {
  ticket: string;
  items: { listingId: number; sellerSku: string; wanted: string }[];
}

/** Reads the results of updates that the platform is processing. */
async function ended(connector: MarketplaceConnector, access: ShopAccess, waiting: Waiting[]): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const { ticket, items } of waiting) {
    const results = await connector.pushResult?.(access, ticket);
    if (!results) continue;
    const bySku = new Map(results.map((one) => [one.sellerSku, one.outcome]));
    for (const { listingId, sellerSku, wanted: desired } of items)
      answers.push({ listingId, wanted: desired, outcome: bySku.get(sellerSku) ?? { outcome: 'accepted' } });
  }
  return answers;
}

function waitingTickets(app: App, ctx: Ctx, shopId: number, kind: Kind): Promise<Waiting[]> {
  return app.database.inCompany(ctx, (tx) =>
    tx.rows<Waiting>(sql`select t.ticket, jsonb_agg(jsonb_build_object('listingId', t.listing_id, 'sellerSku', l.seller_sku,
        'wanted', trim_scale(t.told::numeric)::text)) as items
      from ${TABLE[kind]} t join platform_listing l on l.company_id = t.company_id and l.id = t.listing_id
      where t.company_id = ${sql.company} and t.shop_id = ${shopId} and t.state = 'pending' group by t.ticket limit ${BATCH}`),
  );
}

/**
 * Saves the platform's results. If the target changed meanwhile, the update is due again. A repeat after a crash is
 * safe: quantities and prices are absolute.
 */
async function keep(tx: Tx, shopId: number, kind: Kind, answers: readonly Answered[]): Promise<void> {
  const rows = answers.map(({ listingId, wanted: desired, outcome }) => ({
    listingId,
    told: desired,
    state: outcome.outcome === 'accepted' ? 'done' : outcome.outcome,
    ticket: outcome.outcome === 'pending' ? outcome.ticket : null,
    detail: outcome.outcome === 'refused' ? [outcome.code, outcome.detail].filter(Boolean).join(' ') : null,
  }));
  const type = kind === 'stock' ? sql`int` : sql`numeric`;
  await tx.rows(sql`update ${TABLE[kind]} t set
      told = case when r.state = 'refused' then case when t.state = 'pending' then null else t.told end else r.told::${type} end,
      told_at = case when r.state = 'refused' then t.told_at when t.state = 'pending' then t.told_at else ${tx.now} end,
      state = case when r.state <> 'pending' and t.wanted <> r.told::${type} then 'due' else r.state end,
      ticket = r.ticket, detail = r.detail${kind === 'stock' ? sql`, seen_at = null, behind_at = null` : sql``}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("listingId" bigint, told text, state text, ticket text, detail text)
    where t.company_id = ${sql.company} and t.shop_id = ${shopId} and t.listing_id = r."listingId"`);
}

function define(kind: Kind): void {
  const batch = (connector: MarketplaceConnector) =>
    (kind === 'stock' ? connector.stockBatch : connector.priceBatch) ?? BATCH;
  const supports = (connector: MarketplaceConnector) =>
    (kind === 'stock' ? connector.pushStock : connector.pushPrice) !== undefined;
  defineStream<Reply>({
    kind,
    everyMinutes: 60,
    overlapMs: 0,
    firstDays: 0,
    quiet: true,
    supports,
    read: async (connector, access, { cursor, app, ctx, shopId }) => {
      if (!supports(connector)) return { answers: [] };
      const before =
        cursor === undefined ? await ended(connector, access, await waitingTickets(app, ctx, shopId, kind)) : [];
      const size = batch(connector);
      const items = await dueItems(app, ctx, shopId, kind, Number(cursor ?? 0), size);
      const outcomes = await pushEach(connector, access, kind, items);
      const answers = items.flatMap(({ listingId, wanted: desired }, index) => {
        const outcome = outcomes[index];
        return outcome ? [{ listingId, wanted: desired, outcome }] : [];
      });
      const last = items.length === size ? items.at(-1) : undefined;
      return { answers: [...before, ...answers], ...(last ? { nextCursor: String(last.listingId) } : {}) };
    },
    take: (app, ctx, shop, page, advance) =>
      app.database.inCompany(ctx, async (tx) => {
        if (page.answers.length > 0) await keep(tx, shop.id, kind, page.answers);
        const refused = page.answers.filter((one) => one.outcome.outcome === 'refused').length;
        const taken = { inserted: page.answers.length - refused, updated: 0, unchanged: 0, parked: refused };
        await advance(tx, taken);
        return taken;
      }),
    finish: async (tx, shopId) => {
      const pending = await tx.row(sql`select 1 as yes from ${TABLE[kind]}
        where company_id = ${sql.company} and shop_id = ${shopId} and state = 'pending' limit 1`);
      if (pending) await enqueueStream(tx, shopId, kind, new Date(tx.now.getTime() + ASK_AGAIN_MS));
      if (kind === 'stock') await lookSoon(tx, shopId);
    },
  });
}

define('stock');
define('prices');
