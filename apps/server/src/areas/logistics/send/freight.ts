import { isDeclared } from '@tradewind/connectors/carriers/customsUnion.ts';
import { findCarrier } from '@tradewind/connectors/carriers/registry.ts';
import { ConnectorError, type Parcel, type RateQuote } from '@tradewind/connectors/types.ts';
import type { LaneDays, Quote } from '@tradewind/contract/logistics.ts';
import type { FreightOffer } from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail, notFound, ruleBroken } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { say } from '../../../core/text/texts.ts';
import { localDay } from '../../company/public.ts';
import { boxSigned, selectedIds, wayRefusals } from '../../orders/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { RESIDENTIAL } from '../address/kept.ts';
import { type Channel, listChannels, sellsSignature } from '../channel/channels.ts';
import { dutyAsker, totalsOf } from '../customs/border-duty.ts';
import { customsFacts } from '../customs/facts.ts';
import { chooseQuote, compareQuotes } from '../parcel/choose.ts';
import {
  addressRead,
  assertPlatforms,
  assertSignature,
  itemsOf,
  linesOfOrder,
  readAddress,
  zoneOf,
} from '../parcel/facts.ts';
import { carrierFail } from '../parcel/problems.ts';
import { sellerOf } from '../parcel/seller.ts';
import { inPatience } from '../patience.ts';
import { cardQuotes } from '../rates/card-quotes.ts';
import { cardsInForce } from '../rates/in-force.ts';
import type { RatedBox } from '../rates/parcel-facts.ts';
import { lanesOfChannels } from '../tracking/lanes.ts';
import { type Measures, measureOrders } from './measure.ts';
import { offerKey, withReasons } from './why-offers.ts';

/** A carrier without an answer after this long gives no rate; the others do not wait. */
const PATIENCE_MS = 12_000;

type Head = {
  id: number;
  displayNo: string;
  channelId: number | null;
  warehouseId: number | null;
  serviceCode: string;
  platformShipping: boolean;
  origin: string;
  shipTo: unknown;
  country: string;
  residential: boolean | null;
  shipBy: Date | null;
  from: unknown;
  timeZone: string;
  battery: boolean;
  signature: boolean;
};

export interface Estimate extends Measures {
  displayNo: string;
  offers: FreightOffer[];
  notOffered: { channelId: number; channelName: string; services: string[] }[];
  silent: { channelId: number; channelName: string; why: Fail }[];
  chosen: { channelId: number; serviceCode: string } | null;
}

/** Rates for an order by every channel. Reports carriers that fail; the others count. */
export async function estimateFreight(app: App, ctx: Ctx, orderId: number): Promise<Estimate> {
  const { order, measures, channels, cards, refusalOf, lanes } = await app.database.inCompany(ctx, async (tx) => {
    const head = await headOf(tx, orderId);
    const usable = (await listChannels(tx)).filter((one) => one.enabled && one.accountEnabled !== false);
    const to = addressRead(head.shipTo);
    const ids = usable.map(({ id }) => id);
    return {
      lanes: to ? await lanesOfChannels(tx, ids, to) : new Map<number, LaneDays>(),
      order: head,
      measures: (await measureOrders(tx, [orderId])).get(orderId) as Measures,
      channels: usable,
      cards: await cardsInForce(
        tx,
        usable.flatMap(({ id, carrier }) => (carrier === 'own' ? id : [])),
      ),
      refusalOf: await wayRefusals(
        tx,
        usable.map(({ id }) => ({ channelId: id, warehouseId: head.warehouseId })),
      ),
    };
  });
  if (order.platformShipping) throw ruleBroken('logistics.platformCarries', { number: order.displayNo });
  const parcel = parcelOf(order, measures);
  const ask = asker(app, ctx, parcel);
  const dutyOf = dutyAsker(app, ctx, (tx, channel) => declaredParcel(tx, orderId, parcel, channel));
  const ofChannel = new Set<string>();
  const estimate: Estimate = {
    ...measures,
    displayNo: order.displayNo,
    offers: [],
    notOffered: [],
    silent: [],
    chosen: chosenOf(order, channels),
  };
  await Promise.all(
    channels.map(async (channel) => {
      try {
        const refused = refusalOf({ channelId: channel.id, warehouseId: order.warehouseId });
        if (refused) throw refused;
        const own = cards.filter((card) => card.channelId === channel.id);
        const lane = lanes.get(channel.id);
        const box = { ...boxOf(order, measures), signature: order.signature || channel.signature };
        const ownPrices = own.length > 0 ? () => cardQuotes(own, box, lane) : undefined;
        const [offers, duty] = await Promise.all([
          offersOf(channel, order, { ask, ownPrices, lane }),
          maySell(channel, order) ? dutyOf(channel) : null,
        ]);
        estimate.offers.push(...offers.map((offer) => ({ ...offer, duty })));
        estimate.notOffered.push(...notOffered(channel, offers));
        const choice = chooseOffer(channel, offers);
        if (choice) ofChannel.add(offerKey(choice));
      } catch (error) {
        estimate.silent.push({ channelId: channel.id, channelName: channel.name, why: failOf(error) });
      }
    }),
  );
  estimate.offers = await app.database.look(ctx, (tx) => withTotals(tx, estimate.offers));
  const worth = await app.database.look(ctx, (tx) => worthOf(tx, estimate.offers));
  estimate.offers.sort((a, b) => worth(a) - worth(b) || (a.transitDays ?? 99) - (b.transitDays ?? 99));
  estimate.offers = withReasons(estimate.offers, { today: localDay(new Date(), order.timeZone), ofChannel });
  return estimate;
}

