import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { Quote } from '@tradewind/contract/logistics.ts';
import type { StopReason } from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { badField, conflict, Fail, ruleBroken } from '../../../core/errors.ts';
import { FilesAway } from '../../../core/files.ts';
import { checkBefore } from '../address/check.ts';
import { trackingUrl } from '../carrier/connect.ts';
import { type ChoiceReason, chooseQuote } from './choose.ts';
import { type BoxFacts, boxOfOutbound, carrierParcel, type Way, wayOf } from './facts.ts';
import { warmUp } from './label-page.ts';
import type { SoldLabel } from './label-seller.ts';
import { keepPieces } from './pieces.ts';
import { carrierFail, isNumberReused, isOrdersFault, wordsOf } from './problems.ts';
import { assertPriceHolds, comparePrices, ownPrices, roseTooMuch } from './quote.ts';
import { lostBefore, settlePurchase } from './recover.ts';
import { savePurchase, saveRefusal } from './save.ts';
import { sellerOf } from './seller.ts';

export interface LabelRequest {
  outboundId: number;
  serviceCode?: string | undefined;
  channelId?: number | undefined;
  /** Own delivery. */
  trackingNumber?: string | undefined;
}

/** Statuses in which a label may be bought before packing. */
const UNPACKED = new Set(['waiting', 'picking', 'picked']);
export const BOUGHT = new Set(['labelled', 'shipped', 'delivered']);
const STAYS: Record<StopReason, string> = {
  buyer: 'logistics.stopped',
  platform: 'logistics.heldByPlatform',
  recall: 'logistics.recalled',
  left: 'warehouse.alreadyShipped',
};

/**
 * Buys the label of a packed box exactly once. Commits the start before calling the carrier and the result after it; if
 * the process dies in between, looks up the purchase by our reference. Repeated calls return the parcel that has its
 * label. An error that the caller `retries` is not saved: nothing has failed yet. @returns the parcel's id
 */
export async function buyLabel(
  app: App,
  ctx: Ctx,
  request: LabelRequest,
  retries: (error: unknown) => boolean = () => false,
): Promise<number> {
  const box = await ready(app, ctx, request.outboundId);
  if (BOUGHT.has(box.state)) return box.parcelId;
  const buy = async () => {
    const way = await app.database.inCompany(ctx, (tx) => wayOf(tx, box, request.channelId));
    if (way.channel.carrier === 'own') return labelOwn(app, ctx, box, way, request);
    return buyFrom(app, ctx, box, { way, desired: request.serviceCode });
  };
  return refusalSaved(app, ctx, box, buy, retries);
}

/** Saves why a purchase failed, unless the caller tries again by itself. */
export async function refusalSaved(
  app: App,
  ctx: Ctx,
  box: BoxFacts,
  buy: () => Promise<number>,
  retries: (error: unknown) => boolean = () => false,
): Promise<number> {
  try {
    return await buy();
  } catch (error) {
    const fail = error instanceof ConnectorError ? carrierFail(error) : error;
    if (!(error instanceof Fail && error.status === 409)) {
      const words = retries(fail) ? null : wordsOf(error);
      await app.database.inCompany(ctx, (tx) => saveRefusal(tx, box, words, isOrdersFault(error)));
    }
    throw fail;
  }
}

/** The box, after cleaning up an earlier attempt. @throws while another attempt or a void is in progress */
export async function settled(app: App, ctx: Ctx, load: () => Promise<BoxFacts>): Promise<BoxFacts> {
  let box = await load();
  const lost = box.state === 'buying' && box.stateAt < lostBefore(app);
  if (box.state === 'uncertain' || lost) {
    await settlePurchase(app, ctx, box.parcelId);
    box = await load();
  }
  if (BOUGHT.has(box.state)) return box;
  if (box.state !== 'packed' && box.state !== 'failed')
    throw conflict(box.state === 'voiding' ? 'logistics.voiding' : 'logistics.buying', { number: box.outboundNo });
  return box;
}

