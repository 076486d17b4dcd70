import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { upload } from '../testing/files.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
beforeAll(async () => {
  server = await testServer();
  main = await server.company('Shirts');
});

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const AXES = [
  { nameZh: '颜色', nameEn: 'Color' },
  { nameZh: '尺码', nameEn: 'Size' },
];
const SHIRT = {
  nameZh: 'T恤',
  nameEn: 'T-shirt',
  brand: 'Lux',
  grossWeightKg: '0.3',
  unitPriceCny: '20',
  hsCode: '610910',
};
const family = async (code: string, more: object = {}) =>
  (await server.ok(calls.saveFamily, { code, axes: AXES, ...SHIRT, ...more }, main)).id;
const product = (id: number, as: Person = main) => server.ok(calls.findProduct, { id }, as);
const make = async (familyId: number, rows: [sku: string, ...values: string[]][]) => {
  await server.ok(
    calls.makeVariants,
    { familyId, rows: rows.map(([sku, ...axisValues]) => ({ sku, axisValues })) },
    main,
  );
  const { variants } = await server.ok(calls.findFamily, { id: familyId }, main);
  return new Map(variants.map((one) => [one.sku, one.id]));
};
const idOf = (made: Map<string, number>, sku: string) => made.get(sku) ?? 0;
const fieldsOf = (answer: { data: unknown }) =>
  (answer.data as { fields?: { path: string; message: string }[] }).fields ?? [];
const csv = (lines: string[]) => Buffer.from(`${lines.join('\n')}\n`);

