import { read, utils } from '@e965/xlsx';
import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { productByCode } from './public.ts';
import { upload, xls } from './testing/files.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
let other: Person & { ctx: Ctx };
beforeAll(async () => {
  server = await ownServer();
  main = await server.company('Lamps');
  other = await server.company('Others');
});
afterAll(() => server.close());

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const add = (sku: string, more: object = {}, as: Person = main) =>
  server.ok(calls.addProduct, { sku, nameZh: `产品${sku}`, ...more }, as);
const skus = async (filter: object, as: Person = main) =>
  (await server.ok(calls.listProducts, { sort: 'sku', order: 'asc', ...filter }, as)).rows.map((row) => row.sku);

describe('the archive', () => {
  it('finds by the beginning of codes and words, and by any part of a Chinese name', async () => {
    await add('lamp-100', {
      nameZh: '折叠护眼台灯',
      nameEn: 'Folding desk lamp',
      barcode: '4006381333931',
      brand: 'Lux',
    });
    await add('LAMP-200', { nameZh: '落地灯', nameEn: 'Floor lamp', battery: true });
    await add('CABLE-1', { nameZh: '数据线', nameEn: 'USB cable' });
    expect(await skus({ search: 'lamp' })).toEqual(['LAMP-100', 'LAMP-200']);
    expect(await skus({ search: '护眼' })).toEqual(['LAMP-100']);
    expect(await skus({ search: '灯' })).toEqual(['LAMP-100', 'LAMP-200']);
    expect(await skus({ search: 'floor lam' })).toEqual(['LAMP-200']);
    expect(await skus({ search: '40063' })).toEqual(['LAMP-100']);
    expect(await skus({ search: '100' })).toEqual(['LAMP-100']);
    expect(await skus({ search: 'amp' })).toEqual([]);
    expect(await skus({ battery: true })).toEqual(['LAMP-200']);
    expect(await skus({ battery: false })).not.toContain('LAMP-200');
    expect((await skus({ battery: false })).length).toBeGreaterThan(0);
    expect(await skus({ brand: 'Lux' })).toEqual(['LAMP-100']);
  });

  it('means the same product to a scanner: barcode, SKU in any case', async () => {
    await server.app.database.inCompany(main.ctx, async (tx) => {
      expect((await productByCode(tx, '4006381333931'))?.sku).toBe('LAMP-100');
      expect((await productByCode(tx, ' lamp-200 '))?.sku).toBe('LAMP-200');
      expect(await productByCode(tx, 'nothing')).toBeUndefined();
    });
  });

  it('refuses a taken SKU and a taken barcode at their fields', async () => {
    const sku = await server.call(calls.addProduct, { sku: 'Lamp-100', nameZh: 'x' }, main);
    expect(sku.status).toBe(400);
    expect(sku.data).toMatchObject({ fields: [{ path: 'sku' }] });
    const heavy = { sku: 'HEAVY', nameZh: 'x', netWeightKg: '1.2', grossWeightKg: '1.1' };
    expect((await server.call(calls.addProduct, heavy, main)).data).toMatchObject({
      fields: [{ path: 'netWeightKg' }],
    });
    const barcode = await server.call(calls.addProduct, { sku: 'NEW', nameZh: 'x', barcode: '4006381333931' }, main);
    expect(barcode.data).toMatchObject({ fields: [{ path: 'barcode' }] });
    expect(await skus({ search: 'NEW' })).toEqual([]);
  });

  it('keeps the change of who was first and tells the second who and when', async () => {
    const { id } = await add('SHARED');
    const member = await server.member(main.companyId, [rights.product.view, rights.product.edit]);
    await server.ok(calls.editProduct, { id, version: 1, nameEn: 'first', lengthCm: '12.5' }, member);
    const second = await server.call(calls.editProduct, { id, version: 1, nameEn: 'second' }, main);
    expect([second.status, second.data]).toMatchObject([409, { error: 'core.stale' }]);
    expect(second.msg).toContain(member.userLoginId);
    expect(second.msg).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d/);
    const found = await server.ok(calls.findProduct, { id }, main);
    expect(found).toMatchObject({ nameEn: 'first', lengthCm: '12.5', version: 2 });
    expect(found.history[0]).toMatchObject({ event: 'edited', actor: member.userLoginId });
  });

  it('shows and takes the price only with the right to see costs', async () => {
    const { id } = await add('COSTLY', { unitPriceCny: '45.600000' });
    const member = await server.member(main.companyId, [rights.product.view, rights.product.edit]);
    expect((await server.ok(calls.findProduct, { id }, main)).unitPriceCny).toBe('45.6');
    expect((await server.ok(calls.findProduct, { id }, member)).unitPriceCny).toBeNull();
    await server.ok(calls.editProduct, { id, version: 1, unitPriceCny: '1', brand: 'B' }, member);
    await server.ok(calls.editProduct, { id, version: 2, unitPriceCny: '50' }, main);
    expect((await server.ok(calls.findProduct, { id }, main)).unitPriceCny).toBe('50');
    expect(
      JSON.stringify((await server.ok(calls.findProduct, { id }, member)).history.map((row) => row.detail)),
    ).not.toContain('45.6');
  });

  it('deletes only what nothing uses, and says why', async () => {
    const free = await add('FREE');
    const used = await add('USED');
    await server.app.database.owner.query(
      `insert into stock_movement (company_id, warehouse_id, product_id, on_hand, reason, doc_kind, doc_id, step, user_id, actor)
       values ($1, 1, $2, 1, 'test', 'test', 1, 'in', 0, 'test')`,
      [main.companyId, used.id],
    );
    const result = await server.ok(calls.removeProducts, { ids: [free.id, used.id] }, main);
    expect(result).toMatchObject({ done: 1, failed: [{ id: used.id, label: 'USED', error: 'catalog.usedByStock' }] });
    expect(await server.ok(calls.setProductsEnabled, { ids: [used.id], enabled: false }, main)).toMatchObject({
      done: 1,
    });
    expect(await skus({ status: 'disabled' })).toEqual(['USED']);
    expect((await server.ok(calls.productFacets, {}, main)).counts.disabled).toBe(1);
  });

  it('is invisible to another company', async () => {
    const { id } = await add('PRIVATE');
    expect(await skus({}, other)).toEqual([]);
    expect((await server.call(calls.findProduct, { id }, other)).status).toBe(404);
    expect((await server.call(calls.editProduct, { id, version: 1, nameEn: 'x' }, other)).status).toBe(404);
    expect(await server.ok(calls.removeProducts, { ids: [id] }, other)).toMatchObject({ done: 0 });
    await add('PRIVATE', {}, other);
    expect(await skus({}, other)).toEqual(['PRIVATE']);
  });
});