/** @throws when no label can be bought for the box now */
async function ready(app: App, ctx: Ctx, outboundId: number): Promise<BoxFacts> {
  const box = await settled(app, ctx, () => app.database.inCompany(ctx, (tx) => boxOfOutbound(tx, ctx, outboundId)));
  if (BOUGHT.has(box.state)) return box;
  if (box.stopReason) throw conflict(STAYS[box.stopReason], { number: box.outboundNo });
  if (box.outboundState !== 'packed' && !(box.estimated && UNPACKED.has(box.outboundState ?? '')))
    throw conflict('logistics.notPacked', { number: box.outboundNo });
  return box;
}

interface Order {
  way: Way;
  desired: string | undefined;
  /** Of a return: its goods. */
  lines?: Sql;
}

export async function buyFrom(app: App, ctx: Ctx, box: BoxFacts, { way, desired, lines }: Order): Promise<number> {
  const { carrier, carrierAccountId } = way.channel;
  const seller = sellerOf(app, ctx, { ...box, carrier, carrierAccountId });
  if (!seller) throw ruleBroken('logistics.accountNeeded');
  const { residential, remarks } = await checkBefore(app, ctx, box, way.channel);
  const parcel = await app.database.inCompany(ctx, (tx) =>
    carrierParcel(tx, { ...box, residential }, way.channel, lines),
  );
  const quotes = await comparePrices(app, ctx, box, way, parcel);
  const choice = choiceFor(box, way, quotes, desired);
  await assertPriceHolds(app, ctx, box, way, parcel, choice.quote);
  const attempt = await app.database.inCompany(ctx, (tx) => claim(tx, box, way.channel, choice.quote));
  if (attempt === undefined) throw conflict('logistics.buying', { number: box.outboundNo });
  box.attempts = attempt;
  warmUp();
  let bought: SoldLabel | undefined;
  try {
    bought = await seller.buy(parcel, choice.quote.serviceCode);
    await keep(app, ctx, { box, way, quotes, ...choice, bought, remarks });
    return box.parcelId;
  } catch (error) {
    if (!bought && certainlyNotBought(error)) throw error;
    if (isNumberReused(error)) throw error;
    return lost(app, ctx, box, error);
  }
}

/**
 * The rate at which a box is bought. The service chosen for the order counts while its channel still offers it.
 * @throws logistics.noService
 */
export function choiceFor(box: BoxFacts, way: Way, quotes: readonly Quote[], desired?: string) {
  const ordered = way.decidedBy === 'order' && quotes.some((one) => one.serviceCode === box.orderServiceCode);
  const choice = chooseQuote(quotes, {
    wanted: desired || (ordered ? box.orderServiceCode : undefined),
    // The services of a channel are those of the way out.
    fixed: box.returnId === null ? way.channel.serviceCode : '',
    rule: way.channel.chooseBy,
  });
  if (!choice) throw ruleBroken('logistics.noService', { channel: way.channel.name, service: desired ?? '' });
  return choice;
}

/** Only clear refusals, by the carrier or the connection. Any other failure may have happened after the purchase. */
function certainlyNotBought(error: unknown): boolean {
  return error instanceof Fail || (error instanceof ConnectorError && error.kind !== 'uncertain');
}

interface By {
  id: number | null;
  carrier: string;
  carrierAccountId: number | null;
}

/** The purchase may happen from here on. @returns the attempt number, or undefined when the box is not free */
async function claim(tx: Tx, box: BoxFacts, by: By, quote: Quote): Promise<number | undefined> {
  const row = await tx.row<{ attempts: number }>(sql`update parcel p set state = 'buying', state_at = ${tx.now},
      attempts = p.attempts + 1, last_error = null, channel_id = ${by.id}, carrier = ${by.carrier},
      carrier_account_id = ${by.carrierAccountId}, service_code = ${quote.serviceCode},
      service_name = ${quote.serviceName}
    where p.company_id = ${sql.company} and p.id = ${box.parcelId} and p.state in ('packed', 'failed')
      and (p.return_id is not null or exists (select from outbound o
        where o.company_id = ${sql.company} and o.id = p.outbound_id and not o.stop_requested
          and (o.state = 'packed' or (p.estimated and o.state in ('waiting', 'picking', 'picked')))))
    returning p.attempts`);
  return row?.attempts;
}

