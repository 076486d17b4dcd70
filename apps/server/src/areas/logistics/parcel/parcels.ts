import { type ParcelView, parcelView } from '@tradewind/contract/logistics.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { arrayOf, inShops, inWarehouses } from '../../../core/scope.ts';
import { trackingUrl } from '../carrier/connect.ts';
import { readWords } from './problems.ts';

type ParcelRow = Omit<ParcelView, 'weightDiffers' | 'trackingUrl' | 'createdAt' | 'state' | 'stage'> & {
  state: string;
  stage: string;
  createdAt: Date;
};

const COLUMNS =
  sql.raw(`p.id, p.reference, p.outbound_id as "outboundId", p.order_id as "orderId", p.order_no as "orderNo",
  p.state, p.weight_grams as "weightGrams", p.length_mm as "lengthMm", p.width_mm as "widthMm", p.height_mm as "heightMm",
  p.estimated, p.weighed_grams as "weighedGrams",
  p.channel_id as "channelId", c.name as "channelName", p.carrier, p.service_code as "serviceCode",
  p.service_name as "serviceName", p.tracking_number as "trackingNumber", p.label_cost as "labelCost",
  p.label_currency as "labelCurrency", p.tracking_number is not null or p.state = 'labelled' as "hasLabel",
  p.customs_file is not null as "hasCustoms", p.last_error as "lastError", p.stage, p.last_scan_at as "lastScanAt",
  p.created_at as "createdAt", p.bought_at as "boughtAt", p.shipped_at as "shippedAt", p.delivered_at as "deliveredAt"`);

/** Whoever works in the warehouse, or sells in the shop, sees the parcel. */
export function parcelInScope(ctx: Pick<Ctx, 'rights'>): SQL {
  return sql`(${inWarehouses(ctx, sql`p.warehouse_id`)} or ${inShops(ctx, sql`p.shop_id`)})`;
}

/** Parcels as people see them, newest first. */
export async function parcelViews(app: App, tx: Tx, ctx: Ctx, where: SQL): Promise<ParcelView[]> {
  const rows = await tx.rows<ParcelRow & Record<string, unknown>>(sql`select ${COLUMNS} from parcel p
    left join shipping_channel c on c.company_id = p.company_id and c.id = p.channel_id
    where p.company_id = ${tx.companyId} and ${where} and ${parcelInScope(ctx)} order by p.id desc limit 1000`);
  const cost = maySee(ctx.rights, 'seeCost');
  return rows.map((row) =>
    parcelView.parse({
      ...row,
      labelCost: cost ? row.labelCost : null,
      labelCurrency: cost ? row.labelCurrency : null,
      weightDiffers: differs(row.weightGrams, row.weighedGrams),
      lastError: readWords(ctx.language, row.lastError),
      trackingUrl: trackingUrl(app, row.carrier, row.trackingNumber),
      ...instants(row),
    }),
  );
}

/** Carriers bill by begun pounds. */
const GRAMS_A_STEP = 453.6;
const step = (grams: number) => Math.ceil(grams / GRAMS_A_STEP);

/** More than a tenth, or another step of the carrier's prices. */
export function differs(boughtFor: number, weighed: number | null): boolean {
  if (weighed === null) return false;
  return Math.abs(weighed - boughtFor) > boughtFor * 0.1 || step(weighed) !== step(boughtFor);
}

function instants(row: Record<string, unknown>) {
  const names = ['createdAt', 'boughtAt', 'shippedAt', 'deliveredAt', 'lastScanAt'] as const;
  return Object.fromEntries(
    names.map((name) => {
      const value = row[name];
      return [name, value instanceof Date ? value.toISOString() : null];
    }),
  );
}

export function parcelsOfOutbounds(app: App, tx: Tx, ctx: Ctx, outboundIds: readonly number[]) {
  return parcelViews(app, tx, ctx, sql`p.outbound_id = any(${arrayOf(outboundIds)}::bigint[])`);
}
