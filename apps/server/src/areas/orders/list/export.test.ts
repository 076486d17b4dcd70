import { buffer } from 'node:stream/consumers';
import { rights } from '@tradewind/contract/access/modules.ts';
import { exportOrders } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { readExportFile } from '../../../core/exports.ts';

import { cellsOf } from '../../../testing/export.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { after, grantShops, makeLine, makeOrder, type OrderWorld, openWorld } from '../orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
  await server.startWorker();
  await world.take([
    makeOrder('X-1', { orderedAt: after(0), totalAmount: '1234.5', buyerNote: '=cmd()' }),
    makeOrder('X-2', { orderedAt: after(60), lines: [makeLine('1', 'SKU-2', 2), makeLine('2', 'NOBODY')] }),
  ]);
});
afterAll(() => server.close());

async function sheet(input: Parameters<typeof server.ok<typeof exportOrders>>[1], as: Person): Promise<string[][]> {
  const { exportId } = await server.ok(exportOrders, input, as);
  const ctx: Ctx = {
    ...world.main.ctx,
    companyId: as.companyId,
    actor: { userId: as.userId, name: as.userLoginId, mainAccount: false },
  };
  return server.until(async () => {
    const found = await server.app.database.owner.query('select state, error from export_file where id = $1', [
      exportId,
    ]);
    if (found.rows[0]?.state === 'failed') throw new Error(found.rows[0].error);
    return (
      found.rows[0]?.state === 'done' && cellsOf(await buffer((await readExportFile(server.app, ctx, exportId)).data))
    );
  });
}

const column = ([head, ...rows]: string[][], title: string) => rows.map((row) => row[head?.indexOf(title) ?? -1]);

describe('exporting orders', () => {
  it('writes a row a line, newest first, in the words of who asked', async () => {
    const cells = await sheet({ filter: {} }, world.main);
    expect(column(cells, '订单号')).toEqual(['X-2', 'X-2', 'X-1']);
    expect(column(cells, '店铺SKU')).toEqual(['SKU-2', 'NOBODY', 'SKU-1']);
    expect(column(cells, 'SKU')).toEqual(['SKU-2', '', 'SKU-1']);
    expect(column(cells, '数量')).toEqual(['2', '1', '1']);
    expect(column(cells, '状态')).toEqual(['异常', '异常', '待配货']);
    expect(column(cells, '下单时间')).toEqual(['2026-11-01 16:01:00', '2026-11-01 16:01:00', '2026-11-01 16:00:00']);
    expect(Number(column(cells, '订单总额')[2])).toBe(1234.5);
    expect(column(cells, '收件人')[0]).toBe('Ann Buyer');
  });

  it('takes the filter of the list or ticked orders', async () => {
    expect(column(await sheet({ filter: { text: 'X-1' } }, world.main), '订单号')).toEqual(['X-1']);
    expect(column(await sheet({ ids: [await world.idOf('X-1')] }, world.main), '订单号')).toEqual(['X-1']);
    expect(await sheet({ filter: { status: 'refunded' } }, world.main)).toHaveLength(1);
  });

  it('holds what the asker may see: no buyers, no foreign shops', async () => {
    const member = await server.member(world.main.companyId, [rights.shopifyOrder.view, rights.shopifyOrder.export]);
    await grantShops(server, member, world.shop.id);
    await server.app.database.owner.query(
      `insert into user_base_permission (company_id, user_id, permission) values ($1, $2, 'export')`,
      [world.main.companyId, member.userId],
    );
    const cells = await sheet({ filter: {} }, member);
    expect(cells).toHaveLength(4);
    expect(JSON.stringify(cells)).not.toContain('Ann');
    expect(JSON.stringify(cells)).not.toContain('Elm St');
    const other = await server.member(world.main.companyId, [
      rights.amazonNorthAmericaOrder.view,
      rights.amazonNorthAmericaOrder.export,
    ]);
    await server.app.database.owner.query(
      `insert into user_base_permission (company_id, user_id, permission) values ($1, $2, 'export')`,
      [world.main.companyId, other.userId],
    );
    expect(await sheet({ filter: {} }, other)).toHaveLength(1);
    const without = await server.member(world.main.companyId, [rights.shopifyOrder.view, rights.shopifyOrder.export]);
    expect((await server.call(exportOrders, { filter: {} }, without)).status).toBe(403);
  });

  it('goes on where a page ended, each line once', async () => {
    const many = await openWorld(server);
    const orders = Array.from({ length: 1_300 }, (_, n) =>
      makeOrder(`M-${n}`, { orderedAt: after(n % 7), lines: [makeLine('1', 'SKU-1'), makeLine('2', 'SKU-2')] }),
    );
    for (let from = 0; from < orders.length; from += 500) await many.take(orders.slice(from, from + 500));
    const numbers = column(await sheet({ filter: {} }, many.main), '订单号');
    expect(numbers).toHaveLength(2_600);
    expect(new Set(numbers).size).toBe(1_300);
  });
});
