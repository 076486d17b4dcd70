import { ConnectorError, type Parcel } from '@tradewind/connectors/types.ts';
import { type Quote, quote as quoteShape, type ShownQuote } from '@tradewind/contract/logistics.ts';
import { z } from 'zod';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail, ruleBroken } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { localDay } from '../../company/public.ts';
import { checkBefore } from '../address/check.ts';
import type { Channel } from '../channel/channels.ts';
import { dutyAsker, totalsOf } from '../customs/border-duty.ts';
import { cardQuotes } from '../rates/card-quotes.ts';
import { cardsInForce } from '../rates/in-force.ts';
import { lanesOfChannels } from '../tracking/lanes.ts';
import { chooseQuote, compareQuotes } from './choose.ts';
import { addressRead, type BoxFacts, boxOfOutbound, carrierParcel, type Way, wayOf } from './facts.ts';
import { carrierFail, isOrdersFault, readWords, wordsOf } from './problems.ts';
import { saveRefusal } from './save.ts';
import { sellerOf } from './seller.ts';

/** Reuses rates of the last minutes for the same channel and address. */
const FRESH_MS = 10 * 60_000;

const kept = z.array(quoteShape.extend({ at: z.string(), channelId: z.number(), to: z.string() }));

export function readQuotes(stored: unknown): Quote[] | null {
  const read = kept.safeParse(stored);
  if (!read.success) return null;
  return read.data.map(({ at: _at, channelId: _channel, to: _to, ...quote }) => quote);
}

/** What kept prices are for, beside the channel: where to, in how many boxes, and whether an order wants a signature. */
const purposeOf = ({ pieces, signature }: BoxFacts, to: unknown) =>
  JSON.stringify(pieces.length > 0 || signature ? [to, pieces, signature] : to);

/** Gets the carrier's rates for a box and saves them, cheapest first. @throws ConnectorError */
export async function comparePrices(app: App, ctx: Ctx, box: BoxFacts, way: Way, parcel: Parcel): Promise<Quote[]> {
  const { channel } = way;
  const seller = sellerOf(app, ctx, { ...box, ...channel });
  if (!seller) throw ruleBroken('logistics.accountNeeded');
  const to = purposeOf(box, parcel.to);
  const known = kept.safeParse(box.quotes);
  if (known.success && known.data.length > 0) {
    const usable = known.data.every(
      (one) => one.channelId === channel.id && one.to === to && Date.now() - Date.parse(one.at) < FRESH_MS,
    );
    if (usable) return readQuotes(known.data) ?? [];
  }
  const [rates, lanes] = await Promise.all([
    seller.rates(parcel),
    app.database.look(ctx, (tx) => lanesOfChannels(tx, [channel.id], parcel.to)),
  ]);
  const quotes = compareQuotes(rates, {
    allowed: box.returnId === null ? channel.allowedServices : [],
    today: localDay(new Date(), box.timeZone),
    shipByDay: box.shipBy ? localDay(box.shipBy, box.timeZone) : null,
    lane: lanes.get(channel.id),
  });
  await app.database.inCompany(ctx, (tx) => keepQuotes(tx, box, channel.id, to, quotes));
  return quotes;
}

/**
 * The automatic purchase stops where the chosen rate rose too much since it was compared. The old prices stay until a
 * person compares again, which confirms the new ones. @throws logistics.priceRose
 */
