import type { Parcel } from '@tradewind/connectors/types.ts';
import type { BorderDuty, DutyEstimate } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { Fail } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { localDay } from '../../company/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { can } from '../carrier/connect.ts';
import type { Channel } from '../channel/channels.ts';
import { crossingOf, landedOf, ownEstimate } from './estimate.ts';

type Payer = Pick<Channel, 'carrier' | 'carrierAccountId' | 'dutyTerms'>;

/** Duty of a parcel with its customs data, for each channel: one request for each account and its terms. */
export function dutyAsker(app: App, ctx: Ctx, parcelFor: (tx: Tx, channel: Payer) => Promise<Parcel | null>) {
  const requested = new Map<string, Promise<BorderDuty | null>>();
  return (channel: Payer): Promise<BorderDuty | null> => {
    const account = can(app, channel.carrier, 'landedCost') ? channel.carrierAccountId : null;
    const key = `${account}/${channel.dutyTerms}`;
    const known = requested.get(key);
    if (known) return known;
    const answer = borderDuty(app, ctx, { ...channel, carrierAccountId: account }, parcelFor);
    requested.set(key, answer);
    return answer;
  };
}

/** Null where the parcel crosses no border. What its customs data lack stops the label, not the look at the rates. */
async function borderDuty(
  app: App,
  ctx: Ctx,
  channel: Payer,
  parcelFor: (tx: Tx, channel: Payer) => Promise<Parcel | null>,
): Promise<BorderDuty | null> {
  const { dutyTerms: terms, carrierAccountId: accountId } = channel;
  const declared = app.database.look(ctx, async (tx) => {
    const parcel = await parcelFor(tx, channel);
    return { sent: parcel, own: parcel?.customs ? await ownEstimate(tx, crossingOf(parcel)) : null };
  });
  const { sent, own } = await declared.catch((error: unknown) => {
    if (error instanceof Fail) return { sent: undefined, own: null };
    throw error;
  });
  if (sent === undefined) return { terms, ...byRates(null) };
  if (!sent?.customs) return null;
  const { landed } = accountId === null ? { landed: null } : await landedOf(app, ctx, accountId, sent);
  if (landed) {
    const amount = new Decimal(landed.duty).plus(landed.vat).plus(landed.fees).toFixed(2);
    return { terms, by: 'carrier', amount, currency: landed.currency, partial: false };
  }
  return { terms, ...byRates(own) };
}

function byRates(own: DutyEstimate | null): Omit<BorderDuty, 'terms'> {
  const unrated = own?.lines.filter((line) => line.rateId === null).length ?? 0;
  if (!own || unrated === own.lines.length) return { by: 'none', amount: null, currency: '', partial: false };
  return { by: 'rates', amount: own.total, currency: own.currency, partial: unrated > 0 };
}

type Priced = { amount: string | null; currency: string };

/** What the sender pays in all; null where it pays no duty, or that is unknown. Currencies by the rates of today. */
export async function totalsOf(tx: Tx, rows: readonly { price: Priced; duty: BorderDuty | null }[]) {
  const paid = rows.map(({ price, duty }) =>
    price.amount !== null && duty?.terms === 'DDP' && duty.amount !== null
      ? { freight: price.amount, currency: price.currency, duty: duty.amount, from: duty.currency }
      : null,
  );
  const others = paid.flatMap((one) => (one && one.currency !== one.from ? [one.currency, one.from] : []));
  const day = localDay(tx.now, 'UTC');
  const rates = await knownRates(tx, [...new Set(others)], day);
  return paid.map((one) => {
    if (!one) return null;
    if (one.currency === one.from) return new Decimal(one.freight).plus(one.duty).toFixed(2);
    const [from, to] = [rates?.get(rateKey(one.from, day)), rates?.get(rateKey(one.currency, day))];
    return from && to ? new Decimal(one.duty).times(from).div(to).plus(one.freight).toFixed(2) : null;
  });
}

async function knownRates(tx: Tx, currencies: readonly string[], day: string) {
  try {
    return await ratesOn(
      tx,
      currencies.map((currency) => ({ currency, day })),
    );
  } catch (error) {
    if (error instanceof Fail && error.code === 'settings.noRate') return undefined;
    throw error;
  }
}
