import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { readHistory } from '../../../core/documents.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { SHIPMENT_GRAMS } from '../parcel/pieces.ts';
import { readWords } from '../parcel/problems.ts';
import { CANDIDATE_FROM, type Candidate, candidates, mayNotLeave, PLATFORM_OF, WAITS } from './candidates.ts';
import { makesSheet } from './carrier-sheet.ts';
import { manifests } from './list.ts';
import type { Van } from './manifest.ts';

export type Listed = Pick<Candidate, 'parcelId' | 'orderId' | 'orderNo' | 'outboundNo' | 'code'> & {
  country: string;
  serviceName: string;
  weightGrams: number;
  addedBy: string;
  stayed: string | null;
};

/** Parcels that are or were on the manifest, newest first. */
export function parcelsListed(tx: Tx, id: number): Promise<Listed[]> {
  return tx.rows<Listed>(sql`select p.id as "parcelId", p.order_id, p.order_no,
      o.number as "outboundNo", coalesce(p.tracking_number, p.reference) as code, p.country,
      p.service_name, x.weight_grams as "weightGrams", x.added_by, x.stayed
    from manifest_parcel x join parcel p on p.company_id = ${sql.company} and p.id = x.parcel_id
    join outbound o on o.company_id = p.company_id and o.id = p.outbound_id
    where x.company_id = ${sql.company} and x.manifest_id = ${id} order by x.added_at desc, p.id desc limit 5000`);
}

export async function manifestDetail(app: App, tx: Tx, ctx: Ctx, id: number) {
  const head = await manifests.one(tx, id);
  const rows = await parcelsListed(tx, id);
  const open = head.state === 'open' || head.state === 'closed';
  const now = open ? await candidates(tx, sql`mp.manifest_id = ${id}`, 5_000) : [];
  const problems = new Map(
    now.flatMap((one) => {
      const why = mayNotLeave(one);
      return why ? [[one.parcelId, say(ctx.language, why.code, why.params)] as const] : [];
    }),
  );
  const history = await readHistory(tx, 'manifest', id);
  return {
    ...head,
    carrierPaper: makesSheet(app, head),
    rows: rows.map((row) => ({
      ...row,
      problem: problems.get(row.parcelId) ?? null,
      stayed: readWords(ctx.language, row.stayed),
    })),
    history: history.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

/** Parcels that are ready and on no manifest, by carrier. */
export async function waitingGroups(tx: Tx) {
  const groups = await tx.rows<{
    warehouseId: number;
    warehouseName: string;
    carrier: Van['carrier'];
    platform: string;
    channelId: number | null;
    channelName: string | null;
    parcels: number;
    weightGrams: number;
  }>(sql`select g.*, w.name as "warehouseName", d.name as "channelName" from (
      select p.warehouse_id as "warehouseId", p.carrier, ${PLATFORM_OF} as platform,
        case when p.carrier = 'own' then p.channel_id end as "channelId", count(*)::int as parcels,
        sum(${SHIPMENT_GRAMS})::int as "weightGrams"
      from ${CANDIDATE_FROM} where p.company_id = ${sql.company} and ${WAITS} and ${inWarehouses(tx, sql`p.warehouse_id`)}
      group by 1, 2, 3, 4) g
    join warehouse w on w.company_id = ${sql.company} and w.id = g."warehouseId"
    left join shipping_channel d on d.company_id = ${sql.company} and d.id = g."channelId"
    order by g.parcels desc limit 200`);
  return { groups };
}
