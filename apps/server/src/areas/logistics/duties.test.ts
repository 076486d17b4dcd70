import { rights } from '@tradewind/contract/access/modules.ts';
import {
  buyLabel,
  commitDutyRates,
  deleteDutyRates,
  estimateDuty,
  exportDutyRates,
  listDutyRates,
  parcelsOf,
  previewDutyRates,
  quoteParcel,
  saveChannel,
  saveDutyRate,
} from '@tradewind/contract/logistics.ts';
import { estimateFreight } from '@tradewind/contract/orders.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../testing/harness.ts';
import { upload } from '../catalog/testing/files.ts';
import { makeOrder } from '../orders/orders.testing.ts';
import { quoteBox } from './parcel/quote.ts';
import { flatCard } from './testing/cards.ts';
import { type LogisticsWorld, openLogistics } from './testing/world.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
  await owner(
    `update product set hs_code = '691200', origin = 'CN', declared_value_usd = 40, name_en = 'Mug' where company_id = $1`,
  );
});
afterAll(() => l.close());
const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const owner = (text: string, more: unknown[] = []) =>
  l.server.app.database.owner.query(text, [l.world.main.companyId, ...more]);
const call = (input: object, as: Person = l.world.main) => l.server.call(saveDutyRate, input as never, as);
const fieldOf = async (input: object) => {
  const { data } = await call(input);
  return (data as unknown as { fields: { path: string; message: string }[] }).fields?.[0];
};

const CANADA = { name: 'Zoé', line1: '1 Rue', city: 'Montréal', state: 'QC', postalCode: 'H2Y 1C6', country: 'CA' };
const RATE = { country: 'CA', currency: 'USD', validFrom: '2020-01-01', dutyPercent: '10', vatPercent: '5' };

describe('duty rates', () => {
  it('begin empty; a parcel then has no estimate', async () => {
    expect(await ok(listDutyRates, {})).toMatchObject({ rows: [], total: 0 });
    const { outboundId } = await l.packed('DU-0', { shipTo: CANADA } as never);
    expect(await ok(estimateDuty, { outboundId })).toMatchObject({ estimate: null });
  });

  it('are refused where two count on one day, with both named', async () => {
    const { id } = await ok(saveDutyRate, { ...RATE, hsPrefix: '69.12', validTo: '2020-12-31' });
    await ok(saveDutyRate, { ...RATE, hsPrefix: '6912', validFrom: '2021-01-01' });
    await ok(saveDutyRate, { ...RATE, hsPrefix: '6912', origin: 'CN' });
    const overlap = await fieldOf({ ...RATE, hsPrefix: '6912', validFrom: '2020-12-31', validTo: '2020-12-31' });
    expect(overlap?.path).toBe('validFrom');
    expect(overlap?.message).toContain('CA 6912, 2020-01-01 – 2020-12-31');
    expect(overlap?.message).toContain('CA 6912, 2020-12-31 – 2020-12-31');
    expect((await fieldOf({ ...RATE, hsPrefix: '1', validTo: '2019-12-31' }))?.path).toBe('validTo');
    expect((await fieldOf({ ...RATE, hsPrefix: '69x' }))?.path).toBe('hsPrefix');
    const change = { ...RATE, id, hsPrefix: '6912', validTo: '2020-06-30' };
    expect((await call({ ...change, version: 7 })).status).toBe(409);
    expect((await call({ ...change, version: 1 })).status).toBe(200);
    // Also a mistake of ours in the services leaves no two.
    await expect(
      owner(
        `insert into duty_rate (company_id, country, hs_prefix, origin, duty_percent, vat_percent, fee, duty_free_up_to,
           vat_free_up_to, currency, valid_from) values ($1, 'CA', '6912', 'CN', 0, 0, 0, 0, 0, 'USD', '2030-01-01')`,
      ),
    ).rejects.toThrow(/overlap/);
    expect((await ok(listDutyRates, { country: 'CA', hsCode: '691200', day: '2020-07-01' })).rows).toMatchObject([
      { hsPrefix: '6912', origin: 'CN', dutyPercent: '10', fee: '0' },
    ]);
  });

  it('come from a sheet, which names rows that overlap and changes what is there', async () => {
    const preview = async (lines: string[]) => {
      const text = ['Destination,HS prefix,Duty %,Currency,Valid from,Valid to', ...lines].join('\n');
      return (await upload(l.server, previewDutyRates, Buffer.from(text), 'duties.csv', l.world.main)).data;
    };
    const bad = await preview(['FR,69,5,EUR,2026-01-01,', 'FR,69,6,EUR,2026-06-01,', 'FR,70,1,EUR,2026-01-01,']);
    expect(bad).toMatchObject({ good: 1, bad: 2 });
    expect(JSON.stringify(bad)).toMatch(/第 2 行和第 3 行|rows 2 and 3/);
    const good = await preview(['FR,69,5.5,EUR,2026-01-01,2026-05-31', 'FR,69,6,EUR,2026-06-01,']);
    expect(await ok(commitDutyRates, { importId: good.importId })).toMatchObject({ created: 2, updated: 0 });
    const again = await preview(['FR,69,7%,EUR,2026-06-01,']);
    expect(await ok(commitDutyRates, { importId: again.importId })).toMatchObject({ created: 0, updated: 1 });
    const { rows } = await ok(listDutyRates, { country: 'FR' });
    expect(rows.map((row) => [row.validFrom, row.dutyPercent])).toEqual([
      ['2026-06-01', '7'],
      ['2026-01-01', '5.5'],
    ]);
    await ok(exportDutyRates, { filter: { country: 'FR' } });
    expect(await ok(deleteDutyRates, { ids: rows.map((row) => row.id) })).toMatchObject({ done: 2 });
  });

  it('belong to one company, and to whoever may edit rate cards or carriers', async () => {
    const other = await l.server.company('Elsewhere');
    const { rows } = await ok(listDutyRates, {});
    expect((await ok(listDutyRates, {}, other)).rows).toEqual([]);
    expect(await ok(deleteDutyRates, { ids: rows.map((row) => row.id) }, other)).toMatchObject({ done: 0 });
    expect((await call({ ...RATE, id: rows[0]?.id, version: 1 }, other)).status).toBe(404);
    const looker = await l.server.member(l.world.main.companyId, [rights.rateCard.view]);
    expect((await call({ ...RATE, country: 'MX' }, looker)).status).toBe(403);
    expect((await ok(listDutyRates, {}, looker)).rows).toHaveLength(rows.length);
  });
});

