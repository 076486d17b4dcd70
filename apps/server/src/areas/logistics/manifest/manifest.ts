import type { CARRIERS, ManifestState } from '@tradewind/contract/logistics.ts';
import { type ManifestAct, manifestMay } from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineDocument } from '../../../core/documents.ts';
import { conflict, type Fail, notFound } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';

export const manifestKind = defineDocument<ManifestState>({
  kind: 'manifest',
  prefix: 'MAN',
  transitions: { open: ['closed', 'cancelled'], closed: ['open', 'handed'], handed: [], cancelled: [] },
});

/** The carrier that collects, and the warehouse. */
export type Van = {
  warehouseId: number;
  carrier: (typeof CARRIERS)[number];
  platform: string;
  channelId: number | null;
};

export type Manifest = Van & {
  id: number;
  number: string | null;
  state: ManifestState;
  day: string;
  carrierFile: string | null;
  closedBy: string | null;
};

/** Locks the manifest and its parcels until the transaction ends. @throws notFound */
export async function lockManifest(tx: Tx, id: number): Promise<Manifest> {
  const row = await tx.row<Manifest>(sql`select id, number, warehouse_id, carrier, platform,
      channel_id, state, on_day as "day", carrier_file, closed_by
    from manifest where company_id = ${sql.company} and id = ${id} and ${inWarehouses(tx, sql`warehouse_id`)} for update`);
  if (!row) throw notFound('logistics.manifest.gone');
  return row;
}

/** @throws conflict with the manifest's current status */
export function assertMay(act: ManifestAct, { state, number, closedBy }: Manifest): void {
  if (manifestMay(act, { state })) return;
  throw conflict(`logistics.manifest.is.${state}`, { number: number ?? '', who: closedBy ?? '' });
}

/** Locks today's open manifest of a carrier; another user may have just opened it. */
export async function openFor(tx: Tx, van: Van): Promise<Manifest> {
  const made = await tx.row<{ id: number }>(sql`insert into manifest
      (company_id, warehouse_id, carrier, platform, channel_id, on_day, created_by, created_at)
    select c.id, ${van.warehouseId}::bigint, ${van.carrier}::text, ${van.platform}::text, ${van.channelId}::bigint,
      (${tx.now}::timestamptz at time zone c.time_zone)::date, ${tx.actor.name}::text, ${tx.now}::timestamptz
    from company c where c.id = ${sql.company} on conflict do nothing returning id`);
  const known =
    made ??
    (await tx.row<{ id: number }>(sql`select m.id from manifest m join company c on c.id = m.company_id
      where m.company_id = ${sql.company} and m.state = 'open' and m.warehouse_id = ${van.warehouseId}
        and m.carrier = ${van.carrier} and m.platform = ${van.platform}
        and m.channel_id is not distinct from ${van.channelId}::bigint
        and m.on_day = (${tx.now}::timestamptz at time zone c.time_zone)::date`));
  // Someone closed it between the two statements: the user tries again.
  if (!known) throw conflict('logistics.manifest.gone');
  return lockManifest(tx, known.id);
}

/** The reason for a refusal. */
export type Why = Pick<Fail, 'code' | 'params'>;
