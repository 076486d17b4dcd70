import { rights } from '@tradewind/contract/access/modules.ts';
import {
  deleteCustomsNumber,
  listChannels,
  listCustomsNumbers,
  saveChannel,
  saveCustomsNumber,
} from '@tradewind/contract/logistics.ts';
import { getOrder, orderCustoms, saveOrderCustoms } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { boxOfOutbound, carrierParcel } from '../parcel/facts.ts';
import { type Box, type LogisticsWorld, openLogistics } from '../testing/world.ts';

let l: LogisticsWorld;
let companyIoss: number;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.app.database.owner.query(
    `insert into exchange_rate (company_id, currency, on_day, to_base, source)
     select $1, c, '2020-01-01', r, 'manual' from (values ('USD', 7.2), ('EUR', 8.0)) x(c, r)
     on conflict do nothing`,
    [l.world.main.companyId],
  );
  companyIoss = (await ok(saveCustomsNumber, { kind: 'ioss', number: 'im 2760000742' })).id;
  await ok(saveCustomsNumber, { kind: 'eori', number: 'GB123456789000' });
  await ok(saveCustomsNumber, { kind: 'eori', number: 'DE1234567' });
  await ok(saveCustomsNumber, { kind: 'vat', country: 'GB', number: 'GB987654321' });
});
afterAll(() => l.close());
const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const fails = async (input: object) => {
  const { data } = await l.server.call(saveCustomsNumber, input as never, l.world.main);
  return (data as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path);
};

const GERMANY = { name: 'Uwe', line1: 'Weg 1', city: 'Ulm', postalCode: '89073', country: 'DE' };
const BRITAIN = { name: 'Al', line1: 'Road 1', city: 'Leeds', postalCode: 'LS1 1AA', country: 'GB' };
let boxes = 0;
async function packedTo(shipTo: { country: string }, value: string): Promise<Box> {
  const box = await l.packed(`CU-${++boxes}`, { shipTo } as never);
  const id = box.orderId;
  const [line] = (await ok(orderCustoms, { id })).list;
  const { lineId = 0, productId = 0 } = line ?? {};
  const declared = { hsCode: '691200', nameZh: '杯子', nameEn: 'Mug', origin: 'CN', valueUsd: value };
  await ok(saveOrderCustoms, { id, version: (await ok(getOrder, { id })).version, lineId, productId, ...declared });
  return box;
}
const sent = ({ outboundId }: Box, dutyTerms: 'DAP' | 'DDP' = 'DAP') =>
  l.world.tx(async (tx) =>
    carrierParcel(tx, await boxOfOutbound(tx, l.world.main.ctx, outboundId), { carrier: 'ups', dutyTerms }),
  );

it('numbers are typed in any case and checked by their kind', async () => {
  const { list } = await ok(listCustomsNumbers, {});
  expect(list.map(({ kind, number }) => [kind, number])).toContainEqual(['ioss', 'IM2760000742']);
  expect(await fails({ kind: 'ioss', number: 'IM12' })).toEqual(['number']);
  expect(await fails({ kind: 'vat', number: 'FR12345678901' })).toEqual(['country']);
  expect(await fails({ kind: 'ioss', number: 'IM2760000742' })).toEqual(['number']);
  expect(await fails({ kind: 'ioss', number: 'IM2760000743', shopId: 999_999 })).toEqual(['shopId']);
  const looker = await l.server.member(l.world.main.companyId, [rights.carrier.view]);
  expect((await l.server.call(saveCustomsNumber, { kind: 'eori', number: 'FR1' }, looker)).status).toBe(403);
  const other = await l.server.company('Elsewhere');
  expect((await ok(listCustomsNumbers, {}, other)).list).toEqual([]);
  expect((await l.server.call(deleteCustomsNumber, { id: companyIoss }, other)).status).toBe(404);
});

it('a parcel into the EU carries IOSS, EORI and values in euros', async () => {
  const parcel = await sent(await packedTo(GERMANY, '10'));
  expect(parcel.customs).toEqual({ terms: 'DAP', ioss: 'IM2760000742', eori: 'DE1234567' });
  expect(parcel.items).toMatchObject([{ unitValueUsd: '10.00', unitValueEur: '9.00', nameZh: '杯子' }]);
});

it('above 150 euros no IOSS number goes along, up to it one does', async () => {
  // 166.66 USD are 149.994 EUR, 166.67 are 150.003.
  for (const [value, goes] of [
    ['166.66', true],
    ['166.67', false],
    ['900', false],
  ] as const) {
    const { customs, items } = await sent(await packedTo(GERMANY, value));
    const [item] = items;
    expect(item?.unitValueUsd).toBe(Number(value).toFixed(2));
    expect([value, Boolean(customs?.ioss)]).toEqual([value, goes]);
  }
});

it("a shop's own number goes before the company's", async () => {
  const box = await packedTo(GERMANY, '10');
  const { shopId } = await l.world.one<{ shopId: number }>(
    sql`select shop_id from sales_order where company_id = ${l.world.main.companyId} and id = ${box.orderId}`,
  );
  const { id } = await ok(saveCustomsNumber, { kind: 'ioss', number: 'IM0000000001', shopId });
  expect((await sent(box)).customs?.ioss).toBe('IM0000000001');
  await ok(deleteCustomsNumber, { id });
  expect((await sent(box)).customs?.ioss).toBe('IM2760000742');
});

it('elsewhere other numbers go along, and at home none', async () => {
  const abroad = await sent(await packedTo(BRITAIN, '10'), 'DDP');
  expect(abroad.customs).toEqual({ terms: 'DDP', eori: 'GB123456789000', vat: 'GB987654321' });
  expect(abroad.items[0]?.unitValueEur).toBeUndefined();
  const home = await sent(await l.packed('CU-home'));
  expect([home.from.country, home.to.country, home.customs]).toEqual(['US', 'US', undefined]);
});

it('a channel keeps who pays duty', async () => {
  const channel = { name: 'Own', carrier: 'own', platformCarrierCode: 'Own', dutyTerms: 'DDP' } as const;
  const { id } = await ok(saveChannel, { channel });
  expect((await ok(listChannels, {})).list.find((one) => one.id === id)?.dutyTerms).toBe('DDP');
});
