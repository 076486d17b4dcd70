import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { isVague } from './vague.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
let productId: number;
let lamps: number;
beforeAll(async () => {
  server = await testServer();
  main = await server.company('Customs');
  const home = (await server.ok(calls.saveCategory, { nameZh: '家居' }, main)).id;
  lamps = (await server.ok(calls.saveCategory, { nameZh: '灯具', parentId: home }, main)).id;
  const own = { hsCode: '940521', declaredValueUsd: '9', categoryId: lamps };
  productId = (await server.ok(calls.addProduct, { sku: 'LAMP', nameZh: '台灯', nameEn: 'Desk lamp', ...own }, main))
    .id;
});

const save = (input: object) => server.call(calls.saveCustoms, input as never, main);
const refusedAt = async (input: object) => {
  const { status, data } = await save({ productId, country: 'GB', ...input });
  return [status, (data as unknown as { fields?: { path: string }[] }).fields?.[0]?.path];
};
const inForce = (country: string) => server.ok(calls.customsInForce, { productId, country }, main);

describe('customs data', () => {
  it('take each field from the nearest rule, and from the product itself in the end', async () => {
    expect(await inForce('US')).toMatchObject({ hsCode: '940521', nameEn: 'Desk lamp', valueUsd: '9', origin: 'CN' });
    await save({ categoryId: lamps, hsExport: '94052100', material: 'Steel', origin: 'VN' });
    await save({
      categoryId: lamps,
      country: 'US',
      hsImport: '9405218000',
      nameEn: 'LED desk lamp',
      value: '7',
      cap: '20',
    });
    await save({ productId, material: 'Aluminium' });
    await save({ productId, country: 'US', value: '6.5' });
    expect(await inForce('US')).toEqual({
      ...{ hsExport: '94052100', hsCode: '9405218000', nameZh: '台灯', nameEn: 'LED desk lamp' },
      ...{ material: 'Aluminium', purpose: '', origin: 'VN', valueUsd: '6.5', capUsd: '20' },
    });
    expect(await inForce('DE')).toMatchObject({ hsCode: '94052100', nameEn: 'Desk lamp', valueUsd: '9', capUsd: null });
  });

  it('refuse what customs would send back, and name the field', async () => {
    expect(await refusedAt({})).toEqual([400, 'hsExport']);
    for (const [nameZh, nameEn] of [
      ['礼品', ''],
      ['样品', ''],
      ['配件', ''],
    ])
      expect(await refusedAt({ nameZh, nameEn })).toEqual([400, 'nameZh']);
    for (const nameEn of ['gift', 'Samples', 'spare PARTS', 'Gift / sample'])
      expect(await refusedAt({ nameEn })).toEqual([400, 'nameEn']);
    expect(await refusedAt({ value: '0' })).toEqual([400, 'value']);
    expect(await refusedAt({ value: '0.00' })).toEqual([400, 'value']);
    expect(await refusedAt({ value: '5', cap: '4' })).toEqual([400, 'cap']);
    expect(await refusedAt({ hsImport: '12' })).toEqual([400, 'hsImport']);
    expect(await refusedAt({ country: 'Germany', value: '5' })).toEqual([400, 'country']);
    expect(await refusedAt({ country: 'US', value: '5' })).toEqual([400, 'country']);
    expect(await refusedAt({ value: '5', currency: 'XXX' })).toEqual([400, 'currency']);
  });

  it('know a name of goods from a word that names none', () => {
    for (const name of [
      'gift',
      'Parts',
      'accessories',
      '礼品',
      '日用品',
      '礼品样品',
      'general merchandise',
      'Sample 1',
    ])
      expect([name, isVague(name)]).toEqual([name, true]);
    for (const name of ['', 'Gift box of paper', 'Bicycle parts', '手机配件', '台灯', 'LED lamp', 'Muster-Lampe'])
      expect([name, isVague(name)]).toEqual([name, false]);
  });

  it('are declared in dollars, whatever their currency', async () => {
    await server.app.database.owner.query(
      `insert into exchange_rate (company_id, currency, on_day, to_base, source) values ($1, 'USD', '2026-01-01', 7, 'manual'), ($1, 'EUR', '2026-01-01', 8.4, 'manual')
       on conflict do nothing`,
      [main.companyId],
    );
    const { rows } = await server.app.database.owner.query(
      `select (select to_base from exchange_rate where company_id = $1 and currency = 'EUR' order by on_day desc limit 1)
        / (select to_base from exchange_rate where company_id = $1 and currency = 'USD' order by on_day desc limit 1) as rate`,
      [main.companyId],
    );
    expect((await save({ productId, country: 'FR', value: '10', currency: 'EUR' })).status).toBe(200);
    expect(Number((await inForce('FR')).valueUsd)).toBeCloseTo(10 * Number(rows[0].rate), 3);
  });

  it('keep who changed them, refuse what changed in the meantime, and are deleted', async () => {
    const { list } = await server.ok(calls.listCustoms, { productId }, main);
    const us = list.find((one) => one.country === 'US') ?? expect.fail();
    const edit = { productId, id: us.id, version: us.version, country: 'US', value: '6' };
    expect((await save(edit)).status).toBe(200);
    expect(await save(edit)).toMatchObject({ status: 409, data: { error: 'core.stale' } });
    const [last] = (await server.ok(calls.findProduct, { id: productId }, main)).history;
    expect(last).toMatchObject({
      event: 'customsSaved',
      detail: { country: 'US', changes: { 'customsData.value': ['6.5 USD', '6 USD'] } },
    });
    expect(await server.ok(calls.deleteCustoms, { ids: [us.id] }, main)).toMatchObject({ done: 1 });
    expect((await inForce('US')).valueUsd).toBe('7');
  });

  it('belong to whoever may edit the product or the category, and to one company', async () => {
    const clerk = await server.member(main.companyId, [rights.product.view, rights.product.edit]);
    const as = (input: object, who: Person) =>
      server.call(calls.saveCustoms, input as never, who).then((answer) => answer.status);
    expect(await as({ productId, country: 'IT', value: '5' }, clerk)).toBe(200);
    expect(await as({ categoryId: lamps, country: 'IT', value: '5' }, clerk)).toBe(403);
    expect((await server.call(calls.listCustoms, { categoryId: lamps }, clerk)).status).toBe(403);
    const other = await server.company('Other customs');
    expect(await as({ productId, country: 'ES', value: '5' }, other)).toBe(404);
    expect((await server.call(calls.customsInForce, { productId, country: 'US' }, other)).status).toBe(404);
    expect((await server.call(calls.listCustoms, { productId }, other)).status).toBe(404);
    const { list } = await server.ok(calls.listCustoms, { productId }, main);
    expect(await server.ok(calls.deleteCustoms, { ids: list.map((one) => one.id) }, other)).toMatchObject({ done: 0 });
  });
});
