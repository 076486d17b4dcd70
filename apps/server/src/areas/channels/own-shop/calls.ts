import type { OwnShop, ShopCall } from '@tradewind/connectors/capabilities/own-shop.ts';
import { readCursor, writeCursor } from '@tradewind/connectors/cursor.ts';
import { ConnectorError, type Tokens } from '@tradewind/connectors/types.ts';
import { z } from 'zod';
import type { App } from '../../../core/app.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { connectorIfAny } from '../connectors.ts';
import type { Shop } from '../shops/shops.ts';
import { ingest } from '../sync/ingest.ts';
import { ownShopDesk, type Place, type Reply } from './desk.ts';

/** JSON response to an own shop's software. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

const ROWS_PER_PAGE = 200;
const SKUS_A_PAGE = 500;
const MAX_SKUS = 100;
/** Changes of this moment may commit later: the next request overlaps by this much. */
const OVERLAP_MS = 60_000;
/** How far back a request without a start time looks. */
const FIRST_DAYS = 30;

const refuse = (status: number, error: string, message: string): Answer => ({ status, body: { error, message } });

/**
 * Handles a call of an own shop's software. Unknown keys and wrong signatures get the same error. Undefined for other
 * platforms and unknown calls.
 */
export async function answerOwnShop(app: App, platform: string, call: ShopCall): Promise<Answer | undefined> {
  const ownShop = connectorIfAny(app, platform)?.ownShop;
  if (!ownShop) return undefined;
  const url = new URL(call.target, 'http://x');
  const work = workOf(call.method, url.pathname.split('/')[4] ?? '');
  if (!work) return undefined;
  const known = await callerOf(app, platform, ownShop, call);
  if (!known) return refuse(401, 'signature', 'The key is not known, the signature is wrong, or the time is off');
  if (known.shop.state !== 'authorized') return refuse(403, 'disabled', `The shop is ${known.shop.state}`);
  try {
    return await work(app, { ...known, ownShop, call, query: url.searchParams });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return refuse(400, error.kind, error.message);
  }
}

interface Requested {
  ctx: Ctx;
  shop: Shop;
  ownShop: OwnShop;
  call: ShopCall;
  query: URLSearchParams;
}
type Work = (app: App, requested: Requested) => Promise<Answer>;

function workOf(method: string, what: string): Work | undefined {
  if (method === 'POST') return what === '' ? takeOrders : undefined;
  if (what === 'stock') return sendStock;
  if (what === 'shipments') return (app, requested) => sendSince(app, requested, what, ownShopDesk().shipments);
  if (what === 'cancellations') return (app, requested) => sendSince(app, requested, what, ownShopDesk().cancellations);
  return undefined;
}

async function callerOf(
  app: App,
  platform: string,
  ownShop: OwnShop,
  call: ShopCall,
): Promise<{ ctx: Ctx; shop: Shop } | undefined> {
  const account = ownShop.accountOf(call);
  if (!account) return undefined;
  const [place] = await app.database.global<{ companyId: number; shopId: number }>(sql`
    select company_id, shop_id from platform_shop where platform = ${platform} and account = ${account}`);
  if (!place) return undefined;
  const ctx = systemContext(place.companyId, 'channels.ownShop');
  const row = await app.database.inCompany(ctx, (tx) =>
    tx.row<Shop & { sealed: Buffer | null } & Record<string, unknown>>(sql`
      select id, platform, name, account, region, module_id, marketplace_ids, currency,
        department_id, operator_id, state, fulfilment, tokens as sealed
      from shop where company_id = ${sql.company} and id = ${place.shopId}`),
  );
  if (!row?.sealed || !ownShop.isSigned(call, app.vault.open<Tokens>(row.sealed))) return undefined;
  const { sealed: _, ...shop } = row;
  return { ctx, shop };
}

/** Saves each order separately; reports invalid fields in the response and on the shop's page. */
async function takeOrders(app: App, { ctx, shop, ownShop, call }: Requested): Promise<Answer> {
  const orders = ownShop.readOrders(call.body, shop.currency);
  const records = orders.map((one) => one.record);
  const taken = await ingest(app, ctx, shop, records, (tx, { inserted }) => noteTaken(tx, shop.id, inserted));
  const { inserted, updated, unchanged } = taken;
  const distinct = new Set(records.flatMap((record) => (record.ok ? [record.order.platformOrderNo] : []))).size;
  const refused = orders.flatMap(({ record, problems }, index) =>
    record.ok ? [] : [{ index, orderNo: record.platformOrderNo ?? null, errors: problems }],
  );
  const notStored = distinct - inserted - updated - unchanged;
  return { status: 200, body: { inserted, updated, unchanged, ...(notStored > 0 ? { notStored } : {}), refused } };
}

async function noteTaken(tx: Tx, shopId: number, inserted: number): Promise<void> {
  await tx.rows(sql`insert into shop_stream as s (company_id, shop_id, kind, until, last_run_at, taken)
    values (${sql.company}, ${shopId}, 'orders', ${tx.now}, ${tx.now}, ${inserted})
    on conflict (company_id, shop_id, kind) do update set until = excluded.until, last_run_at = excluded.last_run_at,
      taken = s.taken + excluded.taken`);
}

const placeShape = z.object({ at: z.iso.datetime(), orderNo: z.string() });

/** Page by page, oldest first; the answer says where the next question begins. */
async function sendSince<T extends Reply>(
  app: App,
  { ctx, shop, query }: Requested,
  name: string,
  read: (tx: Tx, shopId: number, after: Place, limit: number) => Promise<T[]>,
): Promise<Answer> {
  const since = query.get('since');
  const cursor = query.get('cursor');
  if (since !== null && Number.isNaN(Date.parse(since)))
    return refuse(400, 'since', 'since has to be a time such as 2026-11-22T00:00:00Z');
  const now = ctx.now();
  const first = since === null ? new Date(now.getTime() - FIRST_DAYS * 86_400_000) : new Date(since);
  const place = cursor === null ? undefined : readCursor(shop.platform, placeShape, cursor);
  const after = place ? { at: new Date(place.at), orderNo: place.orderNo } : { at: first, orderNo: '' };
  const rows = await app.database.inCompany(ctx, (tx) => read(tx, shop.id, after, ROWS_PER_PAGE + 1));
  const answered = rows.slice(0, ROWS_PER_PAGE);
  const last = answered.at(-1);
  const more = rows.length > ROWS_PER_PAGE && last;
  return {
    status: 200,
    body: {
      [name]: answered,
      nextCursor: more ? writeCursor({ at: last.toldAt.toISOString(), orderNo: last.orderNo }) : null,
      until: new Date(now.getTime() - OVERLAP_MS).toISOString(),
    },
  };
}

async function sendStock(app: App, { ctx, shop, query }: Requested): Promise<Answer> {
  const skus = query.getAll('sku');
  if (skus.length > MAX_SKUS) return refuse(400, 'sku', `at most ${MAX_SKUS} SKUs in one call`);
  const which = skus.length > 0 ? { skus } : { afterSku: query.get('after') ?? '', limit: SKUS_A_PAGE };
  const stock = await app.database.inCompany(ctx, (tx) => ownShopDesk().stock(tx, shop.id, which));
  const next = skus.length === 0 && stock.length === SKUS_A_PAGE ? (stock.at(-1)?.sku ?? null) : null;
  return { status: 200, body: { stock, next } };
}