interface Decision extends Choice {
  way: Way;
  /** What was paid, if the seller says it, and what it was to be where that differs. */
  cost: string | undefined;
  quoted?: string | undefined;
}
interface Deal extends Choice {
  box: BoxFacts;
  way: Way;
  bought: SoldLabel;
  /** Of the address, beside what the carrier remarks. */
  remarks: string[];
}

async function keep(app: App, ctx: Ctx, deal: Deal): Promise<void> {
  const { box, way, quote, bought } = deal;
  const { label, customsForms } = bought;
  const rawFile = await app.files.put(ctx.companyId, `label.${label.format}`, label.data);
  const pieces = await keepPieces(app, ctx, box, bought);
  const customsFile = customsForms ? await app.files.put(ctx.companyId, 'customs.pdf', customsForms) : null;
  await app.database.inCompany(ctx, (tx) =>
    savePurchase(tx, {
      parcelId: box.parcelId,
      attempt: box.attempts,
      orderId: box.orderId,
      outboundId: box.outboundId,
      returnId: box.returnId,
      carrier: way.channel.carrier,
      accountId: way.channel.carrierAccountId,
      channelName: way.channel.name,
      platformCarrierCode: way.channel.platformCarrierCode,
      carrierName: bought.carrierName,
      serviceName: quote.serviceName,
      shipmentId: bought.shipmentId,
      trackingNumber: bought.trackingNumber,
      trackingUrl: trackingUrl(app, way.channel.carrier, bought.trackingNumber),
      amount: bought.currency ? bought.amount : null,
      currency: bought.currency || null,
      quotedCost: roseTooMuch(quote, bought, way.channel.priceRisePercent) ? quote.amount : null,
      rawFile,
      labelFile: null,
      customsFile,
      pieces,
      remarks: [...deal.remarks, ...(bought.remarks ?? [])],
      decision: decisionOf({
        ...deal,
        cost: bought.currency ? `${bought.amount} ${bought.currency}` : undefined,
        quoted: quote.currency ? `${quote.amount} ${quote.currency}` : undefined,
      }),
      event: 'labelBought',
    }),
  );
}

/** Why this channel and service, for the order's history. */
function decisionOf({ way, quotes, quote, reason, cost, quoted }: Decision): Record<string, unknown> {
  const dearest = quotes.at(-1);
  return {
    channel: way.channel.name,
    channelBy: way.decidedBy,
    service: quote.serviceName,
    serviceBy: reason,
    ...(cost ? { cost } : {}),
    ...(cost && quoted && quoted !== cost ? { quoted } : {}),
    compared: quotes.length,
    ...(dearest && dearest !== quote
      ? { dearest: `${dearest.amount} ${dearest.currency} ${dearest.serviceName}` }
      : {}),
    ...(quote.arrivesOnDay ? { arrivesOnDay: quote.arrivesOnDay } : {}),
    ...(quote.inTime === false ? { late: true } : {}),
  };
}

/** Own delivery: no purchase; the number is the typed one, if any, and rate cards of the channel say the price. */
async function labelOwn(app: App, ctx: Ctx, box: BoxFacts, way: Way, request: LabelRequest): Promise<number> {
  const { name, platformCarrierCode } = way.channel;
  const { trackingNumber = '', serviceCode } = request;
  await app.database.inCompany(ctx, async (tx) => {
    const price = await ownPrice(tx, box, way, serviceCode);
    await saveOwn(tx, box, { way, name, platformCarrierCode, trackingNumber, price });
  });
  return box.parcelId;
}

/** The compared prices, and the one that was chosen. */
export interface Choice {
  quotes: readonly Quote[];
  quote: Quote;
  reason: ChoiceReason;
}

/** By the rate cards of an own channel; undefined where none is in force. @throws logistics.noZone, logistics.rateNoPrice */
export async function ownPrice(tx: Tx, box: BoxFacts, way: Way, desired?: string): Promise<Choice | undefined> {
  const quotes = await ownPrices(tx, box, way.channel);
  return quotes && { quotes, ...choiceFor(box, way, quotes, desired) };
}