describe('pictures', () => {
  it('are judged by their content and their size', async () => {
    const pdf = await upload(server, calls.uploadProductImage, Buffer.from('%PDF-1.7 not a picture'), 'a.png', main);
    expect(pdf.status).toBe(400);
    expect(pdf.data).toMatchObject({ fields: [{ path: 'file' }] });
    const big = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]);
    expect((await upload(server, calls.uploadProductImage, big, 'big.png', main)).status).toBe(400);
    expect(
      (
        await upload(
          server,
          calls.uploadProductImage,
          PNG,
          'a.png',
          await server.member(main.companyId, [rights.product.view]),
        )
      ).status,
    ).toBe(403);
  });

  it('belong to the company that uploaded them', async () => {
    const { data } = await upload(server, calls.uploadProductImage, PNG, 'a.png', main);
    const { id } = await add('PICTURED', { images: [data.key] });
    const shown = await server.call(calls.productImage, { productId: id, key: data.key }, main);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await server.call(calls.productImage, { productId: id, key: data.key }, other)).status).toBe(404);
    const stolen = await server.call(calls.addProduct, { sku: 'THIEF', nameZh: 'x', images: [data.key] }, other);
    expect(stolen.status).toBe(400);
    expect(await skus({ search: 'THIEF' }, other)).toEqual([]);
  });
});

