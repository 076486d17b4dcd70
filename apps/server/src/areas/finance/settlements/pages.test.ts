import {
  SETTLEMENT_KINDS,
  type SettlementKind,
  type SettlementLine,
} from '@tradewind/connectors/capabilities/settlements.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/finance.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportedRows } from '../../../testing/export.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { takeSettlementLines } from '../../channels/public.ts';
import {
  addShop,
  grantShops,
  makeLine,
  makeOrder,
  type OrderWorld,
  openWorld,
  type TestShop,
} from '../../orders/orders.testing.ts';
import { bookSales } from '../public.ts';
import { wrongsOf } from '../testing/ledger.ts';
import { nextPayout } from './payout-day.ts';

const ORDER = {
  goodsAmount: '39.98',
  shippingAmount: '5.00',
  taxAmount: '3.00',
  discountAmount: '2.00',
  totalAmount: '45.98',
};

let server: TestServer;
let world: OrderWorld;
let other: TestShop;
/** Sees the first of the two shops. */
let member: Person;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
  other = await addShop(server, c(), { platform: 'ebay', name: 'Other shop' });
  member = await server.member(c(), [
    ...[rights.settlement.view, rights.settlement.export, rights.settlement.sync, rights.orderProfit.view],
  ]);
  await grantShops(server, member, world.shop.id);
  await server.app.database.owner.query(
    `insert into user_base_permission (company_id, user_id, permission) values ($1, $2, 'export')`,
    [c(), member.userId],
  );
  await server.startWorker();
  await fill();
});
afterAll(() => server.close());
const c = () => world.main.companyId;
const ids: Record<string, number> = {};

const line = (
  reference: string,
  kind: SettlementKind,
  amount: string,
  day: string,
  more: Partial<SettlementLine> = {},
): SettlementLine => ({
  ...{ reference, kind, amount, currency: 'USD', type: kind.toUpperCase() },
  postedAt: `2026-11-${day}T10:00:00Z`,
  ...more,
});
const of = (settlementId: string, platformOrderNo?: string) => ({
  settlementId,
  ...(platformOrderNo ? { platformOrderNo } : {}),
});

/** Takes lines as a stream does, and waits until the worker has booked them and added up their settlements. */
async function take(shop: TestShop, lines: SettlementLine[]): Promise<void> {
  await world.tx((tx) => takeSettlementLines(tx, shop.id, lines));
  await server.until(async () => {
    const { rows } = await server.app.database.owner.query(
      `select 1 from settlement_line l left join settlement_booking b on b.company_id = l.company_id and b.line_id = l.id
       left join settlement s on s.company_id = l.company_id and s.shop_id = l.shop_id and s.number = l.settlement_id and s.currency = l.currency
       where l.company_id = $1 and (b.line_id is null or l.settlement_id is not null and s.updated_at is null
         or s.id is not null and s.lines <> (select count(*) from settlement_line x where x.company_id = s.company_id and x.shop_id = s.shop_id
           and x.settlement_id = s.number and x.currency = s.currency))`,
      [c()],
    );
    return rows.length === 0;
  });
}

/** S-1 is sold and settled, S-2 sold and not settled, O-1 the same in the other shop. */
async function fill(): Promise<void> {
  const order = (no: string) => makeOrder(no, { ...ORDER, lines: [makeLine('1', 'SKU-1', 2)] });
  await world.take([order('S-1'), order('S-2')]);
  await world.take([order('O-1')], other);
  for (const no of ['S-1', 'S-2', 'O-1']) ids[no] = await world.idOf(no);
  await bookSales(server.app, world.main.ctx, Object.values(ids));
  await take(world.shop, [
    line('1', 'payout', '-20.00', '02', of('P-0')),
    line('2', 'payout', '-30.00', '09', of('P-1')),
    line('3', 'sale', '50.00', '08', of('P-1')),
    line('4', 'sale', '45.98', '12', of('P-2', 'S-1')),
    line('5', 'payment', '-1.50', '12', of('P-2', 'S-1')),
    line('6', 'reserve', '-10.00', '13', of('P-2')),
    line('7', 'other', '-2.22', '13', { ...of('P-2'), type: 'Mystery fee' }),
  ]);
  await take(other, [line('1', 'other', '-7.00', '13', { ...of('Q-1'), type: 'Mystery fee' })]);
}
const main = () => world.main;

