import { utils, write } from '@e965/xlsx';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { Call, InputOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  activateRateVersion,
  addRateCard,
  buyLabel,
  deleteChannel,
  deleteRateDraft,
  getRateVersion,
  importRateDraft,
  listRateCards,
  quoteParcel,
  rateCardTemplate,
  rateDryRunOf,
  rateParcel,
  rateVersionAreas,
  rateVersionFile,
  rateVersionPrices,
  rateVersionRemote,
  saveRateDraft,
  startRateDraft,
  startRateDryRun,
} from '@tradewind/contract/logistics.ts';
import { estimateFreight, shipByHand } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import type { Person } from '../../testing/harness.ts';
import { makeLine, makeOrder, openWorld } from '../orders/orders.testing.ts';
import { saveChannel } from './channel/channels.ts';
import { buyLabel as label } from './parcel/purchase.ts';
import { exampleCard } from './rates/book-write.ts';
import { type LogisticsWorld, openLogistics } from './testing/world.ts';

let world: LogisticsWorld;
let main: LogisticsWorld['world']['main'];
beforeAll(async () => {
  world = await openLogistics();
  main = world.world.main;
});
afterAll(() => world.close());

const ok = <C extends Call>(call: C, input: InputOf<C>, as: Person = main) => world.server.ok(call, input, as);
let channels = 0;
let cards = 0;
const ownChannel = () =>
  world.world.tx((tx) =>
    saveChannel(tx, {
      name: `Line ${++channels}`,
      carrier: 'own',
      carrierAccountId: null,
      serviceCode: '',
      allowedServices: [],
      platformCarrierCode: 'Line',
      enabled: true,
    }),
  );