describe('import', () => {
  const head = ['主 SKU*', '中文名称', 'Battery', '毛重(kg)', '条码', '备注'];
  const rows = [
    head,
    ['imp-1', '新产品一', '是', 0.5, 69012345678901, ''],
    ['IMP-2', '', '否', '', '', 'without a name'],
    ['IMP-3', '坏重量', 'maybe', 'heavy', '', ''],
    ['imp-1', '重复', '', '', '', ''],
    ['LAMP-100', '', '', 1.25, '', ''],
  ];

  it('takes what is a sheet by its content', async () => {
    for (const data of [xls(rows, 'xlsx'), xls(rows)]) {
      const answer = await upload(server, calls.previewProductImport, data, 'products.xls', main);
      expect(answer.data).toMatchObject({ total: 5, good: 2, bad: 3 });
    }
    const picture = await upload(server, calls.previewProductImport, PNG, 'products.xls', main);
    expect(picture.status).toBe(400);
    expect(picture.data).toMatchObject({ fields: [{ path: 'file' }] });
    const missing = await upload(server, calls.previewProductImport, xls([['名称'], ['x']]), 'a.xls', main);
    expect([missing.status, missing.data]).toMatchObject([422, { error: 'import.columnMissing' }]);
  });

  it('marks each bad cell before anything is written, then takes the good rows once', async () => {
    const { data: preview } = await upload(server, calls.previewProductImport, xls(rows), 'products.xls', main);
    expect(preview).toMatchObject({ total: 5, good: 2, bad: 3, unknownColumns: ['备注'] });
    const problems = preview.rows.map((row) => [row.line, row.problems.map((problem) => problem.column)]);
    expect(problems).toEqual([
      [3, ['nameZh']],
      [4, ['grossWeightKg', 'battery']],
      [5, ['sku']],
      [2, []],
      [6, []],
    ]);
    expect(preview.rows[1]?.problems.map((problem) => problem.message)).toEqual([
      'Enter a number with up to 4 decimals',
      'Not a valid option (yes / no)',
    ]);
    expect(preview.rows.map((row) => row.action)).toEqual(['create', null, null, 'create', 'update']);
    expect(await skus({ search: 'IMP' })).toEqual([]);

    const stranger = await server.call(calls.commitProductImport, { importId: preview.importId }, other);
    expect(stranger.status).toBe(404);
    const result = await server.ok(calls.commitProductImport, { importId: preview.importId }, main);
    expect(result).toMatchObject({ created: 1, updated: 1 });
    expect(result.skipped.map((row) => row.line)).toEqual([3, 4, 5]);
    const [made] = (await server.ok(calls.listProducts, { search: 'IMP-1' }, main)).rows;
    expect(made).toMatchObject({ sku: 'IMP-1', battery: true, grossWeightKg: '0.5', barcode: '69012345678901' });
    const [kept] = (await server.ok(calls.listProducts, { search: 'LAMP-100' }, main)).rows;
    expect(kept).toMatchObject({ nameZh: '折叠护眼台灯', grossWeightKg: '1.25', barcode: '4006381333931' });
    const again = await server.call(calls.commitProductImport, { importId: preview.importId }, main);
    expect([again.status, again.data]).toMatchObject([409, { error: 'import.done' }]);
  });

  it('reads its own template', async () => {
    const response = await fetch(`${server.url}/api${calls.productTemplate.path}`, { headers: { token: main.token } });
    const data = Buffer.from(await response.arrayBuffer());
    const answer = await upload(server, calls.previewProductImport, data, 't.xls', other);
    expect(answer.data).toMatchObject({ total: 1, good: 1, bad: 0, unknownColumns: [] });
  });
});

describe('export', () => {
  it('writes what is filtered in the background, as the asker may see it', async () => {
    await server.startWorker();
    const member = await server.member(main.companyId, [rights.product.view, rights.product.export]);
    expect((await server.call(calls.exportProducts, {}, member)).status).toBe(403);
    await server.app.database.owner.query(`insert into user_base_permission values ($1, $2, 'export')`, [
      main.companyId,
      member.userId,
    ]);
    await server.app.database.owner.query(`notify principals, 'all'`);
    const exporter = await server.until(async () => {
      const answer = await server.call(calls.exportProducts, { search: 'COSTLY' }, member);
      return answer.code === 200 && answer.data;
    });
    const finished = await server.until(async () => {
      const { rows } = await server.ok(calls.listExports, {}, member);
      return rows.find((row) => row.id === exporter.exportId && row.state === 'done');
    });
    expect(finished).toMatchObject({ rowsDone: 1, rowsTotal: 1, error: null });
    const response = await fetch(`${server.url}/api${calls.downloadExport.path}?id=${exporter.exportId}`, {
      headers: { token: member.token },
    });
    const [titles, row] = utils.sheet_to_json<string[]>(
      read(Buffer.from(await response.arrayBuffer())).Sheets.Sheet1 ?? {},
      { header: 1 },
    );
    expect(row?.[0]).toBe('COSTLY');
    expect(titles).not.toContain('单价(CNY)');
    expect((await server.call(calls.downloadExport, { id: exporter.exportId }, main)).status).toBe(404);
    expect((await server.call(calls.downloadExport, { id: exporter.exportId }, other)).status).toBe(404);
  });
});
