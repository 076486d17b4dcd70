import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
let productId: number;
beforeAll(async () => {
  server = await testServer();
  main = await server.company('Packaging');
  const sized = { lengthCm: '30', widthCm: '20', heightCm: '10', grossWeightKg: '0.5', barcode: '4006381333931' };
  productId = (await server.ok(calls.addProduct, { sku: 'MUG', nameZh: '马克杯', ...sized }, main)).id;
});

const levels = async () => (await server.ok(calls.getPackaging, { productId }, main)).levels;
let version = 1;
const save = async (input: object, as: Person = main) => {
  const answer = await server.call(calls.savePackaging, { productId, version, ...input } as never, as);
  if (answer.status === 200) ({ version } = answer.data);
  return answer;
};
const refusedAt = async (input: object) => {
  const { status, data } = await save(input);
  return [status, (data as unknown as { fields?: { path: string }[] }).fields?.[0]?.path];
};

describe('packaging', () => {
  it('begins with the single unit and counts units and volume up to the pallet', async () => {
    expect(await levels()).toEqual([
      {
        level: 'each',
        quantity: 1,
        units: 1,
        lengthMm: 300,
        widthMm: 200,
        heightMm: 100,
        weightGrams: 500,
        gtin: '4006381333931',
        cbm: '0.006',
      },
    ]);
    const carton = {
      quantity: 4,
      lengthMm: 620,
      widthMm: 410,
      heightMm: 330,
      weightGrams: 13_200,
      gtin: '14006381333938',
    };
    expect((await save({ inner: { quantity: 6 }, carton, pallet: { quantity: 32 } })).status).toBe(200);
    expect((await levels()).map((one) => [one.level, one.quantity, one.units, one.cbm])).toEqual([
      ['each', 1, 1, '0.006'],
      ['inner', 6, 6, null],
      ['carton', 4, 24, '0.083886'],
      ['pallet', 32, 768, null],
    ]);
    // A level that is missing is skipped: the carton then holds single units.
    await save({ carton, pallet: { quantity: 32 } });
    expect((await levels()).map((one) => [one.level, one.units])).toEqual([
      ['each', 1],
      ['carton', 4],
      ['pallet', 128],
    ]);
    const { history } = await server.ok(calls.findProduct, { id: productId }, main);
    expect(history[0]).toMatchObject({
      event: 'packagingSaved',
      detail: { changes: { 'packaging.levels.inner': ['× 6', ''] } },
    });
  });

  it('takes a GTIN with its check digit, for one package of one product', async () => {
    expect(await refusedAt({ carton: { quantity: 4, gtin: '14006381333939' } })).toEqual([400, 'carton.gtin']);
    expect(await refusedAt({ carton: { quantity: 4, gtin: '123' } })).toEqual([400, 'carton.gtin']);
    expect(await refusedAt({ carton: { quantity: 4, gtin: '4006381333931' } })).toEqual([400, 'carton.gtin']);
    const twice = { inner: { quantity: 2, gtin: '14006381333938' }, pallet: { quantity: 2, gtin: '14006381333938' } };
    expect(await refusedAt(twice)).toEqual([400, 'pallet.gtin']);
    const other = (await server.ok(calls.addProduct, { sku: 'CUP', nameZh: '杯子' }, main)).id;
    const taken = await server.call(
      calls.savePackaging,
      { productId: other, version: 1, inner: { quantity: 2, gtin: '14006381333938' } },
      main,
    );
    expect(taken).toMatchObject({ status: 400, data: { fields: [{ path: 'inner.gtin' }] } });
    expect(taken.data).toMatchObject({ fields: [{ message: expect.stringContaining('MUG') }] });
    expect((await save({ inner: { quantity: 2, gtin: '0-12345-67890-5' } })).status).toBe(200);
    expect((await levels())[1]?.gtin).toBe('012345678905');
  });

  it('refuses what makes no sense, what changed in the meantime, and whoever may not', async () => {
    expect(await refusedAt({ carton: { quantity: 0 } })).toEqual([400, 'carton.quantity']);
    expect(await refusedAt({ carton: { quantity: 2, lengthMm: 0 } })).toEqual([400, 'carton.lengthMm']);
    const thousands = { quantity: 100_000 };
    expect(await refusedAt({ inner: thousands, carton: thousands })).toEqual([400, 'carton.quantity']);
    expect(await save({ version: 1, inner: { quantity: 3 } })).toMatchObject({
      status: 409,
      data: { error: 'core.stale' },
    });
    const clerk = await server.member(main.companyId, [rights.product.view]);
    expect((await save({ inner: { quantity: 3 } }, clerk)).status).toBe(403);
    const other = await server.company('Other packaging');
    expect((await save({ inner: { quantity: 3 } }, other)).status).toBe(404);
    expect((await server.call(calls.getPackaging, { productId }, other)).status).toBe(404);
  });
});
