import { removeShop } from '@tradewind/contract/channels.ts';
import { type ReportName, reportOptions } from '@tradewind/contract/reports.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { bookSales } from '../finance/public.ts';
import { addShop, makeOrder, type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { addsUp, allLines, shown } from './reports.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
});
afterAll(() => server.close());

describe('over a change of the clock', () => {
  const days = { from: '2026-10-31', to: '2026-11-02' };
  beforeAll(async () => {
    await server.app.database.owner.query(`update company set time_zone = 'America/New_York' where id = $1`, [
      world.main.companyId,
    ]);
    await world.take([
      makeOrder('Z-1', { orderedAt: '2026-11-01T03:59:59Z' }),
      makeOrder('Z-2', { orderedAt: '2026-11-01T04:00:00Z' }),
      // Half past one comes twice on that day.
      makeOrder('Z-3', { orderedAt: '2026-11-01T05:30:00Z' }),
      makeOrder('Z-4', { orderedAt: '2026-11-01T06:30:00Z' }),
      makeOrder('Z-5', { orderedAt: '2026-11-02T04:59:59Z' }),
      makeOrder('Z-6', { orderedAt: '2026-11-02T05:00:00Z' }),
      makeOrder('Z-7', { orderedAt: '2026-11-03T05:00:00Z' }),
    ]);
  });

  it('each order is of one day, also of the one with 25 hours, whatever the clock of a shop says', async () => {
    const { rows, figure } = await shown(server, world.main, 'order', { ...days, dimensions: ['day'] });
    const at = (day: string) => figure('orders', day);
    expect(['2026-10-31', '2026-11-01', '2026-11-02'].map(at)).toEqual(['1', '4', '1']);
    expect([rows.length, figure('orders')]).toEqual([3, '6']);
    await addsUp(server, world.main, 'order', { ...days, additive: ['orders', 'orderValue'] });
  });

  it('its lines are those orders', async () => {
    const lines = await allLines(server, world.main, 'order', days, 2);
    expect(lines.map(({ day, document }) => [day, document?.number])).toEqual([
      ['2026-11-02', 'Z-6'],
      ...['Z-5', 'Z-4', 'Z-3', 'Z-2'].map((number) => ['2026-11-01', number]),
      ['2026-10-31', 'Z-1'],
    ]);
  });
});

describe('a filter on a shop that was deleted', () => {
  it('finds nothing of it, and all of the others', async () => {
    const gone = await addShop(server, world.main.companyId, { name: 'Gone' });
    await server.ok(removeShop, { id: gone.id }, world.main);
    const days = { from: '2026-11-01', to: '2026-11-30' };
    const ofShops = (report: ReportName, ...ids: number[]) =>
      shown(server, world.main, report, { ...days, dimensions: ['shop'], filters: { shop: ids.map(String) } });
    for (const report of ['order', 'product', 'profit', 'profitBridge', 'freight'] as const) {
      expect((await ofShops(report, gone.id)).rows).toEqual([]);
      expect((await ofShops(report, gone.id, world.shop.id)).rows).toEqual((await ofShops(report, world.shop.id)).rows);
    }
    const [named] = await server.ok(
      reportOptions,
      { report: 'order', dimension: 'shop', keys: [String(gone.id)] },
      world.main,
    );
    expect(named).toEqual({ key: String(gone.id), label: `#${gone.id}` });
  });
});

describe('while orders arrive and are booked', () => {
  it('five people see whole orders, whose rows are their totals', async () => {
    const days = { from: '2026-11-10', to: '2029-01-01' };
    const numbers = Array.from({ length: 40 }, (_, n) => `W-${n}`);
    let written = 0;
    const arriving = (async () => {
      for (const no of numbers) {
        await world.take([makeOrder(no, { orderedAt: '2026-12-05T10:00:00Z', totalAmount: '10', goodsAmount: '10' })]);
        await bookSales(server.app, world.main.ctx, [await world.idOf(no)]);
        written++;
      }
    })();
    const reading = Array.from({ length: 5 }, async (_, person) => {
      let before = 0;
      while (written < numbers.length) {
        const report = (['order', 'profit', 'product', 'profitBridge', 'order'] as const)[person] ?? 'order';
        const { rows, totals, measures } = await shown(server, world.main, report, { ...days, dimensions: ['shop'] });
        const [row] = rows;
        expect(rows.length).toBeLessThan(2);
        if (row) expect(row.figures).toEqual(totals.figures);
        const count = Number(totals.figures[measures.indexOf(report === 'product' ? 'units' : 'orders')] ?? 0);
        expect(count).toBeGreaterThanOrEqual(before);
        before = count;
      }
    });
    await Promise.all([arriving, ...reading]);
    const { figure } = await shown(server, world.main, 'order', days);
    expect(figure('orders')).toBe(String(numbers.length));
  });
});
