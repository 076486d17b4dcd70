import { rights } from '@tradewind/contract/access/modules.ts';
import { exportMovements, exportStock } from '@tradewind/contract/stock.ts';
import { exportBatches, listBatches } from '@tradewind/contract/stock-batches.ts';
import * as views from '@tradewind/contract/stock-views.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../core/context.ts';
import type { PagedExport } from '../../core/exports.ts';
import { dayFromNow } from '../../testing/day.ts';
import { exportedRows } from '../../testing/export.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { batchExport, createInbound, createWaves, receiveInbound } from '../warehouse/public.ts';
import { type Floor, openFloor, openSecond } from '../warehouse/warehouse.testing.ts';
import { receiveGoods } from './public.ts';
import { calculateTouched } from './touched.ts';
import { conditionExport, placeExport } from './views/exports.ts';
import { warningExport } from './views/warnings.list.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await ownServer();
  floor = await openFloor(server);
  const second = await openSecond(floor);
  await floor.put(0, 0, 3);
  await floor.put(0, 1, 4);
  await floor.tx((tx) =>
    receiveGoods(tx, {
      warehouseId: second.warehouseId,
      docKind: 'opening',
      docId: 1,
      lines: [{ productId: floor.productIds[0] ?? 0, locationId: second.bins[0] ?? 0, quantity: 4, unitCost: '10' }],
    }),
  );
  await floor.tx(calculateTouched);
  await server.startWorker();
});
afterAll(() => server.close());

it('writes the sums that the list of products shows, or each warehouse by itself', async () => {
  // P-1 has 7 units in two warehouses: neither alone has more than five.
  const filter = { level: 'low', lowAt: 5 } as const;
  const sums = await exportedRows(server, exportStock, { filter, by: 'product' }, floor.main);
  expect(sums).toMatchObject([{ SKU: 'P-2', 现有库存: '4', 仓库数: '1', 库存成本: '40' }]);
  const all = await exportedRows(server, exportStock, { filter: { text: 'P-1' }, by: 'product' }, floor.main);
  expect(all).toMatchObject([
    { SKU: 'P-1', 现有库存: '7', 仓库数: '2', 最早入库时间: expect.stringMatching(/^20..-..-..$/) },
  ]);
  const warehouses = await exportedRows(server, exportStock, { filter }, floor.main);
  expect(warehouses.map((row) => [row.SKU, row.仓库, row.现有库存])).toEqual([
    ['P-1', 'Floor', '3'],
    ['P-2', 'Floor', '4'],
    ['P-1', 'Second', '4'],
  ]);
});

it('writes the ledger in the company’s time', async () => {
  const found = await server.app.database.owner.query(
    `select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at from stock_movement
     where company_id = $1 order by id desc limit 1`,
    [floor.main.companyId],
  );
  const [newest] = await exportedRows(server, exportMovements, { filter: {} }, floor.main);
  expect(newest?.时间).toBe(found.rows[0].at);
});