/** The same for display. */
export async function shownEstimate(app: App, ctx: Ctx, orderId: number) {
  const observed = await app.database.look(ctx, (tx) => selectedIds(tx, { ids: [orderId] }, 1));
  if (observed.length === 0) throw notFound('orders.notFound');
  const { displayNo: _no, offers, silent, ...rest } = await estimateFreight(app, ctx, orderId);
  const cost = maySee(ctx.rights, 'seeCost');
  return {
    id: orderId,
    ...rest,
    offers: cost ? offers : offers.map((offer) => ({ ...offer, amount: null, duty: null, total: null })),
    silent: silent.map(({ why, ...channel }) => ({ ...channel, reason: say(ctx.language, why.code, why.params) })),
  };
}

/** The cheapest rate on time. @throws logistics.noOffer, logistics.noneInTime */
export function cheapestOf(estimate: Estimate): FreightOffer {
  const priced = estimate.offers.filter((offer) => offer.amount !== null);
  const inTime = priced.find((offer) => offer.inTime !== false);
  if (inTime) return inTime;
  // If a carrier may still answer, does not report that none is on time.
  const away = estimate.silent.find(({ why }) => why.status === 503);
  if (away) throw away.why;
  throw ruleBroken(priced.length === 0 ? 'logistics.noOffer' : 'logistics.noneInTime', { number: estimate.displayNo });
}

async function headOf(tx: Tx, orderId: number): Promise<Head> {
  const row = await tx.row<Head>(sql`select s.id, s.display_no, s.channel_id,
      s.warehouse_id,
      s.service_code, s.platform_shipping, s.origin, s.ship_to, s.country, ${RESIDENTIAL} as residential,
      s.ship_by, c.time_zone,
      exists (select from order_goods g join product pr on pr.company_id = g.company_id and pr.id = g.product_id
        where g.company_id = ${sql.company} and g.order_id = s.id and pr.battery) as battery,
      (select w.address from warehouse w where w.company_id = ${sql.company} and w.enabled and w.kind <> 'platform'
       order by w.id = s.warehouse_id desc nulls last, w.is_default desc, w.priority, w.id limit 1) as "from", ${boxSigned(sql`s`)} as signature
    from sales_order s join company c on c.id = s.company_id
    where s.company_id = ${sql.company} and s.id = ${orderId}`);
  if (!row) throw notFound('orders.notFound');
  return row;
}

/** Channels that the duty of is not asked for: they give no rate in any case. */
const maySell = (channel: Channel, { country, signature }: Head): boolean =>
  channel.carrier !== 'platform' && zoneOf(channel, country) && (!signature || sellsSignature(channel.carrier));

/** The parcel with what the order's lines declare, for a channel's duty terms. */
async function declaredParcel(
  tx: Tx,
  orderId: number,
  parcel: Parcel,
  { dutyTerms: terms }: Pick<Channel, 'dutyTerms'>,
) {
  const { from, to } = parcel;
  if (!isDeclared(from.country, to.country)) return null;
  const items = await itemsOf(tx, linesOfOrder(orderId));
  const crossing = { orderId, country: to.country, from: from.country, terms, items };
  const customs = await customsFacts(tx, crossing);
  return { ...parcel, items, ...(customs ? { customs } : {}) };
}

async function withTotals(tx: Tx, offers: readonly FreightOffer[]): Promise<FreightOffer[]> {
  const totals = await totalsOf(
    tx,
    offers.map((offer) => ({ price: offer, duty: offer.duty })),
  );
  return offers.map((offer, at) => ({ ...offer, total: totals[at] ?? null }));
}

/** Sorts rates in several currencies by today's exchange rates, with the duty that the sender pays. */
async function worthOf(tx: Tx, offers: readonly FreightOffer[]): Promise<(offer: FreightOffer) => number> {
  const day = localDay(tx.now, 'UTC');
  const currencies = [...new Set(offers.flatMap(({ amount, currency }) => (amount === null ? [] : [currency])))];
  const desired = currencies.length > 1 ? currencies.map((currency) => ({ currency, day })) : [];
  const rates = await ratesOn(tx, desired);
  return ({ amount, total, currency }) =>
    amount === null
      ? Number.MAX_SAFE_INTEGER
      : new Decimal(total ?? amount).times(rates.get(rateKey(currency, day)) ?? 1).toNumber();
}

