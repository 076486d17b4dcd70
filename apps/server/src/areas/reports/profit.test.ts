import { rights } from '@tradewind/contract/access/modules.ts';
import { editShop, listShops } from '@tradewind/contract/channels.ts';
import { describeReport, runReport } from '@tradewind/contract/reports.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { Decimal } from '../../core/money.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { book, bookFees, bookGoodsCost, bookRefunds, bookSales } from '../finance/public.ts';
import {
  addShop,
  grantShops,
  makeLine,
  makeOrder,
  type OrderWorld,
  openWorld,
  walk,
} from '../orders/orders.testing.ts';
import { addsUp, allLines, opensIntoLines, shown } from './reports.testing.ts';

let server: TestServer;
let world: OrderWorld;
/** Sees the first shop, and runs it. */
let lin: Person;
let settled = 0;
const days = { from: '2026-01-01', to: '2027-12-31' };
const CHANGES = ['commissionChange', 'fulfilmentChange', 'refundChange', 'advertisingChange', 'lateCostChange'];

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 100 });
  const other = await addShop(server, world.main.companyId, { name: 'Second' });
  await world.take([
    makeOrder('B-1', { lines: [makeLine('1', 'SKU-1', 2), makeLine('2', 'SKU-2')], goodsAmount: '59.97' }),
    makeOrder('B-2'),
  ]);
  await world.take([makeOrder('B-3')], other);
  const numbers = ['B-1', 'B-2', 'B-3'];
  for (const no of numbers) await walk(world, await world.idOf(no), 'ship');
  const ids = await Promise.all(numbers.map((no) => world.idOf(no)));
  settled = ids[0] ?? 0;
  await bookSales(server.app, world.main.ctx, ids);
  const fee = (kind: 'payment' | 'fulfilment', amount: string) => ({
    ...{ platformOrderNo: 'B-1', kind, description: '', amount, currency: 'USD', postedAt: '2026-11-20T10:00:00Z' },
    reference: `B-1/${kind}`,
  });
  await world.tx(async (tx) => {
    const left = await tx.rows<{ id: number }>(sql`select id from outbound where company_id = ${sql.company}`);
    await bookGoodsCost(
      tx,
      left.map(({ id }) => id),
    );
    await bookFees(tx, world.shop, [fee('payment', '1.11'), fee('fulfilment', '0.50')]);
    await bookRefunds(tx, [ids[1] ?? 0]);
    const plain = { currency: 'CNY', rate: '1' };
    const about = { docKind: 'test', docId: 1, onDay: '2026-11-20' };
    await book(tx, [
      {
        ...{ ...about, step: 'ad', text: 'settled.advertising' },
        lines: [
          { account: 'advertising', amount: '12.34', shopId: world.shop.id, ...plain },
          { account: 'platform_unsettled', partyKind: 'shop', partyId: world.shop.id, amount: '-12.34', ...plain },
        ],
      },
      {
        ...{ ...about, step: 'late', text: 'lateCosts' },
        lines: [
          { account: 'purchase_difference', amount: '5.5', productId: world.productIds[0] ?? 0, ...plain },
          { account: 'stock_received', amount: '-5.5', ...plain },
        ],
      },
    ]);
  });
  lin = await server.member(world.main.companyId, [rights.orderReport.view]);
  await grantShops(server, lin, world.shop.id);
  const { rows } = await server.ok(listShops, {}, world.main);
  const updatedAt = rows.find(({ id }) => id === world.shop.id)?.updatedAt ?? '';
  await server.ok(editShop, { id: world.shop.id, updatedAt, operatorId: lin.userId }, world.main);
});
afterAll(() => server.close());

const add = (all: readonly (string | null | undefined)[]) =>
  all.reduce((sum, one) => sum.plus(one ?? 0), new Decimal(0)).toFixed(4);