describe('the estimate of a parcel', () => {
  it('has each term, is kept when the label is bought, and stays when the rates change', async () => {
    const channel = { name: 'Own line', carrier: 'own', platformCarrierCode: 'Own', dutyTerms: 'DDP' } as const;
    const { id: channelId } = await ok(saveChannel, { channel });
    const box = await l.packed('DU-1', { shipTo: CANADA } as never);
    await owner('update sales_order set channel_id = $2 where company_id = $1 and id = $3', [channelId, box.orderId]);
    const { estimate, terms, landed } = await ok(estimateDuty, { outboundId: box.outboundId });
    expect([terms, landed]).toEqual(['DDP', null]);
    const value = Number(estimate?.value);
    expect(value).toBeGreaterThan(0);
    expect(estimate).toMatchObject({
      lines: [{ hsCode: '691200', origin: 'CN', dutyPercent: '10', vatPercent: '5' }],
      duty: (value / 10).toFixed(2),
      vat: (value * 0.055).toFixed(2),
    });
    await ok(buyLabel, { outboundId: box.outboundId });
    const kept = async () => (await ok(parcelsOf, { outboundIds: [box.outboundId] })).list[0]?.dutyEstimate;
    expect(await kept()).toEqual(estimate);
    await owner('update duty_rate set duty_percent = 50 where company_id = $1');
    expect(await kept()).toEqual(estimate);
    const clerk = await l.server.member(l.world.main.companyId, [rights.scanStation.pack, rights.scanStation.view]);
    expect((await l.server.call(estimateDuty, { outboundId: box.outboundId }, clerk)).status).toBe(403);
    await owner('update duty_rate set duty_percent = 10 where company_id = $1');
  });

  it('stands beside what the carrier says, where its account says anything', async () => {
    const box = await l.packed('DU-2', { shipTo: CANADA } as never);
    const { estimate, landed, refusal } = await ok(estimateDuty, { outboundId: box.outboundId });
    expect(estimate).not.toBeNull();
    expect([landed, refusal]).toEqual([
      { currency: 'USD', duty: expect.any(String), vat: expect.any(String), fees: expect.any(String) },
      null,
    ]);
  });

  it('is none at home', async () => {
    const { outboundId } = await l.packed('DU-3');
    await ok(saveDutyRate, { ...RATE, country: 'US' });
    expect(await ok(estimateDuty, { outboundId })).toMatchObject({ estimate: null, landed: null });
  });
});