describe('a family', () => {
  it('gives its variants what they do not have themselves', async () => {
    const { key } = (await upload(server, calls.uploadProductImage, PNG, 'shirt.png', main)).data;
    const id = await family('TS', { images: [key] });
    const made = await make(id, [
      ['TS-RED-S', 'Red', 'S'],
      ['TS-RED-M', 'red', 'M'],
    ]);
    const small = await product(idOf(made, 'TS-RED-S'));
    expect(small).toMatchObject({ ...SHIRT, parentSku: 'TS', familyId: id, overrides: [], images: [key] });
    expect((await product(idOf(made, 'TS-RED-M'))).axisValues).toEqual(['Red', 'M']);
    const picture = await fetch(
      `${server.url}/api${calls.productImage.path}?productId=${small.id}&key=${encodeURIComponent(key)}`,
      { headers: { token: main.token } },
    );
    expect(picture.headers.get('content-type')).toBe('image/png');

    await server.ok(calls.editProduct, { id: small.id, version: small.version, brand: 'Own' }, main);
    expect((await product(small.id)).overrides).toEqual(['brand']);
    await server.ok(
      calls.saveFamily,
      { id, version: 1, code: 'TS', axes: AXES, ...SHIRT, brand: 'New', unit: 'set', images: [key] },
      main,
    );
    expect(await product(small.id)).toMatchObject({ brand: 'Own', unit: 'set' });
    expect(await product(idOf(made, 'TS-RED-M'))).toMatchObject({ brand: 'New', unit: 'set', overrides: [] });
    const other = await server.call(calls.editProduct, { id: small.id, version: small.version, brand: 'x' }, main);
    expect(other.status).toBe(409);

    const now = await product(small.id);
    await server.ok(calls.editProduct, { id: small.id, version: now.version, inherit: ['brand'] }, main);
    expect(await product(small.id)).toMatchObject({ brand: 'New', overrides: [] });
    expect((await product(small.id)).history[0]?.detail).toMatchObject({ changes: { brand: ['Own', 'New'] } });
  });

  it('refuses a combination or a SKU twice, too few values, and a mix that no form would take', async () => {
    const id = await family('TW', { nameZh: '', netWeightKg: '0.2' });
    const made = await make(id, [['TW-1', 'Red', 'S']]);
    const rows = (...all: { sku: string; axisValues: string[] }[]) =>
      server.call(calls.makeVariants, { familyId: id, rows: all }, main).then((answer) => fieldsOf(answer)[0]);
    expect(await rows({ sku: 'TW-2', axisValues: ['RED', 's'] })).toMatchObject({
      path: 'rows.0.axisValues',
      message: expect.stringContaining('TW-1'),
    });
    expect(await rows({ sku: 'TW-2', axisValues: ['Red'] })).toMatchObject({ path: 'rows.0.axisValues' });
    const blue = { sku: 'TW-2', axisValues: ['Blue', 'S'] };
    expect(await rows(blue, { ...blue, sku: 'TW-3' })).toMatchObject({ path: 'rows.1.axisValues' });
    expect(await rows(blue, { ...blue, axisValues: ['Blue', 'M'] })).toMatchObject({ path: 'rows.1.sku' });
    expect(await rows({ ...blue, sku: 'TW-1' })).toMatchObject({ path: 'rows.0.sku' });

    const one = await product(idOf(made, 'TW-1'));
    await server.ok(calls.editProduct, { id: one.id, version: one.version, netWeightKg: '0.25' }, main);
    const light = { id, version: 1, code: 'TW', axes: AXES, ...SHIRT, netWeightKg: '0.1', grossWeightKg: '0.2' };
    const refused = fieldsOf(await server.call(calls.saveFamily, light, main));
    expect(refused).toMatchObject([{ path: 'grossWeightKg', message: expect.stringContaining('TW-1') }]);
    expect(await product(one.id)).toMatchObject({ grossWeightKg: '0.3' });
    const fixed = { ...light, ...SHIRT, code: 'OTHER' };
    expect(fieldsOf(await server.call(calls.saveFamily, fixed, main))).toMatchObject([{ path: 'code' }]);
    const lessAxes = { ...light, ...SHIRT, axes: AXES.slice(1) };
    expect(fieldsOf(await server.call(calls.saveFamily, lessAxes, main))).toMatchObject([{ path: 'axes' }]);
    expect(fieldsOf(await server.call(calls.saveFamily, { code: 'tw', axes: AXES, ...SHIRT }, main))).toMatchObject([
      { path: 'code' },
    ]);
  });

  it('takes products in with their own values, or with its own, and lets them go with what they have', async () => {
    const id = await family('TJ');
    const plain = { nameZh: '旧款', brand: 'Old', grossWeightKg: '0.4' };
    const [kept, taken] = [
      (await server.ok(calls.addProduct, { sku: 'J-1', ...plain }, main)).id,
      (await server.ok(calls.addProduct, { sku: 'J-2', ...plain }, main)).id,
    ];
    await server.ok(calls.joinFamily, { familyId: id, rows: [{ productId: kept, axisValues: ['Red', 'S'] }] }, main);
    await server.ok(
      calls.joinFamily,
      { familyId: id, keep: false, rows: [{ productId: taken, axisValues: ['Red', 'M'] }] },
      main,
    );
    expect(await product(kept)).toMatchObject({
      ...plain,
      parentSku: 'TJ',
      overrides: expect.arrayContaining(['nameZh', 'brand']),
    });
    expect(await product(taken)).toMatchObject({ ...SHIRT, overrides: [] });
    // They change places in one press.
    const swapped = [
      { productId: kept, axisValues: ['Red', 'M'] },
      { productId: taken, axisValues: ['Red', 'S'] },
    ];
    await server.ok(calls.joinFamily, { familyId: id, rows: swapped }, main);
    expect((await product(kept)).axisValues).toEqual(['Red', 'M']);
    const elsewhere = await family('TK');
    const stolen = await server.call(calls.joinFamily, { familyId: elsewhere, rows: swapped }, main);
    expect(fieldsOf(stolen)).toMatchObject([{ path: 'rows.0.productId' }]);

    await server.ok(calls.leaveFamily, { ids: [taken] }, main);
    expect(await product(taken)).toMatchObject({ ...SHIRT, familyId: null, parentSku: null, family: null });
    const listed = await server.ok(calls.listProducts, { familyId: id }, main);
    expect(listed.rows.map((row) => row.sku)).toEqual(['J-1']);
    await server.ok(calls.removeFamily, { id }, main);
    expect(await product(kept)).toMatchObject({
      ...plain,
      familyId: null,
      parentSku: 'TJ',
      axisValues: [],
      overrides: [],
    });
    expect((await product(kept)).history[0]).toMatchObject({ event: 'familyLeft' });
  });

  it('goes with its category to the heir, and keeps the price from who may not see it', async () => {
    const [old, heir] = [
      (await server.ok(calls.saveCategory, { nameEn: 'Old' }, main)).id,
      (await server.ok(calls.saveCategory, { nameEn: 'Heir' }, main)).id,
    ];
    const id = await family('TC', { categoryId: old });
    const made = await make(id, [['TC-1', 'Red', 'S']]);
    await server.ok(calls.removeCategory, { id: old, heirId: heir }, main);
    expect(await product(idOf(made, 'TC-1'))).toMatchObject({ categoryId: heir, overrides: [] });
    const clerk = await server.member(main.companyId, [rights.product.view, rights.product.edit]);
    const shown = await server.ok(calls.findFamily, { id }, clerk);
    expect(shown).toMatchObject({ unitPriceCny: null, categoryId: heir, variantCount: 1 });
    await server.ok(
      calls.saveFamily,
      { id, version: shown.version, code: 'TC', axes: AXES, ...SHIRT, categoryId: heir, unitPriceCny: '1', brand: 'B' },
      clerk,
    );
    expect(await product(idOf(made, 'TC-1'))).toMatchObject({ unitPriceCny: '20', brand: 'B', overrides: [] });
    const one = await product(idOf(made, 'TC-1'));
    await server.ok(calls.editProduct, { id: one.id, version: one.version, unitPriceCny: '9' }, main);
    const own = await product(one.id);
    await server.ok(calls.editProduct, { id: one.id, version: own.version, inherit: ['unitPriceCny', 'unit'] }, clerk);
    expect(await product(one.id)).toMatchObject({ unitPriceCny: '9', overrides: ['unitPriceCny'] });
    expect((await server.call(calls.saveFamily, { code: 'NEW', axes: AXES, ...SHIRT }, clerk)).status).toBe(403);
  });
});

