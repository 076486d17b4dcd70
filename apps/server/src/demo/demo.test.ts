import { listApprovals } from '@tradewind/contract/approvals.ts';
import { findFamily, listFamilies, productImage } from '@tradewind/contract/catalog.ts';
import { listBankLines } from '@tradewind/contract/finance/banking.ts';
import { listMonths } from '@tradewind/contract/finance/closing.ts';
import { listExpenses } from '@tradewind/contract/finance.ts';
import { findIntegrityRun, listIntegrityRuns, runIntegrityChecks } from '@tradewind/contract/integrity.ts';
import { labelPdf } from '@tradewind/contract/logistics.ts';
import {
  listAllocations,
  listPendingPurchases,
  listPurchases,
  listSupplierReturns,
  purchaseTabs,
} from '@tradewind/contract/procurement.ts';
import { listBatches } from '@tradewind/contract/stock-batches.ts';
import { listFba, listLegs } from '@tradewind/contract/transit.ts';
import { listCounts, listInbounds, listTransfers } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../../sandbox/src/main.ts';
import { removeCompany } from '../core/database/remove-company.ts';
import { ownServer, type Person, type TestServer } from '../testing/harness.ts';
import { fillArchive, receiveStock } from './archive.ts';
import { engageCarriers } from './carriers.ts';
import type { DemoContext } from './context.ts';
import { demoCompanyId, prepareDemo } from './demo.ts';
import { LAST } from './fill.ts';
import { inChinese, platformGoods, productOf } from './goods.ts';
import { liveDay } from './history.ts';
import { rememberAtCarrier } from './labels.ts';
import { grantRights } from './members.ts';
import { platformOrders } from './orders.ts';
import { layPlaces } from './places.ts';
import { demoShops, openShops } from './shops.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let server: TestServer;
let demo: DemoContext;
let person: Person;

const count = async (text: string) =>
  (
    await server.app.database.owner.query(`select ${text} as n from sales_order where company_id = $1`, [
      demo.companyId,
    ])
  ).rows[0].n as number;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 7, dataFile: '/nowhere' });
  server = await ownServer({ TRADEWIND_ROLES: 'api,worker', SANDBOX_PORT: String(sandbox.port) });
  await prepareDemo(server.app);
  // The steps are taken here one by one, not by the job that would live all ninety days.
  await server.app.database.owner.query('delete from graphile_worker._private_jobs');
  const companyId = (await demoCompanyId(server.app)) ?? 0;
  demo = { app: server.app, companyId, today: new Date(new Date().toISOString().slice(0, 10)), log: () => {} };
  for (const step of [layPlaces, fillArchive, receiveStock, engageCarriers, openShops, grantRights]) await step(demo);
  person = await signIn('demo');
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

