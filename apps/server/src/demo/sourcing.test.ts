import { listPurchases, sourcingOfPurchase } from '@tradewind/contract/procurement.ts';
import { getInbound, listInbounds } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../../sandbox/src/main.ts';
import { brokenChecks } from '../testing/checks.ts';
import { ownServer, type TestServer } from '../testing/harness.ts';
import { fillArchive } from './archive.ts';
import { caller } from './calls.ts';
import { actingAs, type DemoContext } from './context.ts';
import { demoCompanyId, prepareDemo } from './demo.ts';
import { layPlaces } from './places.ts';
import { orderOn1688 } from './sourcing.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let server: TestServer;
let demo: DemoContext;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0, dataFile: '/nowhere' });
  server = await ownServer({ TRADEWIND_ROLES: 'api,worker,sandbox', SANDBOX_PORT: String(sandbox.port) });
  await prepareDemo(server.app);
  // Only what the order needs is loaded.
  await server.app.database.owner.query('delete from graphile_worker._private_jobs');
  const companyId = (await demoCompanyId(server.app)) ?? 0;
  demo = { app: server.app, companyId, today: new Date(new Date().toISOString().slice(0, 10)), log: () => {} };
  for (const step of [layPlaces, fillArchive]) await step(demo);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

test('one purchase of the demo company is on 1688, paid and sent; lived again it stays one, and without a stand-in none', async () => {
  const call = caller(demo.app, actingAs(demo, 'demo'));
  const { config } = demo.app;
  await orderOn1688({ ...demo, app: { ...demo.app, config: { ...config, sandbox: false } } });
  expect((await call(listPurchases, {})).total).toBe(0);
  await orderOn1688(demo);
  await orderOn1688(demo);
  const { rows } = await call(listPurchases, {});
  expect(rows).toMatchObject([{ state: 'ordered', supplierCode: 'XS-005' }]);
  const placed = await call(sourcingOfPurchase, { id: rows[0]?.id ?? 0 });
  expect(placed.rows).toMatchObject([
    {
      state: 'placed',
      trades: [{ state: 'dispatched', paidAt: expect.any(String), parcels: [{ steps: [{}, {}] }] }],
    },
  ]);
  const [asn] = (await call(listInbounds, {})).rows;
  const { parcels } = await call(getInbound, { id: asn?.id ?? 0 });
  expect(parcels).toMatchObject([{ trackingNumber: expect.stringMatching(/^YT88/), steps: [{}, {}] }]);
  expect(await brokenChecks(demo.app, demo.companyId)).toEqual([]);
});