describe('the sheet of products', () => {
  const HEAD = 'SKU,Chinese name,Parent SKU,Axis 1,Axis 2,Brand'.replace('SKU', '主 SKU');
  const preview = async (...lines: string[]) =>
    (await upload(server, calls.previewProductImport, csv([HEAD, ...lines]), 'p.csv', main)).data;

  it('puts products into families, where an empty cell is the family’s value', async () => {
    const id = await family('TI');
    await server.ok(calls.addProduct, { sku: 'TI-OLD', nameZh: '旧' }, main);
    const { importId, bad } = await preview('TI-1,,TI,Red,S,', 'TI-2,,ti,Red,M,Own', 'TI-OLD,,TI,Blue,S,');
    expect(bad).toBe(0);
    expect(await server.ok(calls.commitProductImport, { importId }, main)).toMatchObject({ created: 2, updated: 1 });
    const { variants } = await server.ok(calls.findFamily, { id }, main);
    expect(variants).toMatchObject([
      {
        sku: 'TI-OLD',
        nameZh: '旧',
        axisValues: ['Blue', 'S'],
        overrides: expect.arrayContaining(['nameZh', 'brand']),
      },
      { sku: 'TI-1', nameZh: 'T恤', axisValues: ['Red', 'S'], overrides: [] },
      { sku: 'TI-2', nameZh: 'T恤', axisValues: ['Red', 'M'], overrides: ['brand'] },
    ]);
    const found = await server.ok(calls.listProducts, { search: 'TI-2' }, main);
    expect(found.rows[0]).toMatchObject({ brand: 'Own', hsCode: '610910', unitPriceCny: '20' });
    // The same rows once more change no place; two variants may change places in one file only by hand.
    expect((await preview('TI-1,,TI,Red,S,', 'TI-2,,TI,Red,M,Own')).bad).toBe(0);
  });

  it('names at each row what does not fit', async () => {
    await family('TP');
    const { rows } = await preview(
      'TP-1,,NONE,Red,S,',
      'TP-2,,TP,Red,,',
      'TP-3,,TP,Red,S,',
      'TP-4,,TP,red,s,',
      'TP-5,,,Red,S,',
      'TI-1,,TP,Red,L,',
      'TI-2,,TP,,,',
      'TP-6,,TI,Red,S,',
    );
    const columns = new Map(rows.map((row) => [row.cells.sku, row.problems.map((one) => one.column)]));
    expect(Object.fromEntries(columns)).toEqual({
      'TP-1': ['parentSku'],
      'TP-2': ['axis2'],
      'TP-3': [],
      'TP-4': ['axis1'],
      'TP-5': ['parentSku'],
      'TI-1': ['parentSku'],
      'TI-2': ['parentSku'],
      'TP-6': ['axis1'],
    });
  });
});