async function signIn(userLoginId: string): Promise<Person> {
  const answer = await fetch(`${server.url}/api/seller/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userLoginId, password: 'Tradewind2026' }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return { userId: 0, companyId: demo.companyId, userLoginId, token: data.token };
}

test('a week of the demo adds up, and lived again changes nothing', async () => {
  const goods = await platformGoods(server.app);
  const shops = await demoShops(demo);
  const week = async () => {
    for (let day = 7; day >= 0; day--) await liveDay(demo, day, goods, shops);
  };
  await week();
  const before = await count('count(*)::int');
  expect(before).toBeGreaterThan(150);
  expect(await count(`count(distinct status)::int`)).toBeGreaterThan(5);
  const shipped = await count(`count(*) filter (where status in ('shipped', 'delivered'))::int`);
  expect(shipped).toBeGreaterThan(before / 2);
  await liveDay(demo, 3, goods, shops);
  for (const _twice of [1, 2]) for (const notify of LAST) await notify(demo);
  // Two came by telephone.
  expect(await count('count(*)::int')).toBe(before + 2);
  const arrived = await server.ok(listInbounds, { pageSize: 50 }, person);
  const states = (page: { rows: { state: string }[] }) => page.rows.map((row) => row.state);
  const bought = arrived.rows.filter((row) => row.sourceNo.startsWith('PO-'));
  expect(states({ rows: bought })).toEqual(['notice', 'notice', 'receiving', 'done', 'done', 'done']);
  const others = { rows: arrived.rows.filter((row) => !bought.includes(row)) };
  expect(states(others)).toEqual(['notice', 'receiving', 'done', 'notice', 'receiving', 'receiving', 'done']);
  expect(states(await server.ok(listCounts, {}, person))).toEqual(['waiting']);
  expect(states(await server.ok(listFba, {}, person))).toEqual(['draft']);
  expect(states(await server.ok(listLegs, {}, person))).toEqual(['shipped']);
  const { rows: moved } = await server.ok(listTransfers, {}, person);
  expect(moved).toMatchObject([
    { state: 'shipped', units: 26, received: 17, inTransit: 9, lost: 0 },
    // Of an allocation order.
    { state: 'draft', units: 80 },
  ]);
  const batches = await server.ok(listBatches, { expiresWithin: 30 }, person);
  expect(batches.rows).toMatchObject([{ code: 'LOT-2207', good: 36 }]);

  await server.startWorker();
  const { id } = await server.ok(runIntegrityChecks, {}, person);
  await server.until(async () => {
    const { runs } = await server.ok(listIntegrityRuns, {}, person);
    return runs.find((run) => run.id === id)?.finishedAt ?? undefined;
  });
  const { results } = await server.ok(findIntegrityRun, { id }, person);
  expect(results.filter((result) => !result.green)).toEqual([]);
});

test('labels of the past are printed again like those that the carrier sold', async () => {
  const { rows } = await server.app.database.owner.query<{ id: number; outboundId: number }>(
    `select id, outbound_id as "outboundId" from parcel where company_id = $1 and state = 'shipped'
     and tracking_number like '1ZA1B2C303%' order by id desc limit 20`,
    [demo.companyId],
  );
  const print = async () => {
    const answer = await fetch(`${server.url}/api${labelPdf.path}?parcelId=${rows[0]?.id}`, {
      headers: { token: person.token },
    });
    return (await answer.text()).slice(0, 5);
  };
  expect(await print()).not.toBe('%PDF-');
  for (const _twice of [1, 2])
    await rememberAtCarrier(
      demo,
      rows.map((row) => row.outboundId),
    );
  expect(await print()).toBe('%PDF-');
});

test('purchases are in every state, with receipts on time, late and short', async () => {
  const counts = (await server.ok(purchaseTabs, {}, person)).counts;
  expect(counts).toMatchObject({ draft: 1, reviewing: 1, ordered: 3, late: 1 });
  const closed = await server.ok(listPurchases, { state: 'closed' }, person);
  expect(closed.rows.map((row) => row.units - row.received)).toEqual([0, 30, 0]);
  expect((await server.ok(listPendingPurchases, {}, person)).rows.length).toBeGreaterThanOrEqual(3);
});

test('goods go back to suppliers, and purchases are split over warehouses, in every main state', async () => {
  const returns = (await server.ok(listSupplierReturns, {}, person)).rows;
  expect(returns.map((row) => [row.state, row.remedy, row.units])).toEqual([
    ['reviewing', 'replacement', 5],
    ['shipped', 'debitNote', 4],
    ['settled', 'refund', 6],
  ]);
  const { rows } = await server.ok(listAllocations, {}, person);
  expect(rows.map((row) => [row.state, row.units, row.arrived, row.moved])).toEqual([
    ['draft', 100, 0, 0],
    ['submitted', 200, 0, 0],
    ['shipping', 200, 120, 120],
    ['done', 60, 60, 60],
  ]);
});

test('a family has nine variants, and each colour its picture', async () => {
  const { rows } = await server.ok(listFamilies, {}, person);
  expect(rows).toMatchObject([{ code: 'APRON', variantCount: 9 }]);
  const { variants } = await server.ok(findFamily, { id: rows[0]?.id ?? 0 }, person);
  const pictures = Map.groupBy(variants, (one) => one.axisValues[0]);
  expect([...pictures.values()].map((alike) => new Set(alike.flatMap((one) => one.images)).size)).toEqual([1, 1, 1]);
  expect(new Set(variants.flatMap((one) => one.images)).size).toBe(3);
  const { id = 0, images = [] } = variants.at(-1) ?? {};
  const path = `${productImage.path}?productId=${id}&key=${encodeURIComponent(images[0] ?? '')}`;
  const answer = await fetch(`${server.url}/api${path}`, { headers: { token: person.token } });
  expect(answer.headers.get('content-type')).toBe('image/png');
});

test('orders with bundles have stock allocated for each part', async () => {
  const { rows } = await server.app.database.owner.query<{ status: string; orderId: number; whole: boolean }>(
    `select o.id as "orderId", o.status, bool_and(p.quantity * l.quantity = m.reserved) as whole
     from sales_order o join order_line l on l.company_id = $1 and l.order_id = o.id and l.bundled
     join order_line_part p on p.company_id = $1 and p.line_id = l.id
     cross join lateral (select sum(m.reserved) as reserved from stock_movement m where m.company_id = $1
       and m.doc_kind = 'sales_order' and m.doc_id = o.id and m.doc_line = l.id and m.product_id = p.product_id) m
     where o.company_id = $1 group by o.id, o.status order by o.id`,
    [demo.companyId],
  );
  expect(rows.map(({ status, whole }) => ({ status, whole }))).toEqual([
    { status: 'ready', whole: true },
    { status: 'ready', whole: true },
  ]);
});

test('the approval centre lives', async () => {
  const finance = await signIn('finance');
  const tab = async (who: Person, tab: 'todo' | 'done') =>
    (await server.ok(listApprovals, { tab }, who)).rows.map((row) => [row.state, row.waitingFor]);
  expect(await tab(person, 'todo')).toEqual([['reviewing', '演示账号']]);
  expect(await tab(finance, 'todo')).toEqual(Array.from({ length: 5 }, () => ['unaudited', '赵会计']));
  const done = (await tab(finance, 'done')).map(([state]) => state);
  // Six purchase orders with what was paid for them, and two returns to suppliers, are among them.
  expect(done.sort()).toEqual([...Array.from({ length: 16 }, () => 'audited'), 'rejected', 'reviewing']);
});

test('the first month is closed, and the bank has what the books say but for two lines', async () => {
  expect((await server.ok(listMonths, {}, person)).rows.at(-1)).toMatchObject({ state: 'closed', version: 1, late: 0 });
  expect((await server.ok(listExpenses, {}, person)).total).toBeGreaterThan(10);
  const open = (await server.ok(listBankLines, { state: 'open' }, person)).rows;
  expect(open.map(({ reference }) => reference).sort()).toEqual(['存款利息', '扫码枪']);
});

test('everybody signs in at once, and sees their own part', async () => {
  for (const login of ['picker', 'buyer', 'clerk', 'finance', 'other'])
    expect((await signIn(login)).token).toBeTruthy();
});

test('an order of the past is the same at every call', () => {
  const goods = [
    { sku: '1', title: 'Red Mug', priceCents: 200, weightGrams: 300, lengthCm: 9, widthCm: 9, heightCm: 9 },
  ];
  const orders = () => platformOrders('amazon', 12, new Date('2026-01-01'), goods, new Date('2026-02-01'));
  expect(orders()).toEqual(orders());
  expect(inChinese('Red Polkadot Mug').name).toBe('红色圆点马克杯');
  expect(productOf(goods[0] ?? expect.fail())).toMatchObject({ sku: '1', nameEn: 'Red Mug', hsCode: '691200' });
});

test('removing a company leaves nothing of it and everything of others', async () => {
  const other = await server.company('Left alone');
  await removeCompany(server.app, demo.companyId);
  const left = await server.app.database.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  for (const { name } of left.rows) {
    const rows = await server.app.database.owner.query(`select 1 from ${name} where company_id = $1 limit 1`, [
      demo.companyId,
    ]);
    expect(`${name}: ${rows.rowCount}`).toBe(`${name}: 0`);
  }
  expect(await server.ok(listIntegrityRuns, {}, other)).toEqual({ runs: [] });
});
