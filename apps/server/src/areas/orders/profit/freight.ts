import type { Tx } from '../../../core/database/database.ts';
import { type ChannelPast, channelsRequested } from '../hooks.ts';
import { BANDS, bandOf } from '../rules/targets.ts';

/** 90-day averages change slowly, and orders come in by the hundred. */
const KEEP_MS = 10 * 60_000;
const AT_MOST = 500;

interface Kept {
  until: number;
  channels: readonly ChannelPast[];
}
const kept = new Map<number, Kept>();

async function channelsOf(tx: Tx): Promise<readonly ChannelPast[]> {
  const now = tx.now.getTime();
  const known = kept.get(tx.companyId);
  if (known && known.until > now) return known.channels;
  const requested = { bands: BANDS, past: true, channels: [] as ChannelPast[] };
  await channelsRequested.call(tx, requested);
  const channels = requested.channels.filter(({ enabled }) => enabled);
  kept.delete(tx.companyId);
  kept.set(tx.companyId, { until: now + KEEP_MS, channels });
  for (const oldest of kept.keys()) {
    if (kept.size <= AT_MOST) break;
    kept.delete(oldest);
  }
  return channels;
}

export interface Freight {
  amount: string;
  currency: string;
}

/**
 * The estimated cost of a parcel of this weight by a channel (null: the company's default), from its labels of the last
 * 90 days, without asking a carrier. Undefined without such labels.
 */
export async function freightTable(tx: Tx): Promise<(channelId: number | null, grams: number) => Freight | undefined> {
  const channels = await channelsOf(tx);
  return (channelId, grams) => {
    const channel = channels.find(({ id, isDefault }) => (channelId === null ? isDefault : id === channelId));
    const past = channel?.costs.find(({ upTo }) => upTo === bandOf(grams));
    return past && { amount: past.cost, currency: past.currency };
  };
}