it('knows the kinds that connectors read', () => {
  expect(calls.LINE_KINDS).toEqual(SETTLEMENT_KINDS);
});

describe('where the money is', () => {
  it('stands in five stages by shop and currency, and adds up in base currency', async () => {
    const { currency, rows, sum } = await server.ok(calls.whereIsMoney, {}, main());
    expect(currency).toBe('CNY');
    const [otherShop, shop] = rows;
    expect(rows).toHaveLength(2);
    expect(shop).toMatchObject({
      ...{ shopId: world.shop.id, platform: 'shopify', currency: 'USD' },
      own: { deferred: '0.00', settled: '32.26', reserve: '10.00', inTransit: '50.00' },
      ...{ lastPayoutDay: '2026-11-09', lastPayoutAmount: '30.00', nextPayoutDay: '2026-11-16', nextBy: 'payouts' },
    });
    // The tax is paid on by us; the estimated fee is 1.63.
    expect(shop?.own.unsettled).toBe('44.35');
    expect(shop?.own.total).toBe('136.61');
    expect(otherShop).toMatchObject({
      own: { settled: '-7.00', inTransit: '0.00' },
      ...{ lastPayoutDay: null, nextPayoutDay: '2026-11-20', nextBy: 'platform', late: false },
    });
    const total = rows.reduce((all, row) => all + Number(row.base.total), 0);
    expect(Number(sum.total)).toBeCloseTo(total, 2);
    // Since then a day may have begun.
    expect([0, 1]).toContain(shop?.oldestUnsettledDays);
  });

  it('is expected at the median of the last intervals, or by what the platform does', () => {
    const paid = ['2026-11-20', '2026-11-06', '2026-10-22', '2026-10-09'];
    expect(nextPayout('amazon', paid, undefined)).toEqual({ day: '2026-12-04', by: 'payouts' });
    expect(nextPayout('ebay', ['2026-11-20'], undefined)).toEqual({ day: '2026-11-27', by: 'platform' });
    expect(nextPayout('wish', ['2026-11-20'], undefined)).toBeUndefined();
    expect(nextPayout('shopify', [], '2026-11-20')).toEqual({ day: '2026-11-23', by: 'platform' });
    expect(nextPayout('shopify', [], undefined)).toBeUndefined();
  });

  it('opens: orders that are not settled, lines since the last payout, payouts under way, reserves', async () => {
    const shop = { shopId: world.shop.id, currency: 'USD' };
    const open = await server.ok(calls.listUnsettledOrders, shop, main());
    expect(open.rows).toMatchObject([{ orderId: ids['S-2'], amount: '44.35', currency: 'USD' }]);
    expect((await server.ok(calls.listUnsettledOrders, { ...shop, currency: 'EUR' }, main())).total).toBe(0);
    expect((await server.ok(calls.listUnsettledOrders, { ...shop, text: 's-2' }, main())).total).toBe(1);
    expect((await server.ok(calls.listUnsettledOrders, { ...shop, text: 's-3' }, main())).total).toBe(0);

    expect(await server.ok(calls.settledSincePayout, shop, main())).toEqual({
      ...{ balance: '32.26', carried: '0.00', lines: 4, amount: '32.26', since: '2026-11-09T10:00:00.000Z' },
    });
    const since = await server.ok(
      calls.listSettlementLines,
      { shopIds: [world.shop.id], currency: 'USD', after: '2026-11-09T10:00:00.000Z' },
      main(),
    );
    expect(since.rows.map((row) => row.amount).sort()).toEqual(['-1.50', '-10.00', '-2.22', '45.98']);
    expect(await server.ok(calls.payoutsInTransit, shop, main())).toMatchObject({
      balance: '50.00',
      rows: [
        { number: 'P-1', onDay: '2026-11-09', amount: '30.00', open: '30.00' },
        { number: 'P-0', onDay: '2026-11-02', amount: '20.00', open: '20.00' },
      ],
    });
    const reserve = await server.ok(
      calls.listSettlementLines,
      { currency: 'USD', shopIds: [world.shop.id], account: 'platform_reserve' },
      main(),
    );
    expect(reserve.rows).toMatchObject([{ kind: 'reserve', amount: '-10.00', settlementNumber: 'P-2' }]);
    const entries = await server.ok(calls.listDebtEntries, { ...shop, stage: 'inTransit' }, main());
    expect(entries.rows.map((row) => row.amount)).toEqual(['30.00', '20.00']);
  });
});

