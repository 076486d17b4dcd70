import { rights } from '@tradewind/contract/access/modules.ts';
import type { ImportPreview } from '@tradewind/contract/imports.ts';
import { explainValue, listMovements } from '@tradewind/contract/stock.ts';
import * as calls from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSheet, writeRows } from '../../../core/sheets.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { type Floor, openFloor, openSecond } from '../warehouse.testing.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await testServer();
});
beforeEach(async () => {
  floor = await openFloor(server, { products: 3, bins: 2 });
});
afterAll(() => server.close());

const product = (n: number) => floor.productIds[n - 1] ?? 0;
const bin = (n: number) => floor.bins[n - 1]?.id ?? 0;
const errorOf = (answer: { data: unknown }) => answer.data as { fields?: { path: string; message: string }[] };
const enter = (lines: { productId: number; locationId: number; quantity?: number; unitCost?: string }[]) =>
  server.call(calls.enterOpeningStock, { warehouseId: floor.warehouseId, lines }, floor.main);
const movements = async () =>
  (await server.ok(listMovements, { reasons: ['opening'] }, floor.main)).rows.map((row) => [row.sku, row.onHand]);

describe('opening stock by typing', () => {
  it('begins with the products that have none, and the first shelf', async () => {
    const choices = await server.ok(calls.openingChoices, { warehouseId: floor.warehouseId }, floor.main);
    expect(choices.products.map(({ sku }) => sku)).toEqual(['P-1', 'P-2', 'P-3']);
    expect(choices.location).toMatchObject({ id: bin(1), code: 'A-01-01-01' });
    await floor.put(1, 1, 5);
    const after = await server.ok(calls.openingChoices, { warehouseId: floor.warehouseId }, floor.main);
    expect(after.products.map(({ sku }) => sku)).toEqual(['P-1', 'P-3']);
  });

  it('is written to the ledger with its value; empty rows are left out', async () => {
    const done = await enter([
      { productId: product(1), locationId: bin(1), quantity: 10, unitCost: '2.5' },
      { productId: product(2), locationId: bin(1) },
      { productId: product(1), locationId: bin(2), quantity: 4, unitCost: '3' },
    ]);
    expect(done.data).toMatchObject({ state: 'done' });
    expect(await movements()).toEqual([
      ['P-1', 4],
      ['P-1', 10],
    ]);
    const value = await server.ok(explainValue, { productId: product(1) }, floor.main);
    expect(Number(value.value)).toBe(37);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('happens once for each product and location', async () => {
    const line = { productId: product(1), locationId: bin(1), quantity: 10, unitCost: '1' };
    expect((await enter([line])).status).toBe(200);
    const again = await enter([{ ...line, locationId: bin(2) }, line]);
    expect([again.status, errorOf(again).fields?.[0]?.path]).toEqual([400, 'lines.1.quantity']);
    const twice = await enter([
      { ...line, productId: product(2) },
      { ...line, productId: product(2) },
    ]);
    expect(errorOf(twice).fields?.[0]?.path).toBe('lines.1.productId');
    const both = await Promise.all([1, 2].map(() => enter([{ ...line, productId: product(3) }])));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(errorOf(await enter([{ productId: product(2), locationId: bin(1) }])).fields?.[0]?.path).toBe('lines');
    expect(
      errorOf(await enter([{ ...line, productId: product(2), locationId: floor.packingId }])).fields?.[0]?.path,
    ).toBe('lines.0.locationId');
  });
});

describe('opening stock by a sheet', () => {
  const code = async () => (await server.ok(calls.getWarehouse, {}, floor.main)).rows[0]?.code ?? '';
  async function template(as = floor.main): Promise<string[][]> {
    const address = `${server.url}/api${calls.openingTemplate.path}`;
    const answer = await fetch(address, { headers: { token: as.token } });
    return readSheet(Buffer.from(await answer.arrayBuffer()));
  }
  async function upload([titles = [], ...rows]: string[][]): Promise<ImportPreview> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(writeRows(titles, rows, 'zh'))]), 'opening.xls');
    const address = `${server.url}/api${calls.previewOpening.path}`;
    const answer = await fetch(address, { method: 'POST', body: form, headers: { token: floor.main.token } });
    return ((await answer.json()) as { data: ImportPreview }).data;
  }
  /** The template with quantity and cost of its first rows filled in. */
  async function filled(...cells: [quantity: string, unitCost: string, location?: string][]): Promise<string[][]> {
    const [titles = [], ...rows] = await template();
    return [
      titles,
      ...rows.map((row, i) => {
        const [quantity = '', unitCost = '', location = row[4] ?? ''] = cells[i] ?? [];
        return [...row.slice(0, 4), location, quantity, unitCost, row[7] ?? ''];
      }),
    ];
  }
  const commit = (importId: number, accept: string[] = []) =>
    server.ok(calls.commitOpening, { importId, accept }, floor.main);

  it('that holds the company’s SKUs already, with a place for them', async () => {
    const [titles, ...rows] = await template();
    expect(titles?.map((title) => title.replace('*', ''))).toEqual([
      ...['SKU', '品名', '条码', '仓库编码', '库位', '数量', '单位成本', '币种'],
    ]);
    const warehouse = await code();
    expect(rows.map(([sku, name, , ...rest]) => [sku, name, ...rest.slice(0, 2), rest.at(-1)])).toEqual([
      ['P-1', '商品1', warehouse, 'A-01-01-01', 'CNY'],
      ['P-2', '商品2', warehouse, 'A-01-01-01', 'CNY'],
      ['P-3', '商品3', warehouse, 'A-01-01-01', 'CNY'],
    ]);
  });

  it('that suggests a warehouse of whoever downloads it', async () => {
    const second = await openSecond(floor);
    const stocker = await server.member(floor.main.companyId, [rights.stock.view, rights.stock.adjust]);
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [floor.main.companyId, stocker.userId, second.warehouseId],
    );
    const codes = new Set((await template(stocker)).slice(1).map((row) => row[3]));
    expect([...codes].map((one) => one?.slice(0, 1))).toEqual(['S']);
  });

  it('imports filled rows only, and the same sheet a second time adds nothing', async () => {
    const sheet = await filled(['1,200', '2.5'], ['', ''], ['3', '0']);
    const preview = await upload(sheet);
    expect(preview).toMatchObject({ total: 2, good: 2, bad: 0, offers: [] });
    expect(await commit(preview.importId)).toEqual({ created: 2, updated: 0, skipped: [] });
    expect((await movements()).sort()).toEqual([
      ['P-1', 1200],
      ['P-3', 3],
    ]);
    const again = await upload(sheet);
    expect(again).toMatchObject({ total: 2, good: 0, bad: 2 });
    expect(again.rows[0]?.problems).toMatchObject([{ column: 'quantity', message: expect.stringContaining('1200') }]);
    expect(await floor.wrongs()).toEqual([]);
    // What is entered does not come in the next template.
    expect((await template()).slice(1).map(([sku]) => sku)).toEqual(['P-2']);
  });

  it('marks each bad cell', async () => {
    const sheet = await filled(['2.5', '1'], ['3', ''], ['4', 'much']);
    const marked = (await upload(sheet)).rows.map(({ line, problems }) => [
      line,
      ...problems.map(({ column }) => column),
    ]);
    expect(marked).toEqual([
      [2, 'quantity'],
      [3, 'unitCost'],
      [4, 'unitCost'],
    ]);
    const [titles = [], first = []] = await filled(['1', '1']);
    const wrong = [...first.slice(0, 3), 'NOWHERE', ...first.slice(4, 7), 'USD'];
    const [row] = (await upload([titles, wrong])).rows;
    expect(row?.problems.map(({ column }) => column)).toEqual(['warehouse', 'currency']);
  });

  it('creates a location that it names, if that is accepted', async () => {
    const sheet = await filled(['2', '1', 'b-01-01-01'], ['3', '1'], ['4', '1', 'nowhere']);
    const preview = await upload(sheet);
    expect(preview).toMatchObject({ good: 2, bad: 1 });
    expect(preview.offers).toEqual([{ name: 'locations', text: expect.stringContaining('B-01-01-01') }]);
    const declined = await commit(preview.importId);
    expect([declined.created, declined.skipped.map(({ line }) => line)]).toEqual([1, [2, 4]]);
    const { importId } = await upload(sheet);
    expect(await commit(importId, ['locations'])).toMatchObject({ created: 1 });
    const places = await server.ok(calls.listLocations, { houseId: floor.warehouseId, text: 'B-' }, floor.main);
    expect(places.rows).toMatchObject([{ code: 'B-01-01-01', kind: 'picking', enabled: true, units: 2 }]);
  });
});
