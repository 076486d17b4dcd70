import { CARRIERS } from '@tradewind/connectors/carriers/registry.ts';
import { buyLabel, hasAccounts, parcelsOf, saveChannel, saveOrUpdateUpsAuth } from '@tradewind/contract/logistics.ts';
import { getOrder, orderCustoms, saveOrderCustoms } from '@tradewind/contract/orders.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LogisticsWorld, openLogistics } from '../testing/world.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
  await l.server.app.database.owner.query(
    `insert into exchange_rate (company_id, currency, on_day, to_base, source)
     select $1, c, '2020-01-01', r, 'manual' from (values ('USD', 7.2), ('EUR', 8.0)) x(c, r) on conflict do nothing`,
    [l.world.main.companyId],
  );
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());
const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);

const GERMANY = {
  ...{ name: 'Uwe Weber', line1: 'Weg 1', city: 'Bonn', postalCode: '53113', country: 'DE', phone: '+4922812345' },
};
/** Where papers arrive at each carrier. */
const UPLOADS: Record<string, string> = {
  ups: 'paperlessdocuments',
  fedex: 'etds/upload',
  dhlExpress: 'upload-image',
};

let boxes = 0;
async function packedTo(shipTo: object) {
  const box = await l.packed(`IN-${++boxes}`, { shipTo } as never);
  const { orderId: id } = box;
  const [line] = (await ok(orderCustoms, { id })).list;
  const declared = { hsCode: '691200', nameZh: '杯子', nameEn: 'Mug', origin: 'CN', valueUsd: '12' };
  const { lineId = 0, productId = 0 } = line ?? {};
  await ok(saveOrderCustoms, { id, version: (await ok(getOrder, { id })).version, lineId, productId, ...declared });
  return box;
}
const parcelOf = async (outboundId: number) => (await ok(parcelsOf, { outboundIds: [outboundId] })).list[0];

const able = CARRIERS.filter((one) => one.create({ http: {} }).uploadPaper);
it('three carriers take papers', () => {
  expect(able.map((one) => one.carrier).toSorted()).toEqual(Object.keys(UPLOADS).toSorted());
});

describe.each(able.map((one) => [one.carrier, one] as const))('%s', (code, definition) => {
  let channelId = 0;
  beforeAll(async () => {
    if (!hasAccounts(code)) throw new Error(`${code} is missing in the contract`);
    const { keys, accountNumber } = definition.sandbox;
    const account = { carrier: code, name: code, accountNumber, keys, sandbox: true };
    const carrierAccountId = code === 'ups' ? l.accountId : (await ok(saveOrUpdateUpsAuth, { account })).id;
    const channel = { name: `Papers of ${code}`, carrier: code, carrierAccountId, platformCarrierCode: code };
    channelId = (await ok(saveChannel, { channel: { ...channel, sendsInvoice: true } })).id;
  });

  it('gets the invoice of a parcel abroad, and none of one at home', async () => {
    const home = await l.packed(`IN-${++boxes}`);
    await ok(buyLabel, { outboundId: home.outboundId, channelId });
    const abroad = await packedTo(GERMANY);
    expect(await ok(buyLabel, { outboundId: abroad.outboundId, channelId })).toMatchObject({ state: 'labelled' });
    await expect.poll(async () => (await parcelOf(abroad.outboundId))?.invoicePaper).toBeTruthy();
    expect((await parcelOf(abroad.outboundId))?.remarks).toEqual([]);
    expect((await l.history(abroad.orderId)).map(({ event }) => event)).toContain('invoiceSent');
    expect(await parcelOf(home.outboundId)).toMatchObject({ invoicePaper: null, remarks: [] });
  });

  it('sells the label without the invoice, and the parcel says to print it until it went', async () => {
    l.sandbox.faults.set(code, { status500: 99, match: UPLOADS[code] ?? '' });
    const { outboundId } = await packedTo(GERMANY);
    expect(await ok(buyLabel, { outboundId, channelId })).toMatchObject({ state: 'labelled' });
    const remarks = async () => (await parcelOf(outboundId))?.remarks;
    await expect.poll(remarks).toEqual([expect.stringContaining('请打印')]);
    l.sandbox.faults.clear();
    await l.server.app.database.owner.query(`update graphile_worker._private_jobs set run_at = now(), attempts = 0
      where key like 'invoice:%' and locked_at is null`);
    await expect.poll(async () => (await parcelOf(outboundId))?.invoicePaper).toBeTruthy();
    expect(await remarks()).toEqual([]);
  });
});