describe('settlements', () => {
  it('are listed with what they come to, found by shop, platform, days and number, and alone with a gap', async () => {
    const found = async (filter: calls.SettlementFilter) =>
      (await server.ok(calls.listSettlements, filter, main())).rows.map((row) => row.number);
    expect((await found({})).sort()).toEqual(['P-0', 'P-1', 'P-2', 'Q-1']);
    expect(await found({ shopIds: [other.id] })).toEqual(['Q-1']);
    expect(await found({ platform: 'shopify', from: '2026-11-09', to: '2026-11-10' })).toEqual(['P-1']);
    expect(await found({ text: 'P-2' })).toEqual(['P-2']);
    expect(await found({ gap: 'true' })).toEqual([]);
    const { owner } = server.app.database;
    await owner.query(`update settlement set total = 33 where company_id = $1 and number = 'P-2'`, [c()]);
    const [gap] = (await server.ok(calls.listSettlements, { gap: 'true' }, main())).rows;
    expect(gap).toMatchObject({ amount: '32.26', total: '33.00', gap: '0.74', paidOut: '0.00', depositDay: null });
    await owner.query(`update settlement set total = null where company_id = $1`, [c()]);
  });

  it('open into sums by kind and by account, and these into lines and their entries', async () => {
    const [row] = (await server.ok(calls.listSettlements, { text: 'P-2' }, main())).rows;
    const id = row?.id ?? 0;
    const { byKind, byAccount } = await server.ok(calls.getSettlement, { id }, main());
    expect(byKind.map((one) => [one.kind, one.lines, one.amount, one.share])).toEqual([
      ['sale', 1, '45.98', '100.0'],
      ['payment', 1, '-1.50', '-3.3'],
      ['other', 1, '-2.22', '-4.8'],
      ['reserve', 1, '-10.00', '-21.7'],
    ]);
    expect(Object.fromEntries(byAccount.map((one) => [one.account, one.amount]))).toEqual({
      ...{ platform_unsettled: '45.98', platform_fee: '-1.50', suspense: '-2.22', platform_reserve: '-10.00' },
    });
    const lines = await server.ok(calls.listSettlementLines, { settlementId: id, text: 'S-1' }, main());
    expect(lines.rows.map((one) => [one.kind, one.account, one.orderId]).sort()).toEqual([
      ['payment', 'platform_fee', ids['S-1']],
      ['sale', 'platform_unsettled', ids['S-1']],
    ]);
    const sale = lines.rows.find((one) => one.kind === 'sale');
    const entries = await server.ok(calls.settlementLineEntries, { id: sale?.id ?? 0 }, main());
    expect(entries.lines.map((one) => [one.account, one.amount])).toEqual([
      ['platform_settled', '45.98'],
      ['platform_unsettled', '-45.98'],
    ]);
  });

  it('list lines by shop, kind, term, account and day, and those that are not booked', async () => {
    const found = async (filter: calls.SettlementLineFilter) =>
      (await server.ok(calls.listSettlementLines, filter, main())).rows.map((row) => row.amount).sort();
    expect(await found({ kind: 'other' })).toEqual(['-2.22', '-7.00']);
    expect(await found({ type: 'Mystery fee', platform: 'ebay' })).toEqual(['-7.00']);
    expect(await found({ account: 'suspense', shopIds: [world.shop.id] })).toEqual(['-2.22']);
    expect(await found({ from: '2026-11-08', to: '2026-11-09' })).toEqual(['-30.00', '50.00']);
    expect(await found({ unbooked: 'true' })).toEqual([]);
  });

  it('are written to files', async () => {
    const files = await exportedRows(server, calls.exportSettlements, { text: 'P-2' }, main());
    expect(files).toMatchObject([{ 结算单号: 'P-2', 结算金额: '32.26', 币种: 'USD' }]);
    const lines = await exportedRows(server, calls.exportSettlementLines, { account: 'suspense' }, main());
    expect(lines.map((row) => [row.金额, row.平台类型, row.科目]).sort()).toEqual([
      ['-2.22', 'Mystery fee', '待归类款项'],
      ['-7', 'Mystery fee', '待归类款项'],
    ]);
  });
});