function parcelOf(order: Head, measures: Measures): Parcel {
  const to = readAddress(order.shipTo, 'logistics.orderAddress');
  const { weightGrams, lengthMm, widthMm, heightMm, guessedSize } = measures;
  return {
    reference: order.displayNo,
    from: readAddress(order.from, 'logistics.warehouseAddress'),
    to: { ...to, residential: order.residential ?? !to.company },
    weightGrams,
    ...(guessedSize ? {} : { lengthMm, widthMm, heightMm }),
    description: 'Merchandise',
    ...(order.signature ? { signature: true } : {}),
    items: [],
  };
}

function boxOf(order: Head, { weightGrams, guessedSize, ...sides }: Measures): Omit<RatedBox, 'signature'> {
  const { lengthMm, widthMm, heightMm } = guessedSize ? NO_SIDES : sides;
  return { ...order, weightGrams, lengthMm, widthMm, heightMm };
}
const NO_SIDES = { lengthMm: null, widthMm: null, heightMm: null };

function chosenOf({ channelId, serviceCode }: Head, channels: readonly Channel[]) {
  const id = channelId ?? channels.find((one) => one.isDefault)?.id;
  return id === undefined ? null : { channelId: id, serviceCode };
}

/** Channels of one account share one request, and those with a signature another. */
function asker(app: App, ctx: Ctx, parcel: Parcel): (channel: Channel) => Promise<RateQuote[]> {
  const requested = new Map<string, Promise<RateQuote[]>>();
  return ({ carrier, carrierAccountId, ...channel }) => {
    const signature = channel.signature || parcel.signature === true;
    const key = `${carrierAccountId}/${signature}`;
    const known = requested.get(key);
    if (known) return known;
    const seller = sellerOf(app, ctx, { parcelId: 0, reference: parcel.reference, carrier, carrierAccountId });
    const answer = seller
      ? inPatience(seller.rates({ ...parcel, ...(signature ? { signature } : {}) }), PATIENCE_MS)
      : Promise.reject(ruleBroken('logistics.accountNeeded'));
    requested.set(key, answer);
    return answer;
  };
}

interface Sources {
  ask: (channel: Channel) => Promise<RateQuote[]>;
  /** By the rate cards of an own channel, where it has any. */
  ownPrices: (() => Quote[]) | undefined;
  lane: LaneDays | undefined;
}

async function offersOf(channel: Channel, order: Head, { ask, ownPrices, lane }: Sources): Promise<FreightOffer[]> {
  const head = { channelId: channel.id, channelName: channel.name, carrier: channel.carrier, lane: lane ?? null };
  assertPlatforms(channel, order.origin, order.displayNo);
  assertSignature(channel, order.signature, order.displayNo);
  if (channel.carrier === 'platform') throw ruleBroken('logistics.priceLater');
  if (!zoneOf(channel, order.country)) throw ruleBroken('logistics.noZone');
  if (channel.carrier === 'own') return ownPrices ? offered(head, ownPrices()) : [{ ...head, ...UNPRICED }];
  const quotes = compareQuotes(await ask(channel), {
    allowed: channel.serviceCode ? [channel.serviceCode] : channel.allowedServices,
    today: localDay(new Date(), order.timeZone),
    shipByDay: order.shipBy ? localDay(order.shipBy, order.timeZone) : null,
    lane,
  });
  if (quotes.length === 0)
    throw ruleBroken('logistics.noService', { channel: channel.name, service: channel.serviceCode });
  return offered(head, quotes);
}

/** What the channel would buy by its rule. */
function chooseOffer({ serviceCode, chooseBy }: Channel, offers: readonly FreightOffer[]): FreightOffer | undefined {
  const quotes = offers.flatMap(({ amount, ...offer }) =>
    amount === null ? [] : [{ ...offer, amount, listAmount: amount, surcharges: [] }],
  );
  const code = chooseQuote(quotes, { fixed: serviceCode, rule: chooseBy })?.quote.serviceCode;
  return offers.find((offer) => offer.serviceCode === code);
}

/** Services that the channel names and its carrier did not price. */
function notOffered({ id, name, carrier, serviceCode, allowedServices }: Channel, offers: readonly FreightOffer[]) {
  const offered = new Set(offers.map((offer) => offer.serviceCode));
  const missing = serviceCode ? [] : allowedServices.filter((code) => !offered.has(code));
  const names = new Map(findCarrier(carrier)?.services?.map((service) => [service.code, service.name]));
  const services = missing.map((code) => names.get(code) ?? code);
  return services.length > 0 ? [{ channelId: id, channelName: name, services }] : [];
}

const UNPRICED = {
  ...{ serviceCode: '', serviceName: '', amount: null, currency: '' },
  ...{ transitDays: null, arrivesOnDay: null, inTime: null, duty: null, total: null, why: [] },
};
const offered = (
  head: Pick<FreightOffer, 'channelId' | 'channelName' | 'carrier' | 'lane'>,
  quotes: readonly Quote[],
) =>
  quotes.map(
    ({ listAmount: _list, surcharges: _more, ...quote }): FreightOffer => ({
      ...head,
      ...quote,
      duty: null,
      total: null,
      why: [],
    }),
  );

function failOf(error: unknown): Fail {
  if (error instanceof Fail) return error;
  if (error instanceof ConnectorError) return carrierFail(error);
  throw error;
}
