import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { trackingUrl } from '../carrier/connect.ts';
import { channelById } from '../channel/channels.ts';
import { requestStrayCheck, requestVoid, SETTLE_JOB, STRAY_CHECK_JOB } from '../jobs.ts';
import { type BoxFacts, boxById } from './facts.ts';
import type { LabelSeller } from './label-seller.ts';
import { keepPieces } from './pieces.ts';
import { isNumberReused, wordsOf } from './problems.ts';
import { readQuotes, roseTooMuch } from './quote.ts';
import { historyDoc, savePurchase, saveRefusal, voidStray } from './save.ts';
import { sellerOf } from './seller.ts';

/** No carrier call lasts this long: an older purchase in progress has lost its process. */
const STALE_MS = 60_000;
/** A carrier may still be at work for a process that died. It has booked the label by then. */
const SETTLED_MS = 10_000;

/** A purchase or void in progress since before this instant has lost its process. */
export function lostBefore(app: Pick<App, 'aloneSince'>, now = new Date()): Date {
  const stale = now.getTime() - STALE_MS;
  const earlier = Math.min(app.aloneSince?.getTime() ?? 0, now.getTime() - SETTLED_MS);
  return new Date(Math.max(stale, earlier));
}

const PURCHASES_AT_MOST = 5;

/**
 * Looks up a purchase whose answer was lost, before another label may be bought: uses the label found under our
 * reference and voids any others. Without one the box is free again; a later check repeats the lookup, since a carrier
 * may list a purchase late.
 */
export async function settlePurchase(
  app: App,
  ctx: Ctx,
  parcelId: number,
): Promise<'found' | 'free' | 'unknown' | 'nothingToDo'> {
  const box = await app.database.inCompany(ctx, (tx) => claimUncertain(tx, parcelId, lostBefore(app, tx.now)));
  const seller = box && sellerOf(app, ctx, box);
  if (!box || !seller) return 'nothingToDo';
  let labels: Found[];
  try {
    labels = await findAll(seller, []);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    await app.database.inCompany(ctx, (tx) => keepAsking(tx, box, error));
    return 'unknown';
  }
  const [label, ...more] = labels;
  if (!label) {
    await app.database.inCompany(ctx, (tx) => free(tx, box));
    return 'free';
  }
  try {
    await adopt(app, ctx, box, label, more);
  } catch (error) {
    if (!isNumberReused(error)) throw error;
    await app.database.inCompany(ctx, (tx) => refuse(tx, box, wordsOf(error)));
    throw error;
  }
  return 'found';
}

async function claimUncertain(tx: Tx, parcelId: number, before: Date): Promise<BoxFacts | undefined> {
  const claimed = await tx.row(sql`update parcel set state = 'uncertain', state_at = ${tx.now}
    where company_id = ${sql.company} and id = ${parcelId} and (state = 'uncertain'
      or (state = 'buying' and state_at < ${before})) returning id`);
  return claimed ? boxById(tx, parcelId) : undefined;
}

type Found = NonNullable<Awaited<ReturnType<LabelSeller['find']>>>;

/** All valid purchases for a box, without those `known`. */
async function findAll(seller: LabelSeller, known: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  while (found.length < PURCHASES_AT_MOST) {
    const except = [...known, ...found.map((one) => one.trackingNumber)];
    const next = await seller.find(except);
    if (!next || except.includes(next.trackingNumber)) break;
    found.push(next);
  }
  return found;
}

async function keepAsking(tx: Tx, box: BoxFacts, error: ConnectorError): Promise<void> {
  const runAt = new Date(tx.now.getTime() + (error.retryAfterMs ?? 20_000));
  await tx.rows(sql`update parcel set last_error = ${wordsOf(error)} where company_id = ${sql.company}
    and id = ${box.parcelId} and state = 'uncertain'`);
  await addJob(tx, SETTLE_JOB, { parcelId: box.parcelId }, { key: `settle:${box.parcelId}`, runAt });
}

async function free(tx: Tx, box: BoxFacts): Promise<void> {
  const freed =
    await tx.row(sql`update parcel set state = case when ${box.outboundState} = 'cancelled' then 'voided' else 'packed' end,
      state_at = ${tx.now}, last_error = null
    where company_id = ${sql.company} and id = ${box.parcelId} and state = 'uncertain' and attempts = ${box.attempts} returning id`);
  if (!freed) return;
  writeHistory(tx, [
    {
      ...historyDoc(box),
      event: 'labelNotBought',
      detail: { parcelId: box.parcelId, reference: box.reference },
    },
  ]);
  await requestStrayCheck(tx, box.parcelId);
}

async function refuse(tx: Tx, box: BoxFacts, words: string): Promise<void> {
  await tx.rows(sql`update parcel set state = 'buying' where company_id = ${sql.company} and id = ${box.parcelId}
    and state = 'uncertain' and attempts = ${box.attempts}`);
  await saveRefusal(tx, box, words, true);
}

