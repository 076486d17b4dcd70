import type { Call } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { exportedRows, upload } from './testing/files.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
let lamp: number;
let cup: number;
beforeAll(async () => {
  server = await ownServer();
  main = await server.company('Sheets');
  await server.startWorker();
  lamp = (await server.ok(calls.addProduct, { sku: 'LAMP', nameZh: '灯', barcode: '4006381333931' }, main)).id;
  cup = (await server.ok(calls.addProduct, { sku: 'CUP', nameZh: '杯' }, main)).id;
});
afterAll(() => server.close());

const csv = (lines: string[]) => Buffer.from(`${lines.join('\n')}\n`);
const problems = (rows: { cells: Record<string, string>; problems: { column: string }[] }[], key: string) =>
  Object.fromEntries(
    rows.map((row) => [`${row.cells.sku} ${row.cells[key]}`, row.problems.map((problem) => problem.column)]),
  );
const exported = (call: Call) => exportedRows(server, call, { status: 'all' }, main);

it('imports customs data by product and country, keeps what a cell leaves empty, and gives them back', async () => {
  const head = '主 SKU,国家/地区,出口 HS 编码,英文品名,申报价值,申报上限,币种';
  const preview = async (...lines: string[]) =>
    (await upload(server, calls.previewCustomsImport, csv([head, ...lines]), 'c.csv', main)).data;
  const wrong = await preview(
    'LAMP,US,940521,Gift,5,,USD',
    'LAMP,DE,940521,,0,,USD',
    'LAMP,FR,940521,,9,5,USD',
    'LAMP,GB,,,,,',
    'NONE,US,940521,,,,',
    'CUP,US,940521,,5,,XTS',
  );
  expect(problems(wrong.rows, 'country')).toEqual({
    'LAMP US': ['nameEn'],
    'LAMP DE': ['value'],
    'LAMP FR': ['cap'],
    'LAMP GB': ['hsExport'],
    'NONE US': ['sku'],
    'CUP US': ['currency'],
  });
  const first = await preview(
    'lamp,us,940521,LED desk lamp,6.5,20,USD',
    'LAMP,通用,940521,Lamp,,,',
    'CUP,*,691200,Cup,,,',
  );
  expect(await server.ok(calls.commitCustomsImport, { importId: first.importId }, main)).toMatchObject({ created: 3 });
  const second = await preview('LAMP,US,,,7,,');
  expect(second.rows[0]?.action).toBe('update');
  expect(await server.ok(calls.commitCustomsImport, { importId: second.importId }, main)).toMatchObject({ updated: 1 });
  const { list } = await server.ok(calls.listCustoms, { productId: lamp }, main);
  expect(list).toMatchObject([
    { country: '*', nameEn: 'Lamp', value: null },
    { country: 'US', hsExport: '940521', nameEn: 'LED desk lamp', value: '7', cap: '20' },
  ]);
  const rows = await exported(calls.exportCustoms);
  expect(rows.slice(1).map((row) => [row[0], row[2], row[6], row[10]])).toEqual([
    ['CUP', '*', 'Cup', undefined],
    ['LAMP', '*', 'Lamp', undefined],
    ['LAMP', 'US', 'LED desk lamp', 7],
  ]);
});

it('imports packages by product and level, each code once, and gives them back', async () => {
  const head = '主 SKU,包装,装几个下一级,长(mm),宽(mm),高(mm),毛重(g),GTIN';
  const preview = async (...lines: string[]) =>
    (await upload(server, calls.previewPackagingImport, csv([head, ...lines]), 'k.csv', main)).data;
  const wrong = await preview(
    'LAMP,中盒,,,,,,',
    'LAMP,外箱,12,,,,,14006381333939',
    'LAMP,托盘,12,,,,,4006381333931',
    'CUP,箱子,12,,,,,',
    'NONE,外箱,12,,,,,',
    'CUP,外箱,100000,,,,,',
    'CUP,托盘,100000,,,,,',
  );
  expect(problems(wrong.rows, 'level')).toEqual({
    'LAMP 中盒': ['quantity'],
    'LAMP 外箱': ['gtin'],
    'LAMP 托盘': ['gtin'],
    'CUP 箱子': ['level'],
    'NONE 外箱': ['sku'],
    'CUP 外箱': ['quantity'],
    'CUP 托盘': ['quantity'],
  });
  const first = await preview(
    'LAMP,Carton,12,400,300,250,8200,14006381333938',
    'LAMP,托盘,40,,,,,',
    'CUP,外箱,24,,,,,',
  );
  expect(await server.ok(calls.commitPackagingImport, { importId: first.importId }, main)).toMatchObject({
    created: 3,
  });
  const second = await preview('LAMP,外箱,10,,,,,', 'CUP,托盘,20,,,,,14006381333938');
  expect(problems(second.rows, 'level')).toEqual({ 'LAMP 外箱': [], 'CUP 托盘': ['gtin'] });
  expect(await server.ok(calls.commitPackagingImport, { importId: second.importId }, main)).toMatchObject({
    updated: 1,
  });
  const { levels } = await server.ok(calls.getPackaging, { productId: lamp }, main);
  expect(levels.slice(1)).toMatchObject([
    { level: 'carton', quantity: 10, units: 10, lengthMm: 400, weightGrams: 8200, gtin: '14006381333938' },
    { level: 'pallet', quantity: 40, units: 400 },
  ]);
  expect((await server.ok(calls.getPackaging, { productId: cup }, main)).levels).toHaveLength(2);
  const rows = await exported(calls.exportPackaging);
  expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual([
    ['CUP', '外箱', 24],
    ['LAMP', '外箱', 10, 400],
    ['LAMP', '托盘', 40],
  ]);
});
