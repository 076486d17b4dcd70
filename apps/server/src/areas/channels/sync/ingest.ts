import type { OrderRecord } from '@tradewind/connectors/capabilities/orders.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { Fail } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { connectorIfAny } from '../connectors.ts';
import { type IngestCounts, ordersIngesting, ordersTaken } from '../hooks.ts';
import type { Shop } from '../shops/shops.ts';
import { closeMissing } from './close-missing.ts';
import { type DeadLetterInput, park, resolveRead, unreadable } from './dead-letters.ts';
import { isInfrastructure } from './decide.ts';
import type { Taken } from './stream.ts';

type ReadOrder = Extract<OrderRecord, { ok: true }>;

/**
 * If this many orders of a page all fail, the data is not the cause: creates no dead letters, stops the sync and
 * reports it.
 */
const SYSTEMIC_FROM = 5;

/**
 * Ingests the records of a page and runs `advance` in the same transaction: after a crash both or neither are done.
 * Finds orders that cannot be saved by halving and makes them dead letters; ingests the others.
 */
export async function ingest(
  app: App,
  ctx: Ctx,
  shop: Shop,
  records: readonly OrderRecord[],
  advance: (tx: Tx, taken: Taken) => Promise<void>,
): Promise<Taken> {
  // Where the platform allows only its own logistics, its orders need not say so.
  const connector = connectorIfAny(app, shop.platform);
  const must = connector?.shipping?.use === 'must';
  const good = records
    .filter((record) => record.ok)
    .map((record) => ({ ...record, order: { platformShipping: must, ...record.order } }));
  const bad = unreadable(records);
  const notify = async (tx: Tx, taken: Taken) => {
    await advance(tx, taken);
    const orders = good.flatMap(({ order }) => (order.status === 'toShip' ? [order] : []));
    if (connector?.acknowledge && orders.length > 0) {
      const platformOrderNos = orders.map((order) => order.platformOrderNo);
      await ordersTaken.call(tx, { shopId: shop.id, platformOrderNos, orders });
    }
  };
  try {
    return await app.database.inCompany(ctx, (tx) => together(tx, shop, good, bad, notify));
  } catch (error) {
    if (good.length === 0 || error instanceof Superseded || isInfrastructure(error)) throw error;
  }
  // One order fails the page: saves the others part by part. Repeats change nothing, so the position advances after the
  // last part.
  const halved = await inHalves(app, ctx, shop, good);
  if (halved.failed.length === good.length && good.length >= SYSTEMIC_FROM) throw halved.failed[0]?.error;
  const deadLetters = [...bad, ...halved.failed.map(({ record, error }) => deadLetterOf(record, error))];
  return app.database.inCompany(ctx, async (tx) => {
    const taken = { ...halved.taken, parked: await park(tx, shop.id, deadLetters) };
    await notify(tx, taken);
    return taken;
  });
}

/** Another run has advanced the listing: these records belong to it. */
export class Superseded extends Error {}

async function together(
  tx: Tx,
  shop: Shop,
  good: ReadOrder[],
  bad: readonly DeadLetterInput[],
  advance: (tx: Tx, taken: Taken) => Promise<void>,
): Promise<Taken> {
  const stored = await store(tx, shop, good);
  const taken = { ...stored, parked: await park(tx, shop.id, bad) };
  await advance(tx, taken);
  return taken;
}

async function store(tx: Tx, shop: Shop, records: ReadOrder[]): Promise<IngestCounts> {
  if (records.length === 0) return { inserted: 0, updated: 0, unchanged: 0 };
  const orders = records.map((record) => record.order);
  const ingesting: { shop: Shop; orders: typeof orders; counts?: IngestCounts } = { shop, orders };
  await ordersIngesting.call(tx, ingesting);
  if (!ingesting.counts) throw new Error('No area stores orders');
  const numbers = orders.map((order) => order.platformOrderNo);
  await Promise.all([resolveRead(tx, shop.id, numbers), closeMissing(tx, shop.id, numbers)]);
  return ingesting.counts;
}

interface Halved {
  taken: IngestCounts;
  failed: { record: ReadOrder; error: unknown }[];
}

async function inHalves(app: App, ctx: Ctx, shop: Shop, records: ReadOrder[]): Promise<Halved> {
  try {
    return { taken: await app.database.inCompany(ctx, (tx) => store(tx, shop, records)), failed: [] };
  } catch (error) {
    if (isInfrastructure(error)) throw error;
    const [record] = records;
    if (records.length === 1 && record)
      return { taken: { inserted: 0, updated: 0, unchanged: 0 }, failed: [{ record, error }] };
  }
  const middle = Math.ceil(records.length / 2);
  const first = await inHalves(app, ctx, shop, records.slice(0, middle));
  const second = await inHalves(app, ctx, shop, records.slice(middle));
  return {
    taken: {
      inserted: first.taken.inserted + second.taken.inserted,
      updated: first.taken.updated + second.taken.updated,
      unchanged: first.taken.unchanged + second.taken.unchanged,
    },
    failed: [...first.failed, ...second.failed],
  };
}

function deadLetterOf({ order }: ReadOrder, error: unknown): DeadLetterInput {
  const reason = error instanceof Fail ? say('en', error.code, error.params) : (error as Error).message;
  return { platformOrderNo: order.platformOrderNo, raw: order, reason };
}