describe('a member with one of two shops', () => {
  it('finds only its own in every call', async () => {
    const as = member;
    const money = await server.ok(calls.whereIsMoney, {}, as);
    expect(money.rows.map((row) => row.shopId)).toEqual([world.shop.id]);
    expect(money.sum).toEqual(money.rows[0]?.base);
    const foreign = { shopId: other.id, currency: 'USD' };
    expect((await server.ok(calls.listUnsettledOrders, foreign, as)).total).toBe(0);
    expect((await server.ok(calls.listDebtEntries, { ...foreign, stage: 'settled' }, as)).total).toBe(0);
    for (const call of [calls.settledSincePayout, calls.payoutsInTransit])
      expect((await server.call(call, foreign, as)).status).toBe(404);
    expect((await server.ok(calls.listSettlements, {}, as)).rows.map((row) => row.number).sort()).toEqual([
      ...['P-0', 'P-1', 'P-2'],
    ]);
    const [theirs] = (await server.ok(calls.listSettlements, { text: 'Q-1' }, main())).rows;
    expect((await server.call(calls.getSettlement, { id: theirs?.id ?? 0 }, as)).status).toBe(404);
    const inOther = await server.ok(calls.listSettlementLines, { settlementId: theirs?.id ?? 0 }, main());
    expect(inOther.total).toBe(1);
    expect((await server.ok(calls.listSettlementLines, { settlementId: theirs?.id ?? 0 }, as)).total).toBe(0);
    const lineId = inOther.rows[0]?.id ?? 0;
    expect((await server.call(calls.settlementLineEntries, { id: lineId }, as)).status).toBe(404);
    const files = await exportedRows(server, calls.exportSettlements, {}, as);
    expect(files.map((row) => row.结算单号).sort()).toEqual(['P-0', 'P-1', 'P-2']);
    expect(await exportedRows(server, calls.exportSettlementLines, { shopIds: [other.id] }, as)).toEqual([]);
    const { rows } = await server.ok(calls.listSuspense, {}, as);
    expect(rows).toMatchObject([{ platform: 'shopify', type: 'Mystery fee', lines: 1 }]);
    // No shop here is connected for real, least of all one that the member does not see.
    expect(await server.ok(calls.syncSettlements, { shopIds: [other.id] }, as)).toEqual({ shops: 0 });
    expect(await server.ok(calls.syncSettlements, {}, as)).toEqual({ shops: 1 });
    expect((await server.call(calls.saveMapping, { platform: 'ebay', pattern: 'x', account: 'loan' }, as)).status).toBe(
      403,
    );
  });
});