const file = async (id: number) => {
  const answer = await fetch(`${world.server.url}/api${rateVersionFile.path}?id=${id}`, {
    headers: { token: main.token },
  });
  return Buffer.from(await answer.arrayBuffer());
};
type Sheets = Record<string, (string | number)[][]>;
const book = (sheets: Sheets) => {
  const made = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(made, utils.aoa_to_sheet(rows), name);
  return Buffer.from(write(made, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array);
};
async function uploaded(id: number, data: Buffer): Promise<{ status: number; data: ResultOf<typeof importRateDraft> }> {
  const form = new FormData();
  form.append('id', String(id));
  form.append('file', new Blob([new Uint8Array(data)]), 'card.xlsx');
  const url = `${world.server.url}/api${importRateDraft.path}`;
  const answer = await fetch(url, { method: 'POST', headers: { token: main.token, 'x-language': 'en' }, body: form });
  return { status: answer.status, ...((await answer.json()) as { data: ResultOf<typeof importRateDraft> }) };
}
const upload = async (id: number, data: Buffer) => (await uploaded(id, data)).data;
const CARD: Sheets = {
  Card: [['Currency'], ['USD']],
  Zones: [
    ['Zone', 'Country', 'Postcode prefix'],
    ['A', 'US', ''],
  ],
  Prices: [
    ['Zone', 'Weight from', 'Weight to', 'Fee per parcel', 'Price per kg or lb'],
    ['A', 0, 30, 2, 10],
  ],
  Surcharges: [
    ['Code', 'Basis', 'Amount or %', 'Residential'],
    ['residential', 'Per parcel', 1.5, 'yes'],
  ],
  Fuel: [
    ['From', 'Fuel %'],
    ['2020-01-01', 10],
  ],
};

/** A card with this workbook; its first version counts from a day on. */
async function card(channelId: number, sheets: Sheets = CARD, from: string | null = '2020-01-01') {
  const { versionId } = await ok(addRateCard, { channelId, name: `Card ${++cards}`, currency: 'USD' });
  const imported = await upload(versionId, book(sheets));
  expect(imported).toMatchObject({ saved: true, problems: [] });
  const { revision } = await ok(getRateVersion, { id: versionId });
  if (from) await ok(activateRateVersion, { id: versionId, revision, from });
  return versionId;
}

describe('a workbook', () => {
  it('of a version brings back the same content', async () => {
    const channelId = await ownChannel();
    const { versionId: id } = await ok(addRateCard, { channelId, name: 'Round', currency: 'EUR' });
    await ok(saveRateDraft, { id, revision: 1, note: 'first', terms: termsOf(exampleCard()) });
    expect(await upload(id, await exampleBook())).toMatchObject({ saved: true, areas: 3, prices: 4 });
    const once = await stored(id);
    expect(once).toEqual(exampleCard());
    await upload(id, await file(id));
    expect(await stored(id)).toEqual(once);
    expect((await ok(rateVersionAreas, { id, page: 2, pageSize: 2 })).rows).toEqual(once.areas.slice(2));
    expect(await ok(rateVersionPrices, { id })).toMatchObject({ total: 4, rows: once.prices });
    expect(await ok(rateVersionRemote, { id })).toMatchObject({ total: 2, rows: once.remote });
    const { revision, remoteKinds } = await ok(getRateVersion, { id });
    expect(remoteKinds).toEqual(['remote']);
    await ok(saveRateDraft, { id, revision, note: '', terms: termsOf(exampleCard()) });
    expect(await stored(id)).toEqual(once);
  });

  it('is refused whole with each wrong cell by sheet, row and column', async () => {
    const id = await card(await ownChannel(), CARD, null);
    const before = await stored(id);
    const wrong = await upload(
      id,
      book({
        ...CARD,
        Zones: [
          ['Zone', 'Country'],
          ['A', 'US'],
          ['B', 'Germany'],
        ],
        Prices: [
          ['Zone', 'Weight to', 'Price per kg or lb'],
          ['A', 30, 'ten'],
        ],
        Fuel: [['From'], ['soon']],
      }),
    );
    expect(wrong).toMatchObject({
      saved: false,
      problems: [
        { sheet: 'Zones', row: 3, column: 'Country' },
        { sheet: 'Prices', row: 2, column: 'Price per kg or lb' },
        { sheet: 'Fuel', row: null, message: expect.stringContaining('Fuel %') },
      ],
    });
    const { Fuel: _fuel, ...without } = CARD;
    expect((await upload(id, book(without))).problems).toMatchObject([{ sheet: 'Fuel', row: null }]);
    const head = CARD.Prices?.[0] ?? [];
    const overlap = await upload(
      id,
      book({ ...CARD, Prices: [head, ['A', 0, 2, 0, 10], [], ['A', 1, 30, 0, 9]] as (string | number)[][] }),
    );
    expect(overlap.problems).toMatchObject([{ sheet: 'Prices', row: 4, message: expect.stringContaining('2, 4') }]);
    expect(await stored(id)).toEqual(before);
  });
});

const termsOf = ({ areas: _areas, prices: _prices, remote: _remote, ...terms }: ReturnType<typeof exampleCard>) =>
  terms;
const stored = (id: number) =>
  world.world
    .one<{ content: ReturnType<typeof exampleCard> }>(
      sql`select content from rate_card_version where company_id = ${main.companyId} and id = ${id}`,
    )
    .then((row) => row.content);
async function exampleBook() {
  const answer = await fetch(`${world.server.url}/api${rateCardTemplate.path}`, { headers: { token: main.token } });
  return Buffer.from(await answer.arrayBuffer());
}

describe('a version', () => {
  it('that was ever active is changed neither by calls nor by the database', async () => {
    const channelId = await ownChannel();
    const id = await card(channelId);
    const { revision, terms } = await ok(getRateVersion, { id });
    for (const answer of [
      await world.server.call(saveRateDraft, { id, revision, terms }, main),
      await world.server.call(deleteRateDraft, { id }, main),
      await world.server.call(activateRateVersion, { id, revision, from: '2030-01-01' }, main),
    ])
      expect(answer).toMatchObject({ status: 409 });
    expect(await uploaded(id, book(CARD))).toMatchObject({ status: 409 });
    const direct = (text: ReturnType<typeof sql>) => world.world.tx((tx) => tx.rows(text));
    const own = sql`company_id = ${main.companyId} and id = ${id}`;
    for (const change of [
      sql`update rate_card_version set content = content || '{"currency": "EUR"}' where ${own}`,
      sql`update rate_card_version set state = 'retired', valid_to = '2020-06-01', content = content || '{"currency": "EUR"}'
        where ${own}`,
      sql`update rate_card_version set valid_from = '2019-01-01' where ${own}`,
      sql`update rate_card_version set state = 'draft', valid_from = null where ${own}`,
      sql`delete from rate_card_version where ${own}`,
      sql`insert into rate_card_version (company_id, card_id, number, state, valid_from, valid_to, content, changed_by, changed_at)
        select company_id, card_id, 9, 'retired', '2020-03-01', '2020-04-01', content, '', now() from rate_card_version where ${own}`,
    ])
      await expect(direct(change)).rejects.toMatchObject({ code: '23514' });
    expect(await world.server.call(deleteChannel, { id: channelId }, main)).toMatchObject({ status: 409 });
  });

  it('retires the day before the next one, which begins on no day that has passed', async () => {
    const channelId = await ownChannel();
    const first = await card(channelId);
    const { versionId: second } = await ok(startRateDraft, { id: first });
    expect(await world.server.call(startRateDraft, { id: first }, main)).toMatchObject({ status: 409 });
    const past = await world.server.call(activateRateVersion, { id: second, revision: 1, from: '2020-02-01' }, main);
    expect(past).toMatchObject({ status: 400 });
    await ok(activateRateVersion, { id: second, revision: 1, from: '2150-02-01' });
    const [only] = (await ok(listRateCards, { channelId })).list;
    expect(only?.versions).toMatchObject([
      { id: second, number: 2, state: 'active', validFrom: '2150-02-01', validTo: null, inForce: false },
      { id: first, number: 1, state: 'retired', validTo: '2150-01-31', inForce: true },
    ]);
  });

  it('is activated only without problems, and a draft is saved only as it was read', async () => {
    const id = await card(await ownChannel(), CARD, null);
    const { revision, terms } = await ok(getRateVersion, { id });
    const share = { code: 'x', basis: 'percent' as const, amount: '1', on: ['nothing'] };
    await ok(saveRateDraft, { id, revision, terms: { ...terms, surcharges: [share] } });
    expect(await world.server.call(saveRateDraft, { id, revision, terms }, main)).toMatchObject({ status: 409 });
    const now = await ok(getRateVersion, { id });
    expect(now.problems).toMatchObject([{ sheet: '附加费', row: 2 }]);
    const refused = await world.server.call(
      activateRateVersion,
      { id, revision: now.revision, from: '2020-01-01' },
      main,
    );
    expect(refused).toMatchObject({ status: 422 });
    await ok(deleteRateDraft, { id });
    expect(await world.server.call(getRateVersion, { id }, main)).toMatchObject({ status: 404 });
  });

  it('rates a parcel with every part, and names a missing zone and weight', async () => {
    const id = await card(await ownChannel());
    const parcel = { id, country: 'US', weightGrams: 1500, residential: true, day: '2026-06-01' };
    expect(await ok(rateParcel, parcel)).toEqual({
      ...{ zone: 'A', weight: '1.500', volumeWeight: '0.000', chargeableWeight: '1.500', currency: 'USD' },
      parts: [
        { code: 'freight', amount: '17.00' },
        { code: 'residential', amount: '1.50' },
        { code: 'fuel', amount: '1.70' },
      ],
      total: '20.20',
    });
    const refusal = async (more: object) => {
      const answer = await world.server.call(rateParcel, { ...parcel, ...more }, main);
      return { status: answer.status, data: answer.data };
    };
    expect(await refusal({ country: 'FR' })).toMatchObject({ status: 422, data: { error: 'logistics.noZone' } });
    expect(await refusal({ weightGrams: 31_000 })).toMatchObject({
      status: 422,
      data: { error: 'logistics.rateNoPrice' },
    });
  });
});

describe('a box of an own channel', () => {
  it('is quoted by its cards, the cheapest first, and its label keeps the price', async () => {
    const channelId = await ownChannel();
    await card(channelId);
    const dear = { ...CARD, Prices: [CARD.Prices?.[0] ?? [], ['A', 0, 30, 90, 10]] };
    await card(channelId, dear);
    const { outboundId, orderId } = await world.packed('RATED-1');
    const prices = await ok(quoteParcel, { outboundId, channelId });
    expect(prices.quotes).toHaveLength(2);
    const [cheap, other] = prices.quotes;
    expect(prices).toMatchObject({ chosen: cheap?.serviceCode, reason: 'cheapest' });
    expect(Number(other?.amount) - Number(cheap?.amount)).toBeCloseTo(88 * 1.1, 2);
    expect(cheap?.surcharges.map((one) => one.code)).toEqual(['residential', 'fuel']);
    const bought = await ok(buyLabel, { outboundId, channelId, trackingNumber: 'RATED-NO-1' });
    expect(Number(bought.labelCost)).toBe(Number(cheap?.amount));
    expect(bought).toMatchObject({ state: 'labelled', labelCurrency: 'USD', serviceCode: cheap?.serviceCode });
    const [event] = (await world.history(orderId)).filter((one) => one.event === 'labelOwn');
    expect(event?.detail).toMatchObject({ cost: `${cheap?.amount} USD`, compared: 2, serviceBy: 'cheapest' });
  });

  it('outside of all zones is refused in the specification’s words', async () => {
    const channelId = await ownChannel();
    await card(channelId, {
      ...CARD,
      Zones: [
        ['Zone', 'Country'],
        ['A', 'FR'],
      ],
    });
    const { outboundId } = await world.packed('RATED-2');
    for (const call of [quoteParcel, buyLabel])
      expect(await world.server.call(call, { outboundId, channelId }, main)).toMatchObject({
        ...{ status: 422, data: { error: 'logistics.noZone' } },
      });
    expect((await world.parcel(outboundId)).state).toBe('packed');
  });

  it('has the price in the comparison of channels and when a person sends it, and stays where no zone is', async () => {
    const channelId = await ownChannel();
    await card(channelId);
    const nowhere = await ownChannel();
    await card(nowhere, {
      ...CARD,
      Zones: [
        ['Zone', 'Country'],
        ['A', 'FR'],
      ],
    });
    await world.world.take([makeOrder('RATED-4', { lines: [makeLine('1', 'SKU-1')] })]);
    const id = await world.world.idOf('RATED-4');
    const { offers, silent } = await ok(estimateFreight, { id });
    const offer = offers.find((one) => one.channelId === channelId);
    expect(offer).toMatchObject({ currency: 'USD', serviceName: expect.stringContaining('Card') });
    expect(silent).toContainEqual(
      expect.objectContaining({ channelId: nowhere, reason: '计费运输分区未设置，请联系客服' }),
    );
    const send = (by: number) =>
      ok(shipByHand, { channelId: by, orders: [{ number: 'RATED-4', trackingNumber: 'RATED-NO-4' }] });
    expect(await send(nowhere)).toMatchObject({ done: 0, failed: [{ error: 'logistics.noZone' }] });
    expect(await send(channelId)).toMatchObject({ done: 1 });
    const sent = await world.world.one<{ cost: string; stored: number }>(sql`select label_cost as cost,
        jsonb_array_length(quotes) as stored from parcel
      where company_id = ${main.companyId} and order_id = ${id} and state = 'shipped'`);
    expect(Number(sent.cost)).toBeGreaterThan(0);
    expect(sent.stored).toBe(1);
  });

  it('costs nothing by a card that is a draft or only begins later', async () => {
    const channelId = await ownChannel();
    await card(channelId, CARD, null);
    await card(channelId, CARD, '2150-01-01');
    const { outboundId } = await world.packed('RATED-3');
    expect(await ok(quoteParcel, { outboundId, channelId })).toMatchObject({ quotes: [], reason: 'own' });
  });
});

describe('a dry run', () => {
  it('compares what parcels of the last days cost with what they would by the draft', async () => {
    const channelId = await ownChannel();
    const first = await card(channelId);
    for (const no of ['DRY-1', 'DRY-2', 'DRY-3']) {
      const { outboundId } = await world.packed(no);
      await label(world.server.app, main.ctx, { outboundId, channelId });
    }
    // One left before the channel had a price.
    const unpriced = sql`(select max(id) from parcel where company_id = ${main.companyId} and channel_id = ${channelId})`;
    await world.world.tx((tx) =>
      tx.rows(sql`update parcel set label_cost = null, label_currency = null, weight_grams = 2000, weighed_grams = null
        where company_id = ${main.companyId} and id = ${unpriced}`),
    );
    const { versionId } = await ok(startRateDraft, { id: first });
    await upload(versionId, book({ ...CARD, Prices: [CARD.Prices?.[0] ?? [], ['A', 0, 30, 3, 12]] }));
    const run = await ok(startRateDryRun, { id: versionId });
    expect(run).toMatchObject({ state: 'done', total: 3, done: 3, compared: 3, outdated: false });
    // 2 kg: (2 + 10 x 2) x 1.1 + 1.5 before, (3 + 12 x 2) x 1.1 + 1.5 after.
    expect(run.largest[0]).toMatchObject({ before: '25.70', after: '31.20', difference: '5.5000', weightGrams: 2000 });
    const sum = (side: 'before' | 'after') => run.largest.reduce((all, one) => all + Number(one[side]), 0);
    expect(Number(run.before.amount)).toBeCloseTo(sum('before'), 4);
    expect(Number(run.after.amount)).toBeCloseTo(sum('after'), 4);
  });

  it('of many parcels is a job, page by page, and says when the draft has changed since', async () => {
    const channelId = await ownChannel();
    const first = await card(channelId);
    const { outboundId } = await world.packed('DRY-MANY');
    await label(world.server.app, main.ctx, { outboundId, channelId });
    await world.world.tx((tx) =>
      tx.rows(sql`insert into parcel (company_id, reference, outbound_id, order_id, warehouse_id, shop_id, order_no, country,
          channel_id, state, weight_grams, label_cost, label_currency, bought_at)
        select company_id, reference || '/' || n, -n, order_id, warehouse_id, shop_id, order_no, country, channel_id, state,
          1000, case when n = 777 then 1000 else 10 end, 'USD', bought_at
        from parcel, generate_series(1, 1200) n where company_id = ${main.companyId} and channel_id = ${channelId}`),
    );
    const { versionId } = await ok(startRateDraft, { id: first });
    expect(await ok(startRateDryRun, { id: versionId })).toMatchObject({ state: 'queued', total: 1201, done: 0 });
    await world.server.startWorker();
    const run = await world.server.until(async () => {
      const found = (await ok(rateDryRunOf, { id: versionId })).run;
      return found?.state === 'done' && found;
    }, 60);
    expect(run).toMatchObject({ total: 1201, done: 1201, compared: 1201 });
    expect(run.largest).toHaveLength(10);
    // 1 kg: (2 + 10) x 1.1 + 1.5.
    expect(run.largest[0]).toMatchObject({ before: '1000.0000', after: '14.70', difference: '-985.3000' });
    const { revision, terms } = await ok(getRateVersion, { id: versionId });
    await ok(saveRateDraft, { id: versionId, revision, terms });
    expect((await ok(rateDryRunOf, { id: versionId })).run?.outdated).toBe(true);
  });
});

describe('rate cards', () => {
  it('show no price to a person who may not see costs, and nothing to another company', async () => {
    const channelId = await ownChannel();
    const id = await card(channelId);
    const clerk = await world.server.member(main.companyId, [rights.carrier.view, rights.carrier.edit]);
    expect(await world.server.call(getRateVersion, { id }, clerk)).toMatchObject({ status: 403 });
    expect(await world.server.call(addRateCard, { channelId, name: 'X', currency: 'USD' }, clerk)).toMatchObject({
      status: 403,
    });
    const other = (await openWorld(world.server)).main;
    expect((await ok(listRateCards, { channelId }, other)).list).toEqual([]);
    for (const call of [getRateVersion, rateVersionAreas, startRateDraft, startRateDryRun, deleteRateDraft])
      expect(await world.server.call(call, { id }, other)).toMatchObject({ status: 404 });
  });
});
