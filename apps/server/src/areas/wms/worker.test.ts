import { chooseWmsMethods, sendInboundToWms, wmsFees, wmsWarehouse } from '@tradewind/contract/wms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedules } from '../../core/jobs/schedule.ts';
import { createInbound } from '../warehouse/public.ts';
import { openProvider, type ProviderWorld } from './wms.testing.ts';

let p: ProviderWorld;
const tick = async (name: string) => {
  const schedule = schedules().find((one) => one.name === name);
  if (!schedule) throw new Error(`no schedule ${name}`);
  await schedule.work(p.server.app);
};
type Queued = { task: string; error: string | null };
const queued = async (): Promise<Queued[]> =>
  (
    await p.server.app.database.owner.query<Queued>(
      `select task_identifier as task, last_error as error from graphile_worker.jobs order by id`,
    )
  ).rows;
/** Nothing of these jobs is left: they were done, none failed, and none asked for itself again. */
const quiet = () =>
  p.server.until(async () => {
    const rows = (await queued()).filter((row) => row.task.startsWith('wms.'));
    const failed = rows.find((row) => row.error !== null);
    if (failed) throw new Error(`${failed.task}: ${failed.error}`);
    return rows.length === 0;
  }, 60);
const one = async <T extends object>(text: string, values: unknown[]) =>
  (await p.server.app.database.owner.query<T>(text, [p.world.main.companyId, ...values])).rows[0];
const stateOf = (kind: string, docId: number) =>
  one<{ state: string }>('select state from wms_order where company_id = $1 and kind = $2 and doc_id = $3', [
    kind,
    docId,
  ]);

beforeAll(async () => {
  p = await openProvider();
  await p.server.startWorker();
});
afterAll(() => p.close());

describe('the worker, once the clock has struck', () => {
  it('sends, reads what became of it, reads fees and compares stock; then nothing is left to do', async () => {
    const { server, world, houseId: warehouseId, connectionId } = p;
    await server.ok(
      chooseWmsMethods,
      { houseId: warehouseId, choices: [{ channelId: 0, methodCode: 'GND' }] },
      world.main,
    );
    const order = await p.reserved(2);
    const notice = await world.tx((tx) =>
      createInbound(tx, {
        warehouseId: warehouseId,
        kind: 'manual',
        lines: [{ productId: world.productIds[2] ?? 0, quantity: 4, unitCost: '3' }],
      }),
    );
    await server.ok(sendInboundToWms, { inboundId: notice.id }, world.main);
    await tick('wms.poll');
    await quiet();
    expect(await stateOf('outbound', order.outboundId)).toEqual({ state: 'sent' });
    expect(await stateOf('inbound', notice.id)).toEqual({ state: 'sent' });

    await p.control('tick', { steps: 4 });
    await tick('wms.poll');
    await quiet();
    expect(await stateOf('outbound', order.outboundId)).toEqual({ state: 'done' });
    expect(await stateOf('inbound', notice.id)).toEqual({ state: 'done' });
    expect(await world.statusOf(order.no)).toBe('shipped');

    await tick('wms.fees');
    await quiet();
    const answered = await server.ok(wmsFees, { id: connectionId }, world.main);
    expect(answered.rows.map((fee) => [fee.feeType, fee.direction]).sort()).toEqual([
      ['FREIGHT', 'charge'],
      ['FREIGHT', 'freeze'],
      ['FREIGHT', 'unfreeze'],
      ['PICKPACK', 'charge'],
    ]);

    const before = await server.ok(wmsWarehouse, { houseId: warehouseId }, world.main);
    await tick('wms.night');
    await quiet();
    const after = await server.ok(wmsWarehouse, { houseId: warehouseId }, world.main);
    expect(before?.stockAt).toBeNull();
    expect(after?.stockAt).not.toBeNull();
    expect(after?.connection.differences).toBe(0);
    expect(after?.connection.balances).toMatchObject([{ currency: 'USD' }]);
    // Each of those that are read once more is done, and is not there twice.
    expect((await server.ok(wmsFees, { id: connectionId }, world.main)).total).toBe(4);
  });
});
