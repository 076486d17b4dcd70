import { rights } from '@tradewind/contract/access/modules.ts';
import type { ImportPreview } from '@tradewind/contract/imports.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { upload, xls } from '../../catalog/testing/files.ts';
import { type Buying, openBuying } from '../testing/buying.ts';
import { purchaseImport } from './import.ts';

let server: TestServer;
let b: Buying;
let supplier: string;
let warehouse: string;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  b = await openBuying(server);
  const codes = await b.tx((tx) =>
    tx.row<{ supplier: string; warehouse: string }>(sql`
      select s.code as supplier, w.code as warehouse from supplier s, warehouse w
      where s.company_id = ${sql.company} and s.id = ${b.supplierId} and w.company_id = ${sql.company} and w.id = ${b.warehouseId}`),
  );
  supplier = codes?.supplier ?? '';
  warehouse = codes?.warehouse ?? '';
});

const TITLES = purchaseImport.columns.map((column) => column.title[0]);
const preview = async (rows: string[][], as: Person = b.main) => {
  const answer = await upload(server, calls.previewPurchaseImport, xls([TITLES, ...rows], 'xlsx'), 'po.xlsx', as);
  return { status: answer.status, ...(answer.data as ImportPreview) };
};
const commit = (importId: number, as: Person = b.main) => server.ok(calls.commitPurchaseImport, { importId }, as);
const orders = async () => (await server.ok(calls.listPurchases, {}, b.main)).rows;

it('makes a draft of each group of rows, at typed prices or those in force', async () => {
  const { importId, good, bad } = await preview([
    ['1', supplier, warehouse, 'p-1', '120', '', '', '2027-02-01', 'so-1', 'Red'],
    ['1', supplier, warehouse, 'P-2', '1,000', '12', '3.5', '2027-02-09', 'so-1', ''],
    ['2', supplier.toLowerCase(), warehouse, 'P-3', '7', '', '', '', '', ''],
  ]);
  expect([good, bad]).toEqual([3, 0]);
  expect(await commit(importId)).toMatchObject({ created: 2 });
  const [second, first] = await orders();
  expect(second).toMatchObject({ state: 'draft', units: 7, amount: '17.5', expectedOn: null });
  expect(first).toMatchObject({ reference: 'SO-1', expectedOn: '2027-02-09', lineCount: 2, amount: '4580' });
  // 120 of the first are beyond its price break.
  expect((await b.detail(first?.id ?? 0)).lines.map((line) => [line.packs, line.packSize, line.unitPrice])).toEqual([
    [120, 1, '9'],
    [1000, 12, '3.5'],
  ]);
});

it('marks the cell that is wrong, and leaves out the whole order of it', async () => {
  const { importId, good, bad, rows } = await preview([
    ['A', supplier, warehouse, 'P-1', '5', '', '', '', '', ''],
    ['A', supplier, warehouse, 'NONE', '5', '', '', '', '', ''],
    ['B', 'NOBODY', warehouse, 'P-1', '5', '', '', '', '', ''],
    ['C', supplier, 'NOWHERE', 'P-1', '5', '', '', '', '', ''],
    ['D', supplier, warehouse, 'P-4', '5', '', '', '', '', ''],
    ['E', supplier, warehouse, 'P-1', '0', '', '-1', '2027-13-01', '', ''],
    ['F', supplier, warehouse, 'P-1', '5', '', '', '', 'X', ''],
    ['F', supplier, warehouse, 'P-2', '5', '', '', '', 'Y', ''],
    ['G', supplier, warehouse, 'P-1', '5', '', '', '', '', ''],
    ['G', supplier, warehouse, 'P-1', '6', '', '', '', '', ''],
    ['H', supplier, warehouse, 'P-4', '5', '', '8', '', '', ''],
  ]);
  expect([good, bad]).toEqual([1, 10]);
  const columns = Object.fromEntries(rows.map((one) => [one.line, one.problems.map((problem) => problem.column)]));
  expect(columns).toMatchObject({
    3: ['sku'],
    4: ['supplier'],
    5: ['warehouse'],
    6: ['unitPrice'],
    7: expect.arrayContaining(['packs', 'unitPrice', 'promisedOn']),
    9: ['reference'],
    12: [],
  });
  await commit(importId);
  expect((await orders()).map((one) => [one.units, one.amount])).toEqual([[5, '40']]);
});

it('is for whoever may add orders, in their warehouses, and without costs at the prices in force', async () => {
  const row = ['1', supplier, warehouse, 'P-1', '5', '', '777', '', '', ''];
  const looker = await server.member(b.main.companyId, [rights.purchaseOrder.view]);
  expect((await preview([row], looker)).status).toBe(403);
  const allowed = [rights.purchaseOrder.view, rights.purchaseOrder.add];
  const elsewhere = await server.member(b.main.companyId, allowed);
  expect((await preview([row], elsewhere)).rows[0]?.problems.map((one) => one.column)).toEqual(['warehouse']);
  const adder = await server.member(b.main.companyId, allowed);
  await server.app.database.owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
    [b.main.companyId, adder.userId, b.warehouseId],
  );
  const { importId } = await preview([row], adder);
  await commit(importId, adder);
  expect((await orders())[0]).toMatchObject({ amount: '50' });
});