describe('terms that no mapping knows', () => {
  it('are listed by platform, and leave the list once they are mapped', async () => {
    const { rows, more } = await server.ok(calls.listSuspense, {}, main());
    expect(more).toBe(false);
    const day = { firstDay: '2026-11-13', lastDay: '2026-11-13' };
    expect(rows).toEqual([
      { platform: 'ebay', type: 'Mystery fee', lines: 1, amounts: [{ currency: 'USD', amount: '-7.00' }], ...day },
      { platform: 'shopify', type: 'Mystery fee', lines: 1, amounts: [{ currency: 'USD', amount: '-2.22' }], ...day },
    ]);
    const { list } = await server.ok(calls.settlementAccounts, {}, main());
    expect(list.find((one) => one.account === 'storage_fee')).toMatchObject({ mappable: true, name: '仓储费' });
    expect(list.find((one) => one.account === 'suspense')).toMatchObject({ mappable: false });

    const mapping = { platform: 'shopify', pattern: 'Mystery*', account: 'storage_fee' as const };
    const { id } = await server.ok(calls.saveMapping, mapping, main());
    await server.until(async () => (await server.ok(calls.listSuspense, {}, main())).rows.length === 1);
    expect((await server.ok(calls.listMappings, {}, main())).rows).toMatchObject([
      { id, ...mapping, createdBy: world.main.userLoginId, retiredAt: null },
    ]);
    await server.ok(calls.retireMapping, { id }, main());
    expect((await server.ok(calls.listMappings, {}, main())).rows).toEqual([]);
    expect((await server.ok(calls.listMappings, { state: 'all' }, main())).rows).toHaveLength(1);
    await server.until(async () => (await server.ok(calls.listSuspense, {}, main())).rows.length === 2);
  });
});

describe('the profit of an order', () => {
  it('says what was estimated, what the settlement changed, and since when that is known', async () => {
    const orderId = ids['S-1'] ?? 0;
    const { bridge, figures, feeState } = await server.ok(calls.orderProfit, { orderId }, main());
    const fee = bridge.find((one) => one.figure === 'platformFee');
    // 1.63 and 1.50 dollars.
    expect(fee).toMatchObject({ atSale: '11.61', bySettlement: '-0.93', later: '0.00', now: '10.68' });
    expect(bridge.find((one) => one.figure === 'goods')).toMatchObject({ atSale: '284.66', bySettlement: '0.00' });
    expect(feeState).toBe('settled');
    for (const { figure, now } of bridge) expect([figure, now]).toEqual([figure, figures?.[figure]]);
    const seesNoCosts = await server.ok(calls.orderProfit, { orderId }, member);
    expect(seesNoCosts.bridge.map((one) => one.figure)).not.toContain('goodsCost');
  });

  it('is asked for as it was known on a day', async () => {
    const orderId = ids['S-1'] ?? 0;
    const before = await server.ok(calls.orderProfit, { orderId }, main());
    await server.app.database.owner.query(
      `update ledger_entry set at = case when doc_kind = 'sales_order' and step in ('sale', 'fee:estimate')
         then timestamptz '2026-11-10 12:00Z' else timestamptz '2026-11-13 12:00Z' end where company_id = $1 and order_id = $2`,
      [c(), orderId],
    );
    const known = (knownOn: string) => server.ok(calls.orderProfit, { orderId, knownOn }, main());
    expect(await known('2026-11-09')).toMatchObject({ figures: null, lines: [], bridge: [], feeState: 'none' });
    const estimated = await known('2026-11-12');
    expect(estimated).toMatchObject({ figures: { platformFee: '11.61', goods: '284.66' }, feeState: 'estimated' });
    expect(estimated.lines.length).toBeLessThan(before.lines.length);
    const settled = await known('2026-11-13');
    expect(settled).toMatchObject({ figures: before.figures, feeState: 'settled' });
    expect(settled.bridge.find((one) => one.figure === 'platformFee')?.since).toBe('2026-11-13');
    expect(estimated.bridge.find((one) => one.figure === 'platformFee')?.since).toBe('2026-11-10');
  });
});

it('leaves the books right', async () => {
  expect(await wrongsOf(server, c())).toEqual([]);
});
