import { rights } from '@tradewind/contract/access/modules.ts';
import { listChannels, quoteParcel, quoteRateCards, saveChannel } from '@tradewind/contract/logistics.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld } from '../orders/orders.testing.ts';
import { exampleCard } from './rates/book-write.ts';
import { flatCard } from './testing/cards.ts';
import { type LogisticsWorld, openLogistics } from './testing/world.ts';

let world: LogisticsWorld;
let main: LogisticsWorld['world']['main'];
beforeAll(async () => {
  world = await openLogistics();
  main = world.world.main;
});
afterAll(() => world.close());

const ok: LogisticsWorld['server']['ok'] = (call, input, as = main) => world.server.ok(call, input, as);
const channel = async (name: string, more: object = {}) =>
  (await ok(saveChannel, { channel: { name, carrier: 'own', platformCarrierCode: name, ...more } })).id;

const card = (channelId: number, firstPrice: string, country = 'US', more: object = {}) =>
  flatCard(ok, world.world, channelId, firstPrice, country, more);

const parcel = { country: 'US', weightGrams: 500, lengthMm: 300, widthMm: 200, heightMm: 100 };

describe('quotes by own rate cards', () => {
  it('are of all enabled channels, the lowest price first, and say why one has none', async () => {
    const [dear, cheap] = [await channel('Dear'), await channel('Cheap')];
    await card(dear, '9.5');
    await card(cheap, '10');
    await card(cheap, '4');
    await card(await channel('Far'), '1', 'DE');
    await channel('Bare');
    await channel('Only Germany', { countries: ['DE'] });
    await card(await channel('Off', { enabled: false }), '1');

    const { list } = await ok(quoteRateCards, parcel);
    const own = list.filter((one) => one.carrier === 'own');
    expect(own.map((one) => [one.channelName, one.rating?.total ?? one.refusal])).toEqual([
      ['Cheap', '4.00'],
      ['Dear', '9.50'],
      ['Cheap', '10.00'],
      ['Bare', 'noCard'],
      ['Far', 'noZone'],
      ['Only Germany', 'noCountry'],
    ]);
    expect(own[0]?.rating).toMatchObject({ volumeWeight: '1.200', parts: [{ code: 'freight', amount: '4.00' }] });
    const heavy = await ok(quoteRateCards, { ...parcel, weightGrams: 31_000 });
    expect(heavy.list.find((one) => one.channelName === 'Dear')).toMatchObject({ rating: null, refusal: 'noPrice' });
  });

  it('are for those who may see rate cards and costs, of their own company', async () => {
    const stranger = await openWorld(world.server, { products: 1 });
    expect((await ok(quoteRateCards, parcel, stranger.main)).list).toEqual([]);
    const ask = (as?: Parameters<typeof ok>[2]) => world.server.call(quoteRateCards, parcel, as);
    expect((await ask()).status).toBe(401);
    expect((await ask(await world.server.member(main.companyId))).status).toBe(403);
    const quoting = await world.server.member(main.companyId, [rights.rateCard.view, rights.rateCard.quote]);
    const blind = await ask(quoting);
    expect([blind.status, blind.msg]).toEqual([403, expect.stringContaining('成本')]);
  });
});

describe('the rates of a box of a carrier’s channel', () => {
  it('stand beside the price of its own card, and are chosen by the channel’s rule', async () => {
    const { channelId } = world;
    await card(channelId, '6.66');
    const { outboundId } = await world.packed('BESIDE-1');
    const quote = () => ok(quoteParcel, { outboundId, channelId });
    const before = await quote();
    expect(before).toMatchObject({ reason: 'cheapest', chosen: before.quotes[0]?.serviceCode });
    expect(before.cards.map((one) => [one.serviceName, one.amount])).toEqual([['6.66', '6.66']]);

    const { list } = await ok(listChannels, {});
    const row = list.find((one) => one.id === channelId);
    if (!row) throw new Error('no channel');
    const { id, version, name, carrierAccountId, allowedServices, platformCarrierCode } = row;
    const kept = { id, version, name, carrierAccountId, allowedServices, platformCarrierCode };
    await ok(saveChannel, { channel: { ...kept, carrier: 'ups', chooseBy: 'promise' } });
    const after = await quote();
    const days = after.quotes.flatMap((one) => one.arrivesOnDay ?? []).sort();
    const chosen = after.quotes.find((one) => one.serviceCode === after.chosen);
    expect([after.reason, chosen?.arrivesOnDay]).toEqual(['fastest', days[0]]);
  });
});

describe('surcharges', () => {
  const surcharge = (code: string, when: object) => ({ ...exampleCard().surcharges[0], code, amount: '3', when });
  const extras = {
    surcharges: [surcharge('far', { remote: ['extended'] }), surcharge('signed', { signature: true })],
    remote: [{ kind: 'extended', country: 'US', prefix: '996', from: '', to: '', city: '' }],
  };
  const totals = async (input: object, name: string) =>
    (await ok(quoteRateCards, { ...parcel, ...input } as never)).list.find((one) => one.channelName === name)?.rating
      ?.total;

  it('of remote areas are charged where the card lists the postcode', async () => {
    await card(await channel('Remote'), '5', 'US', extras);
    expect(await totals({ postcode: '99612' }, 'Remote')).toBe('8.00');
    expect(await totals({ postcode: '30005' }, 'Remote')).toBe('5.00');
    expect(await totals({ postcode: '99612', signature: true }, 'Remote')).toBe('11.00');
  });

  it('of signatures are charged on channels that deliver against one, of carriers that can', async () => {
    await card(await channel('Signed', { signature: true }), '5', 'US', extras);
    expect(await totals({ postcode: '30005' }, 'Signed')).toBe('8.00');
    const { data } = await world.server.call(
      saveChannel,
      { channel: { name: 'No', carrier: 'yanwen', platformCarrierCode: 'Y', signature: true } },
      main,
    );
    expect((data as unknown as { fields: { path: string }[] }).fields[0]?.path).toBe('channel.signature');
  });
});