async function adopt(app: App, ctx: Ctx, box: BoxFacts, label: Found, more: readonly Found[]): Promise<void> {
  const rawFile = await app.files.put(ctx.companyId, `label.${label.label.format}`, label.label.data);
  const pieces = await keepPieces(app, ctx, box, label);
  const customsFile = label.customsForms ? await app.files.put(ctx.companyId, 'customs.pdf', label.customsForms) : null;
  // The carrier does not always repeat the price: then uses the quoted one.
  const quoted = readQuotes(box.quotes)?.find((one) => one.serviceCode === box.serviceCode);
  await app.database.inCompany(ctx, async (tx) => {
    const channel = box.parcelChannelId === null ? undefined : await channelById(tx, box.parcelChannelId);
    const { amount, currency } = label;
    const dearer =
      quoted && channel && amount && currency && roseTooMuch(quoted, { amount, currency }, channel.priceRisePercent);
    await savePurchase(tx, {
      parcelId: box.parcelId,
      attempt: box.attempts,
      orderId: box.orderId,
      outboundId: box.outboundId,
      returnId: box.returnId,
      carrier: box.carrier,
      accountId: box.carrierAccountId,
      channelName: channel?.name ?? '',
      platformCarrierCode: channel?.platformCarrierCode ?? 'UPS',
      carrierName: label.carrierName,
      serviceName: box.serviceName,
      shipmentId: label.shipmentId,
      trackingNumber: label.trackingNumber,
      trackingUrl: trackingUrl(app, box.carrier, label.trackingNumber),
      amount: label.currency === '' ? null : (label.amount ?? quoted?.amount ?? null),
      currency: label.currency || quoted?.currency || null,
      quotedCost: dearer ? quoted.amount : null,
      rawFile,
      labelFile: null,
      customsFile,
      pieces,
      decision: {
        channel: channel?.name ?? '',
        service: box.serviceName,
        reference: box.reference,
        purchases: 1 + more.length,
        cost: label.amount ? `${label.amount} ${label.currency}` : quoted ? `${quoted.amount} ${quoted.currency}` : '',
      },
      event: 'labelFound',
    });
    for (const extra of more) await voidAll(tx, box, extra);
  });
}

/** With the boxes that the carrier sold by themselves. */
async function voidAll(tx: Tx, box: BoxFacts, { further = [], ...label }: Found): Promise<void> {
  await voidStray(tx, strayOf(box, label));
  for (const { shipmentId, trackingNumber } of further)
    if (shipmentId !== undefined) await voidStray(tx, strayOf(box, { shipmentId, trackingNumber }));
}

function strayOf(box: BoxFacts, label: Pick<Found, 'shipmentId' | 'trackingNumber'>) {
  return {
    parcelId: box.parcelId,
    orderId: box.orderId,
    returnId: box.returnId,
    carrier: box.carrier,
    accountId: box.carrierAccountId,
    shipmentId: label.shipmentId,
    trackingNumber: label.trackingNumber,
  };
}

defineJob(SETTLE_JOB.name, ['核实未确认的面单', 'Check an unconfirmed label'], (app, ctx, job: { parcelId: number }) =>
  settlePurchase(app, ctx, job.parcelId).then(() => {}),
);

defineJob(STRAY_CHECK_JOB.name, ['检查重复面单', 'Check for duplicate labels'], strayCheck);

/** Voids labels under a box's reference, except the one that it uses. */
async function strayCheck(app: App, ctx: Ctx, { parcelId, round }: { parcelId: number; round: number }): Promise<void> {
  const observed = await app.database.inCompany(ctx, async (tx) => {
    const box = await boxById(tx, parcelId);
    const own = await tx.row<{ trackingNumber: string | null }>(
      sql`select tracking_number from parcel where company_id = ${sql.company} and id = ${parcelId}`,
    );
    return { box, own: own?.trackingNumber ?? null };
  });
  const { box, own } = observed;
  const seller = box && sellerOf(app, ctx, box);
  if (!box || !seller || box.state === 'buying' || box.state === 'uncertain')
    return app.database.inCompany(ctx, (tx) => requestStrayCheck(tx, parcelId, round));
  const known = [...(own ? [own] : []), ...box.pieces.flatMap((piece) => piece.trackingNumber ?? [])];
  const extra: Found[] = [];
  for (const one of seller.each ?? [seller]) extra.push(...(await findAll(one, known)));
  await app.database.inCompany(ctx, async (tx) => {
    // Another purchase may have begun meanwhile: what was found may be its label.
    const same = await tx.row(sql`select 1 from parcel where company_id = ${sql.company} and id = ${parcelId}
      and attempts = ${box.attempts} and state = ${box.state} for update`);
    if (!same) return requestStrayCheck(tx, parcelId, round);
    for (const label of extra) await voidAll(tx, box, label);
    await requestStrayCheck(tx, parcelId, round + 1);
  });
}

/** Purchases and voids whose process died. */
export async function settleLost(app: App): Promise<void> {
  const lost = await app.database.asOwner<{ companyId: number; id: number; state: string }>(
    sql`select company_id, id, state from parcel where state = 'uncertain'
       or (state in ('buying', 'voiding') and state_at < ${lostBefore(app)}) order by id limit 500`,
  );
  for (const { companyId, id, state } of lost) {
    const ctx = systemContext(companyId, 'logistics.settleLost');
    if (state === 'voiding') await app.database.inCompany(ctx, (tx) => requestVoid(tx, id, 'lost'));
    else await settlePurchase(app, ctx, id).catch((error) => app.log.warn({ error, parcelId: id }, 'settle purchase'));
  }
}

defineSchedule({ name: 'logistics.settleLost', cron: '* * * * *', work: settleLost });
