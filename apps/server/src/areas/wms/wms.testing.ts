import '../../areas.ts';
import { findWmsProvider } from '@tradewind/connectors/wms/index.ts';
import { adoptWmsWarehouses, pushWmsProducts, saveWmsConnection, wmsWarehouses } from '@tradewind/contract/wms.ts';
import { STEP_MS } from '../../../../sandbox/src/kit/depot.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/src/main.ts';
import { type Ctx, systemContext } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import type { Outside } from '../channels/testing/sandbox.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { reserveOrders } from '../orders/public.ts';
import { moveStock, receiveLayers } from '../stock/public.ts';
import { readMethods } from './adopt.ts';
import { sendProducts } from './products.ts';

export const KEYS = { accessId: 'zipto-demo', secret: 'zipto-secret', pushSecret: 'whsec-zipto' };

export interface ProviderWorld {
  sandbox: Sandbox;
  server: TestServer;
  world: OrderWorld;
  connectionId: number;
  /** Our warehouse for the provider's first one. */
  houseId: number;
  /** By the stand-in's clock. */
  ctx(): Ctx;
  /** A button of the provider's stand-in, where it speaks the neutral interface. */
  control(act: string, body?: object): Promise<void>;
  /** Advances the provider by this many steps. */
  later(steps?: number): Promise<void>;
  /** An order allocated in that warehouse. */
  reserved(
    quantity?: number,
    sku?: string,
  ): Promise<{ no: string; orderId: number; outboundId: number; number: string }>;
  close(): Promise<void>;
}

/** Stand-ins with the neutral interface: they advance only on request. */
const NEUTRAL: readonly string[] = ['zipto', 'unidoor'];

type Around = Pick<Outside, 'sandbox' | 'server' | 'close'>;

async function openAround(): Promise<Around> {
  const sandbox = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0 });
  const server = await ownServer();
  server.app.config.sandboxUrl = sandbox.url;
  const close = async () => {
    await server.close();
    await sandbox.close();
  };
  return { sandbox, server, close };
}

/** A company connected to a provider that has no data of it yet. */
export async function connectProvider(provider: string, around?: Around): Promise<ProviderWorld> {
  const { sandbox, server, close } = around ?? (await openAround());
  const world = await openWorld(server, { stock: 0 });
  const { clock } = sandbox.world;
  const ctx = () => ({ ...systemContext(world.main.companyId, 'test'), now: () => new Date(clock.now()) });
  const control = async (act: string, body: object = {}) => {
    const answer = await fetch(`${sandbox.url}/control/${provider}/${act}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const neutral = NEUTRAL.includes(provider);
  if (neutral) await control('knobs', { stepSeconds: 0 });
  const later = async (steps = 1) => {
    if (neutral) await control('tick', { steps });
    else clock.advance(steps * STEP_MS);
  };
  const { sandbox: trial, marketplace = false } = findWmsProvider(provider) ?? {};
  const keys = trial?.keys ?? {};
  // What a marketplace fulfils is listed there.
  if (marketplace) for (const sku of world.skus) await control('stock', { sku, quantity: 0 });
  const name = `${provider} US`;
  const account = { provider, name, keys, sandbox: true };
  const { id: connectionId } = await server.ok(saveWmsConnection, account, world.main);
  const [first] = await server.ok(wmsWarehouses, { id: connectionId }, world.main);
  const warehouses = [{ code: first?.code ?? '' }];
  const { ids } = await server.ok(adoptWmsWarehouses, { id: connectionId, warehouses }, world.main);
  const warehouseId = ids[0] ?? 0;
  await readMethods(server.app, ctx(), warehouseId);
  await server.app.database.owner.query(
    'update product set declared_value_usd = 4.5, length_cm = 30, width_cm = 15, height_cm = 10',
  );
  await server.ok(pushWmsProducts, { id: connectionId, productIds: world.productIds }, world.main);
  await sendProducts(server.app, ctx(), connectionId, world.productIds);

  let orders = 0;
  const reserved = async (quantity = 1, sku = 'SKU-1') => {
    const no = `W-${++orders}`;
    await world.take([makeOrder(no, { lines: [makeLine('1', sku, quantity)] })]);
    const orderId = await world.idOf(no);
    await world.tx((tx) => reserveOrders(tx, [orderId]));
    const outbound = await world.one<{ id: number; number: string }>(
      sql`select id, number from outbound where company_id = ${world.main.companyId} and order_id = ${orderId}`,
    );
    return { no, orderId, outboundId: outbound.id, number: outbound.number };
  };
  return { sandbox, server, world, connectionId, houseId: warehouseId, ctx, control, later, reserved, close };
}

/** The same with zipto, whose US-W1 has a hundred of each product, in its books and in ours. */
export async function openProvider(around?: Around): Promise<ProviderWorld> {
  const opened = await connectProvider('zipto', around);
  await fill(opened.world, opened.houseId);
  for (const sku of opened.world.skus) await opened.control('stock', { warehouse: 'US-W1', sku, quantity: 100 });
  return opened;
}

async function fill(world: OrderWorld, warehouseId: number): Promise<void> {
  const [place] = await world.tx((tx) =>
    tx.rows<{ id: number }>(
      sql`select id from location where company_id = ${sql.company} and warehouse_id = ${warehouseId} and kind = 'storage'`,
    ),
  );
  await world.tx(async (tx) => {
    for (const [i, productId] of world.productIds.entries()) {
      const doc = { warehouseId: warehouseId, productId, docKind: 'opening', docId: 9_000 + i, docLine: 1 };
      await moveStock(tx, [{ ...doc, locationId: place?.id ?? 0, onHand: 100, reason: 'opening', step: 'in' }]);
      await receiveLayers(tx, [{ ...doc, quantity: 100, unitCost: '2' }]);
    }
  });
}
