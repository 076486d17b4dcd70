import { addProduct } from '@tradewind/contract/catalog.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportedRows } from '../../../testing/export.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { upload, xls } from '../../catalog/testing/files.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await ownServer();
  await server.startWorker();
  main = await server.company('Buyers');
  await server.ok(addProduct, { sku: 'LAMP-1', nameZh: '台灯' }, main);
});
afterAll(() => server.close());

let named = 0;
const supplier = async (more: { shop1688?: string }) => {
  const { id } = await server.ok(calls.saveSupplier, { nameEn: `S${++named}`, currency: 'CNY', ...more }, main);
  return server.ok(calls.getSupplier, { id }, main);
};
async function take(rows: unknown[][]) {
  const { data: preview } = await upload(server, calls.previewSupplierPriceImport, xls(rows), 'x.xls', main);
  const done = await server.ok(calls.commitSupplierPriceImport, { importId: preview.importId }, main);
  return { preview, done };
}

it('link prices to offers of 1688 by number or address, and give them back in the same columns', async () => {
  const { id, code } = await supplier({ shop1688: '义乌小山家居' });
  const plain = await supplier({});
  const titles = ['Supplier code', 'SKU', 'Valid from', 'From quantity', 'Unit price'];
  const offer = ['1688 offer ID', '1688 specification ID', 'Units per 1688 unit'];
  const page = 'https://detail.1688.com/offer/682710045501.html?spm=a26352.1';
  const { preview, done } = await take([
    [...titles, ...offer],
    [code, 'LAMP-1', '2026-05-01', 1, '11', page, 'a1b2c3', 12],
    [code, 'LAMP-1', '2026-05-01', 100, '10', '', '', ''],
    [code, 'LAMP-1', '2026-06-01', 1, '11', '682710045502', '', ''],
    [code, 'LAMP-1', '2026-07-01', 1, '11', 'the mug', '', ''],
    [code, 'LAMP-1', '2026-08-01', 1, '11', '', 'a1b2c3', ''],
    [code, 'LAMP-1', '2026-09-01', 1, '11', '682710045502', '', 0],
    [plain.code, 'LAMP-1', '2026-05-01', 1, '11', '682710045502', '', ''],
  ]);
  const bad = preview?.rows.flatMap((one) => one.problems.map(({ column }) => [one.line, column]));
  expect(bad).toEqual([
    [5, 'offerId'],
    [6, 'offerId'],
    [7, 'offerUnits'],
    [8, 'offerId'],
  ]);
  expect(done).toMatchObject({ created: 2 });
  const links = async () =>
    (await server.ok(calls.listSupplierPrices, { supplierId: id }, main)).rows.map((one) => [
      one.offerId,
      one.specId,
      one.offerUnits,
    ]);
  const linked = [
    ['682710045502', '', 1],
    ['682710045501', 'a1b2c3', 12],
  ];
  expect(await links()).toEqual(linked);
  // A sheet without these columns leaves the links.
  await take([titles, [code, 'LAMP-1', '2026-05-01', 1, '9']]);
  expect(await links()).toEqual(linked);
  const file = await exportedRows(server, calls.exportSupplierPrices, { filter: { supplierId: id } }, main);
  expect(file).toMatchObject([
    { SKU: 'LAMP-1', '1688 商品 ID': '682710045502', '1688 每单位件数': '1' },
    { 单价: '9', '1688 商品 ID': '682710045501', '1688 规格 ID': 'a1b2c3', '1688 每单位件数': '12' },
  ]);
  const again = await take([Object.keys(file[0] ?? {}), ...file.map((row) => Object.values(row))]);
  expect(again).toMatchObject({ preview: { good: 2, bad: 0, unknownColumns: [] }, done: { updated: 2 } });
  expect(await links()).toEqual(linked);
});