describe('the other views', () => {
  const [soon, over] = [dayFromNow(10), dayFromNow(-2)];

  beforeAll(async () => {
    const productId = floor.productIds[2] ?? 0;
    const { id } = await floor.tx((tx) =>
      createInbound(tx, { warehouseId: floor.warehouseId, kind: 'manual', lines: [{ productId, quantity: 20 }] }),
    );
    const bin = (i: number) => floor.bins[i]?.id ?? 0;
    await floor.tx((tx) =>
      receiveInbound(tx, id, [
        { productId, quantity: 6, batch: 'SOON', expiresOn: soon, locationId: bin(1) },
        { productId, quantity: 3, batch: 'OVER', expiresOn: over, locationId: bin(2) },
        { productId, quantity: 2, condition: 'damaged', locationId: bin(3) },
        { productId, quantity: 1, condition: 'damaged', locationId: bin(4) },
        { productId: floor.productIds[1] ?? 0, quantity: 5, condition: 'damaged', locationId: bin(4) },
      ]),
    );
    const { outboundId } = await floor.order([0, 2]);
    await floor.tx((tx) => createWaves(tx, [outboundId]));
    const productIds = floor.productIds.slice(0, 2);
    const limit = { productIds, warehouseId: floor.warehouseId, safety: 100, maxAgeDays: null };
    await server.ok(views.saveStockLimits, limit, floor.main);
    await floor.tx(calculateTouched);
  });

  it('have files of their rows, by their filters', async () => {
    const places = await exportedRows(server, views.exportStockPlaces, { filter: { text: 'P-1' } }, floor.main);
    expect(places).toMatchObject([
      { 仓库: 'Floor', 库位: 'A-01-01-01', 类型: '拣货', 库位状态: '启用', 品质: '良品', 数量: '3', 已分配: '2' },
      { 仓库: 'Second', 数量: '4', 已分配: '0' },
    ]);
    const lots = await exportedRows(server, views.exportStockPlaces, { filter: { batch: 'SOON' } }, floor.main);
    expect(lots).toMatchObject([{ SKU: 'P-3', 批次: 'SOON', 到期日: soon, 数量: '6' }]);
    const filter = { condition: 'damaged', text: 'P-3' } as const;
    const damaged = await exportedRows(server, views.exportStockConditions, { filter }, floor.main);
    expect(damaged).toMatchObject([{ SKU: 'P-3', 品质: '次品', 仓库: 'Floor', 库位数: '2', 数量: '3' }]);
    const batches = await exportedRows(server, exportBatches, { filter: { expiresWithin: 0 } }, floor.main);
    expect(batches).toMatchObject([{ 批次: 'OVER', SKU: 'P-3', 状态: '已过期', 到期日: over, 良品: '3', 已分配: '0' }]);
    const wrong = await exportedRows(server, views.exportStockWarnings, { filter: { kind: 'expired' } }, floor.main);
    expect(wrong).toMatchObject([
      { SKU: 'P-3', 预警: '已过期', 批次: 'OVER', 数量: '3', 说明: `3 件，${over} 已过期` },
    ]);
    expect(wrong[0]?.开始时间).toMatch(/^20..-..-.. ..:..:..$/);
  });

  /** A row at a time, as a large file is written a thousand at a time. */
  async function allOf<F extends object, R>(kind: PagedExport<F, R>, filter: F): Promise<R[]> {
    const ctx = systemContext(floor.main.companyId, 'test');
    const found: R[] = [];
    let cursor: string | null = null;
    do {
      const after: string | null = cursor;
      const part: { rows: R[]; next: string | null } = await floor.tx((tx) => kind.page(tx, ctx, filter, after, 1));
      expect(part.rows.length).toBeLessThanOrEqual(1);
      found.push(...part.rows);
      cursor = part.next;
    } while (cursor !== null);
    expect(await floor.tx((tx) => kind.count(tx, ctx, filter))).toBe(found.length);
    return found;
  }
  const ids = (rows: readonly { id: string | number }[]) => rows.map((row) => row.id);

  it('are written in parts that leave out no row and write none twice', async () => {
    const places = (await server.ok(views.listStockPlaces, {}, floor.main)).rows;
    expect(places.length).toBeGreaterThan(6);
    expect(ids(await allOf(placeExport, {}))).toEqual(ids(places));
    const conditions = (await server.ok(views.listStockConditions, {}, floor.main)).rows;
    expect(conditions).toHaveLength(2);
    expect(ids(await allOf(conditionExport, {}))).toEqual(ids(conditions));
    const warnings = (await server.ok(views.listStockWarnings, {}, floor.main)).rows;
    expect(warnings.length).toBeGreaterThan(3);
    expect(ids(await allOf(warningExport, {}))).toEqual(ids(warnings));
    const batches = (await server.ok(listBatches, {}, floor.main)).rows;
    expect(ids(await allOf(batchExport, {})).sort()).toEqual(ids(batches).sort());
  });

  it('tell nobody of other warehouses', async () => {
    const member = await server.member(floor.main.companyId, [rights.stock.view, rights.stock.export]);
    const { owner } = server.app.database;
    const of = [floor.main.companyId, member.userId];
    await owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) select company_id, $2, 'warehouse', id from warehouse
       where company_id = $1 and name = 'Second'`,
      of,
    );
    await owner.query(
      `insert into user_base_permission (company_id, user_id, permission) values ($1, $2, 'export')`,
      of,
    );
    const places = await exportedRows(server, views.exportStockPlaces, { filter: {} }, member);
    expect(places.map((row) => row.仓库)).toEqual(['Second']);
    for (const call of [views.exportStockConditions, views.exportStockWarnings])
      expect(await exportedRows(server, call, { filter: {} }, member)).toEqual([]);
  });
});