export interface OwnDelivery {
  /** Undefined where only the carrier's name is known. */
  way: Way | undefined;
  name: string;
  platformCarrierCode: string;
  trackingNumber: string;
  price: Choice | undefined;
}

/** Saves the typed details of a box that is handed over without a bought label. */
export async function saveOwn(tx: Tx, box: BoxFacts, own: OwnDelivery): Promise<void> {
  const { way, name, platformCarrierCode, trackingNumber, price } = own;
  await assertNumberFree(tx, trackingNumber);
  const quote = { ...(price?.quote ?? EMPTY_QUOTE), serviceName: name };
  const attempt = await claim(tx, box, { id: way?.channel.id ?? null, carrier: 'own', carrierAccountId: null }, quote);
  if (attempt === undefined) throw conflict('logistics.buying', { number: box.outboundNo });
  await savePurchase(tx, {
    parcelId: box.parcelId,
    attempt,
    orderId: box.orderId,
    outboundId: box.outboundId,
    carrier: 'own',
    accountId: null,
    channelName: name,
    platformCarrierCode,
    serviceName: name,
    shipmentId: null,
    trackingNumber,
    trackingUrl: null,
    amount: price?.quote.amount ?? null,
    currency: price?.quote.currency ?? null,
    rawFile: null,
    labelFile: null,
    customsFile: null,
    pieces: box.pieces.map(({ pieceNo }) => ({
      ...{ parcelId: box.parcelId, pieceNo, shipmentId: null, rawFile: null },
      trackingNumber: `${trackingNumber || box.reference}-${pieceNo}`,
    })),
    decision: ownDecision(own),
    event: 'labelOwn',
  });
}

function ownDecision({ way, name, price }: OwnDelivery): Record<string, unknown> {
  if (!way || !price) return { channel: name, channelBy: way?.decidedBy ?? 'hand' };
  const { quote } = price;
  return decisionOf({ ...price, way, cost: `${quote.amount} ${quote.currency}` });
}

/** A tracking number belongs to one parcel, also when typed. */
export async function assertNumberFree(tx: Tx, trackingNumber: string): Promise<void> {
  if (!trackingNumber) return;
  const taken = await tx.row<{ orderNo: string }>(sql`select order_no from parcel
    where company_id = ${sql.company} and tracking_number = ${trackingNumber} limit 1`);
  if (taken) throw badField('trackingNumber', 'logistics.numberTaken', { number: taken.orderNo });
}

const EMPTY_QUOTE: Quote = {
  serviceCode: '',
  serviceName: '',
  amount: '0',
  listAmount: '0',
  currency: '',
  transitDays: null,
  arrivesOnDay: null,
  inTime: null,
  surcharges: [],
};

/** A database that restarts, or lost its connections, is back within seconds. */
const PAUSES_MS = [500, 2_000];

async function patiently<T>(work: () => Promise<T>, note: (failure: unknown) => void): Promise<T | 'unknown'> {
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      return await work();
    } catch (failure) {
      note(failure);
      if (pause !== undefined) await sleep(pause);
    }
  }
  return 'unknown';
}

/**
 * Unknown whether the carrier sold the label. Checks at once; if the carrier cannot tell, a job keeps checking. No
 * other label is bought until then, also where nothing can be written now: the box stays in purchase until it is found
 * to be stale.
 */
async function lost(app: App, ctx: Ctx, box: BoxFacts, error: unknown): Promise<number> {
  const { parcelId, attempts, outboundNo: number } = box;
  app.log.warn({ error, parcelId }, 'label purchase: answer lost');
  const settled = async () => {
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update parcel set state = 'uncertain', state_at = ${tx.now}
        where company_id = ${sql.company} and id = ${parcelId} and attempts = ${attempts} and state = 'buying'`),
    );
    return settlePurchase(app, ctx, parcelId);
  };
  const outcome = await patiently(settled, (failure) =>
    app.log.warn({ error: failure, parcelId }, 'label purchase: not settled'),
  );
  if (outcome === 'found') return parcelId;
  if (outcome === 'free') throw conflict('logistics.notBought', { number });
  throw conflict(error instanceof FilesAway ? 'logistics.labelNotKept' : 'logistics.purchaseUncertain', { number });
}