describe('the matrix of profits', () => {
  it('has the profits of orders, however it is grouped', async () => {
    const { rows } = await server.app.database.owner.query(
      'select sum(profit) as profit, count(*)::int as n from order_profit where company_id = $1',
      [world.main.companyId],
    );
    const { figure } = await shown(server, world.main, 'profit', days);
    expect(add([figure('profit')])).toBe(add([rows[0].profit]));
    expect(figure('orders')).toBe('3');
    await addsUp(server, world.main, 'profit', {
      ...days,
      additive: ['goods', 'refund', 'revenue', 'platformFee', 'goodsCost', 'profit'],
    });
  });

  it('opens into the lines of the ledger', () => opensIntoLines(server, world.main, 'profit', days));

  it('names orders, and who runs their shop', async () => {
    const { rows } = await shown(server, world.main, 'profit', {
      ...days,
      dimensions: ['order', 'operator'],
      sort: 'order',
      order: 'asc',
    });
    const { rows: people } = await server.app.database.owner.query('select name from user_account where id = $1', [
      lin.userId,
    ]);
    const name = people[0].name;
    expect(rows.map(({ labels }) => labels)).toEqual([
      ['B-1', name],
      ['B-2', name],
      ['B-3', '（无）'],
    ]);
    const { total } = await shown(server, world.main, 'profit', {
      ...days,
      dimensions: ['order'],
      filters: { operator: [String(lin.userId)] },
    });
    expect(total).toBe(2);
  });
});

describe('from the estimate to the settlement', () => {
  it('sums: what was estimated, and what changed it, is what orders earned', async () => {
    const { rows, totals, measures } = await shown(server, world.main, 'profitBridge', {
      ...days,
      dimensions: ['order'],
    });
    const { rows: kept } = await server.app.database.owner.query(
      'select order_id::text as id, profit from order_profit where company_id = $1',
      [world.main.companyId],
    );
    const profits = new Map(kept.map(({ id, profit }) => [id, profit]));
    for (const { keys, figures } of [...rows, { ...totals, keys: ['all'] }]) {
      const of = (name: string) => figures[measures.indexOf(name as never)];
      const changes = measures.filter((name) => name.endsWith('Change') && name !== 'profitChange').map(of);
      expect(add([of('firstProfit'), ...changes])).toBe(add([of('profitNow')]));
      expect(add(changes)).toBe(add([of('profitChange')]));
      const own = profits.get(keys[0] ?? '');
      if (own !== undefined) expect(add([of('profitNow')])).toBe(add([own]));
    }
    expect(rows).toHaveLength(4);
  });

  it('says what changed each by its cause', async () => {
    const { figure } = await shown(server, world.main, 'profitBridge', { ...days, dimensions: ['feeState'] });
    const { rows } = await server.app.database.owner.query(
      'select fee_estimate, platform_fee from order_profit where company_id = $1 and order_id = $2',
      [world.main.companyId, settled],
    );
    // 1.11 and 0.50 dollars at 7.12, in place of the estimate.
    const commission = new Decimal(rows[0].fee_estimate).minus('7.90').toFixed();
    expect(CHANGES.map((name) => figure(name, '已结算'))).toEqual([commission, '-3.56', '0', '0', '0']);
    expect(CHANGES.map((name) => figure(name, '（无）'))).toEqual(['0', '0', '0', '-12.34', '-5.5']);
    expect(Number(figure('refundChange', '预估'))).toBeLessThan(0);
  });

  it('has the same totals however it is grouped, and opens into the lines of the ledger', async () => {
    await addsUp(server, world.main, 'profitBridge', { ...days, additive: ['firstProfit', ...CHANGES, 'profitNow'] });
    await opensIntoLines(server, world.main, 'profitBridge', days);
  });

  it('shows a member their shops, without what would reveal costs', async () => {
    const { measures } = await server.ok(describeReport, { report: 'profitBridge' }, lin);
    const names = measures.map(({ name }) => name);
    expect(names).toContain('commissionChange');
    expect(names).not.toContain('profitNow');
    const { rows } = await shown(server, lin, 'profitBridge', { ...days, dimensions: ['shop'] });
    expect(rows.map(({ keys }) => keys[0])).toEqual([String(world.shop.id)]);
    expect((await allLines(server, lin, 'profitBridge', days)).length).toBeGreaterThan(0);
    const refused = { report: 'profit', ...days, dimensions: [], measures: ['profit'] } as const;
    expect((await server.call(runReport, refused as never, lin)).status).toBe(400);
  });
});