describe('duty beside the rates', () => {
  beforeAll(() =>
    owner("update shipping_channel set allowed_services = '{}' where company_id = $1 and carrier = 'ups'"),
  );
  afterEach(() => l.sandbox.faults.clear());
  const MEXICO = { ...CANADA, city: 'CDMX', state: 'CDMX', postalCode: '06000', country: 'MX' };
  const ddp = async (dutyTerms: 'DAP' | 'DDP') =>
    owner('update shipping_channel set duty_terms = $2 where company_id = $1 and carrier = $3', [dutyTerms, 'ups']);
  const quotesRequested = () => l.sandbox.log.latest(1000).filter((one) => one.path.includes('/landedcost/')).length;
  const totalOf = (amount: string | null, duty: string | null) => (Number(amount) + Number(duty)).toFixed(2);

  it('comes from the carrier, once for all rates, and belongs to the total where the sender pays it', async () => {
    await ddp('DDP');
    const { outboundId } = await l.packed('DB-1', { shipTo: CANADA } as never);
    const before = quotesRequested();
    const { quotes, duty } = await ok(quoteParcel, { outboundId });
    expect(quotesRequested() - before).toBe(1);
    expect(duty).toMatchObject({ terms: 'DDP', by: 'carrier', currency: 'USD', partial: false });
    expect(quotes.length).toBeGreaterThan(1);
    for (const { amount, total } of quotes) expect(total).toBe(totalOf(amount, duty?.amount ?? null));
    await ddp('DAP');
    const dap = await ok(quoteParcel, { outboundId });
    expect(dap.duty).toMatchObject({ terms: 'DAP', by: 'carrier' });
    expect(dap.quotes.every(({ total }) => total === null)).toBe(true);
  });

  it('comes from the own rates where the carrier fails, and is unknown without them: rates stay', async () => {
    const { outboundId } = await l.packed('DB-2', { shipTo: CANADA } as never);
    l.sandbox.faults.set('ups', { status500: 100, match: '/landedcost/' });
    const own = await ok(estimateDuty, { outboundId });
    const { quotes, duty } = await ok(quoteParcel, { outboundId });
    expect(duty).toMatchObject({ by: 'rates', amount: own.estimate?.total, currency: 'USD' });
    expect(quotes.length).toBeGreaterThan(0);
    const far = await l.packed('DB-3', { shipTo: MEXICO } as never);
    const without = await ok(quoteParcel, { outboundId: far.outboundId });
    expect(without.duty).toMatchObject({ by: 'none', amount: null });
    expect(without.quotes.length).toBeGreaterThan(0);
    const home = await l.packed('DB-4');
    expect((await ok(quoteParcel, { outboundId: home.outboundId })).duty).toBeNull();
  });

  it('of an order before packing is of its lines, and decides which offer is the cheapest', async () => {
    await l.world.take([makeOrder('DB-5', { shipTo: CANADA } as never)]);
    const id = await l.world.idOf('DB-5');
    await ddp('DAP');
    const dap = await ok(estimateFreight, { id });
    const before = quotesRequested();
    await ddp('DDP');
    const found = await ok(estimateFreight, { id });
    expect(quotesRequested() - before).toBe(1);
    const ups = found.offers.filter((offer) => offer.carrier === 'ups');
    expect(ups[0]?.duty).toMatchObject({ terms: 'DDP', by: 'carrier' });
    expect(ups.map(({ total }) => total)).toEqual(ups.map(({ amount, duty }) => totalOf(amount, duty?.amount ?? null)));
    // A line that leaves the duty to the buyer, a cent dearer than the cheapest of the carrier.
    const least = dap.offers.find((offer) => offer.carrier === 'ups')?.amount ?? '0';
    const { id: channelId } = await ok(saveChannel, {
      channel: { name: 'Buyer pays', carrier: 'own', platformCarrierCode: 'B', dutyTerms: 'DAP' },
    });
    await flatCard(ok, l.world, channelId, (Number(least) + 0.01).toFixed(2), 'CA');
    expect((await ok(estimateFreight, { id })).offers[0]).toMatchObject({ channelId, total: null });
    await ddp('DAP');
    expect((await ok(estimateFreight, { id })).offers[0]).toMatchObject({ carrier: 'ups' });
  });

  it('is not for those who may not see costs', async () => {
    const { outboundId } = await l.packed('DB-6', { shipTo: CANADA } as never);
    const { ctx } = l.world.main;
    const packer = { ...ctx, rights: { ...ctx.rights, all: false, base: new Set<string>() } };
    expect(await quoteBox(l.server.app, packer, { outboundId })).toMatchObject({ duty: null });
  });
});