export async function assertPriceHolds(app: App, ctx: Ctx, box: BoxFacts, way: Way, parcel: Parcel, chosen: Quote) {
  const { id, name: channel, priceRisePercent: percent } = way.channel;
  const before = kept.safeParse(box.quotes);
  const to = purposeOf(box, parcel.to);
  const quoted = before.data?.find(
    (one) => one.serviceCode === chosen.serviceCode && one.channelId === id && one.to === to,
  );
  if (!quoted || !roseTooMuch(quoted, chosen, percent)) return;
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update parcel set quotes = ${JSON.stringify(before.data)}::jsonb
      where company_id = ${sql.company} and id = ${box.parcelId} and state in ('packed', 'failed')`),
  );
  const money = ({ amount, currency }: Quote) => `${amount} ${currency}`;
  const service = chosen.serviceName;
  throw ruleBroken('logistics.priceRose', { service, quoted: money(quoted), now: money(chosen), channel, percent });
}

type Price = Pick<Quote, 'amount' | 'currency'>;

/** Whether a price rose by more than so many percent. Prices of two currencies are not compared. */
export function roseTooMuch(before: Price, now: Price, percent: number): boolean {
  const most = new Decimal(before.amount).times(100 + percent).div(100);
  return before.currency === now.currency && new Decimal(now.amount).gt(most);
}

async function keepQuotes(tx: Tx, box: BoxFacts, channelId: number, to: string, quotes: readonly Quote[]) {
  const stored = quotes.map((one) => ({ ...one, at: new Date().toISOString(), channelId, to }));
  await tx.rows(sql`update parcel set quotes = ${JSON.stringify(stored)}::jsonb
    where company_id = ${sql.company} and id = ${box.parcelId} and state in ('packed', 'failed')`);
}

/**
 * The prices of a box by the rate cards of its own channel, cheapest first, kept with its parcel; undefined where none is
 * in force. @throws logistics.noZone, logistics.rateNoPrice
 */
export async function ownPrices(
  tx: Tx,
  box: BoxFacts,
  { id: channelId, ...channel }: Pick<Channel, 'id' | 'signature'>,
): Promise<Quote[] | undefined> {
  const cards = await cardsInForce(tx, [channelId]);
  if (cards.length === 0) return undefined;
  const to = addressRead(box.shipTo);
  const lane = to && (await lanesOfChannels(tx, [channelId], to)).get(channelId);
  const quotes = cardQuotes(cards, { ...box, signature: box.signature || channel.signature }, lane);
  await keepQuotes(tx, box, channelId, purposeOf(box, box.shipTo), quotes);
  return quotes;
}

/** By the carrier's account, the platform or own rate cards; undefined where nobody charges for the box. */
export async function pricesOf(app: App, ctx: Ctx, box: BoxFacts, way: Way): Promise<Quote[] | undefined> {
  if (way.channel.carrier === 'own') return app.database.inCompany(ctx, (tx) => ownPrices(tx, box, way.channel));
  const { residential } = await checkBefore(app, ctx, box, way.channel);
  const parcel = await app.database.inCompany(ctx, (tx) => carrierParcel(tx, { ...box, residential }, way.channel));
  return comparePrices(app, ctx, box, way, parcel);
}

export function pricesFor(ctx: Pick<Ctx, 'rights'>, quotes: readonly Quote[]): ShownQuote[] {
  if (maySee(ctx.rights, 'seeCost')) return [...quotes];
  return quotes.map((quote) => ({ ...quote, amount: null, listAmount: null, surcharges: [] }));
}

/** What the rate cards of a carrier's channel say of a box, beside the live rates; none where they do not serve it. */
async function cardsBeside(app: App, ctx: Ctx, box: BoxFacts, way: Way): Promise<Quote[]> {
  if (way.channel.carrier === 'own') return [];
  const cards = await app.database.look(ctx, (tx) => cardsInForce(tx, [way.channel.id]));
  try {
    return cards.length > 0 ? cardQuotes(cards, { ...box, signature: box.signature || way.channel.signature }) : [];
  } catch (error) {
    if (error instanceof Fail) return [];
    throw error;
  }
}

/** The rates that the packer sees before buying a label. */
export async function quoteBox(app: App, ctx: Ctx, request: { outboundId: number; channelId?: number | undefined }) {
  const {
    box,
    way,
    lane = null,
  } = await app.database.inCompany(ctx, async (tx) => {
    const found = await boxOfOutbound(tx, ctx, request.outboundId);
    const chosen = await wayOf(tx, found, request.channelId);
    const to = addressRead(found.shipTo);
    const { id } = chosen.channel;
    return { box: found, way: chosen, lane: to && (await lanesOfChannels(tx, [id], to)).get(id) };
  });
  const { channel } = way;
  const head = {
    parcelId: box.parcelId,
    channelId: channel.id,
    channelName: channel.name,
    carrier: channel.carrier,
    signature: box.signature || channel.signature,
    lane,
  };
  try {
    const { remarks: stored } = await checkBefore(app, ctx, box, channel);
    const remarks = stored.map((words) => readWords(ctx.language, words) ?? words);
    const cost = maySee(ctx.rights, 'seeCost');
    const ask = dutyAsker(app, ctx, (tx) => carrierParcel(tx, box, channel));
    const [quotes, duty] = await Promise.all([pricesOf(app, ctx, box, way), cost ? ask(channel) : null]);
    if (!quotes) return { ...head, remarks, duty, quotes: [], chosen: null, reason: 'own', cards: [] };
    const choice = chooseQuote(quotes, { fixed: channel.serviceCode, rule: channel.chooseBy });
    if (!choice) throw ruleBroken('logistics.noService', { channel: channel.name, service: channel.serviceCode });
    const cards = pricesFor(ctx, await cardsBeside(app, ctx, box, way));
    const { quote, reason } = choice;
    const priced = quotes.map((price) => ({ price, duty }));
    const totals = await app.database.look(ctx, (tx) => totalsOf(tx, priced));
    const shown = pricesFor(ctx, quotes).map((one, at) => ({ ...one, total: totals[at] ?? null }));
    return { ...head, remarks, duty, quotes: shown, chosen: quote.serviceCode, reason, cards };
  } catch (error) {
    await app.database.inCompany(ctx, (tx) => saveRefusal(tx, box, wordsOf(error), isOrdersFault(error)));
    throw error instanceof ConnectorError ? carrierFail(error) : error;
  }
}
