import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { shippingWarehouses } from '../../warehouse/public.ts';
import { type ChannelPast, channelsRequested } from '../hooks.ts';

/** Upper ends of the weight bands for comparing parcels, in grams. The last band is open. */
export const BANDS = [250, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 1_000_000_000] as const;
export const bandOf = (grams: number): number => BANDS.find((end) => grams <= end) ?? BANDS[BANDS.length - 1] ?? 0;

/** Enabled targets that rules may use, with their names. */
export interface Targets {
  warehouses: ReadonlyMap<number, string>;
  channels: ReadonlyMap<number, ChannelPast>;
  defaultChannel: ChannelPast | undefined;
  tags: ReadonlyMap<number, string>;
}

/** @param past with what parcels of the last days cost and how long they took */
export async function targetsOf(tx: Tx, past = false): Promise<Targets> {
  const warehouses = await shippingWarehouses(tx);
  const tags = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from order_tag where company_id = ${sql.company} limit 1000`,
  );
  const requested = { bands: BANDS, past, channels: [] as ChannelPast[] };
  await channelsRequested.call(tx, requested);
  const enabled = requested.channels.filter((channel) => channel.enabled);
  return {
    warehouses: new Map(warehouses.map(({ id, name }) => [id, name])),
    channels: new Map(enabled.map((channel) => [channel.id, channel])),
    defaultChannel: enabled.find((channel) => channel.isDefault),
    tags: new Map(tags.map(({ id, name }) => [id, name])),
  };
}
