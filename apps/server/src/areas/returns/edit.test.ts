import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/returns.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { grantShops, type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { detailOf, requested, shippedOrder, thisWeek } from './returns.testing.ts';

let server: TestServer;
let world: OrderWorld;
let serial = 0;

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { products: 2, stock: 200 });
});
afterAll(() => server.close());

async function open(quantity = 2): Promise<number> {
  const order = await shippedOrder(world, `E-${++serial}`, quantity);
  return (await server.ok(calls.addReturn, requested(order.id, order.lineId, quantity), world.main)).id;
}
const edit = async (id: number, change: object, as = world.main) => {
  const { version } = await detailOf(world, id);
  return server.call(calls.editReturn, { id, version, ...change }, as);
};
const analysis = () => server.ok(calls.returnAnalysis, thisWeek(), world.main);
const unitsOf = async (reason: string) =>
  (await analysis()).rows.filter((row) => row.reason === reason).reduce((sum, row) => sum + row.units, 0);
const fieldsOf = (answer: { data: unknown }) =>
  (answer.data as { fields?: { path: string }[] }).fields?.map((field) => field.path);

describe('editing a return', () => {
  it('changes what is told of it and leaves the rest; the history says who changed what', async () => {
    const id = await open();
    expect((await edit(id, { reason: 'unwanted' })).status).toBe(200);
    expect((await edit(id, { remark: 'Called the buyer' })).status).toBe(200);
    const detail = await detailOf(world, id);
    expect(detail).toMatchObject({ reason: 'unwanted', remark: 'Called the buyer', state: 'approved' });
    const edits = detail.history.filter((row) => row.event === 'edited').map((row) => row.detail);
    expect(edits).toEqual([{ remark: 'Called the buyer' }, { reason: 'unwanted' }]);
  });

  it('gives a line a reason of its own, by which the analysis counts it', async () => {
    const id = await open(3);
    const lineId = (await detailOf(world, id)).lines[0]?.id ?? 0;
    const [damaged, wrong] = [await unitsOf('damaged'), await unitsOf('wrong')];
    await edit(id, { lines: [{ lineId, reason: 'wrong' }] });
    expect([await unitsOf('damaged'), await unitsOf('wrong')]).toEqual([damaged - 3, wrong + 3]);
    const { reasons } = await analysis();
    expect(reasons.find((row) => row.reason === 'wrong')).toMatchObject({ returns: 1, units: 3 });
    await edit(id, { reason: 'damaged', lines: [{ lineId, reason: '' }] });
    expect([await unitsOf('damaged'), await unitsOf('wrong')]).toEqual([damaged, wrong]);
    // Only what changed is told.
    const edits = (await detailOf(world, id)).history.filter((row) => row.event === 'edited');
    expect(edits.map((row) => row.detail)).toEqual([
      { lines: [{ sku: 'SKU-1', reason: '' }] },
      { lines: [{ sku: 'SKU-1', reason: 'wrong' }] },
    ]);
  });

  it('takes no reason that nobody offers, no line of another return, nothing over what was not seen', async () => {
    const [id, other] = [await open(), await open()];
    const foreign = (await detailOf(world, other)).lines[0]?.id ?? 0;
    const own = (await detailOf(world, id)).lines[0]?.id ?? 0;
    expect(fieldsOf(await edit(id, { reason: 'nope' }))).toEqual(['reason']);
    expect(fieldsOf(await edit(id, { lines: [{ lineId: own, reason: 'nope' }] }))).toEqual(['lines.0.reason']);
    expect(fieldsOf(await edit(id, { lines: [{ lineId: foreign, reason: '' }] }))).toEqual(['lines.0.lineId']);
    const { version } = await detailOf(world, id);
    const both = await Promise.all(
      ['unwanted', 'wrong'].map((reason) => server.call(calls.editReturn, { id, version, reason }, world.main)),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it('keeps a reason that is no longer offered, but gives it to nothing else', async () => {
    const id = await open();
    const lineId = (await detailOf(world, id)).lines[0]?.id ?? 0;
    await edit(id, { lines: [{ lineId, reason: 'wrong' }] });
    const { owner } = server.app.database;
    const off = (enabled: boolean) =>
      owner.query(`update drop_option set enabled = $2 where company_id = $1 and zoot = $3 and value = 'wrong'`, [
        world.main.companyId,
        enabled,
        calls.RETURN_REASONS,
      ]);
    await off(false);
    expect((await edit(id, { lines: [{ lineId, reason: 'wrong' }], remark: 'x' })).status).toBe(200);
    expect(fieldsOf(await edit(await open(), { reason: 'wrong' }))).toEqual(['reason']);
    await off(true);
  });

  it('ends with the return', async () => {
    const id = await open();
    await server.ok(calls.cancelReturn, { id }, world.main);
    expect((await edit(id, { reason: 'unwanted' })).status).toBe(409);
  });
});

describe('one reason for many', () => {
  it('is given to the open ones; of each other one it is told why not', async () => {
    const [one, two, ended] = [await open(), await open(), await open()];
    await server.ok(calls.cancelReturn, { id: ended }, world.main);
    const { number } = await detailOf(world, ended);
    const ids = [one, ended, two, 999_999_999];
    const result = await server.ok(calls.setReturnReason, { ids, reason: 'unwanted' }, world.main);
    expect(result.done).toBe(2);
    expect(result.failed.map(({ id, label, error }) => [id, label, error])).toEqual([
      [ended, number, 'returns.notNow'],
      [999_999_999, '999999999', 'returns.notFound'],
    ]);
    for (const id of [one, two]) expect((await detailOf(world, id)).reason).toBe('unwanted');
    expect((await detailOf(world, ended)).reason).toBe('damaged');
  });

  it('is given to all that a filter finds', async () => {
    const id = await open();
    const { number } = await detailOf(world, id);
    const result = await server.ok(calls.setReturnReason, { filter: { text: number }, reason: 'unwanted' }, world.main);
    expect(result).toEqual({ done: 1, failed: [] });
    expect((await detailOf(world, id)).reason).toBe('unwanted');
  });

  it('is given only in the actor’s shops', async () => {
    const id = await open();
    const member = await server.member(world.main.companyId, [rights.salesReturn.add]);
    await grantShops(server, member, world.shop.id + 1000);
    const result = await server.ok(calls.setReturnReason, { ids: [id], reason: 'unwanted' }, member);
    expect(result).toMatchObject({ done: 0, failed: [{ id, error: 'returns.notFound' }] });
    expect((await detailOf(world, id)).reason).toBe('damaged');
  });
});
