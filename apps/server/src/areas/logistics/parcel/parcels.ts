import { type ParcelView, parcelView } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, type Language, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf, inShops, inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { can, trackingUrl } from '../carrier/connect.ts';
import { PIECES } from './pieces.ts';
import { readWords } from './problems.ts';

type ParcelRow = Omit<
  ParcelView,
  'weightDiffers' | 'dearer' | 'trackingUrl' | 'mayIntercept' | 'mayCorrectWeight' | 'createdAt' | 'state' | 'stage'
> & {
  state: string;
  stage: string;
  invoiceError: string | null;
  quotedCost: string | null;
  createdAt: Date;
};

const COLUMNS = sql`p.id, p.reference, p.outbound_id, p.return_id, p.order_id, p.order_no, p.state,
  p.weight_grams, p.length_mm, p.width_mm, p.height_mm, p.estimated, p.weighed_grams,
  p.channel_id, c.name as "channelName", p.carrier, p.service_code, p.service_name, p.tracking_number,
  p.label_cost, p.label_currency, p.quoted_cost, p.duty_estimate, ${PIECES} as pieces,
  p.tracking_number is not null or p.state = 'labelled' as "hasLabel", p.customs_file is not null as "hasCustoms",
  p.last_error, p.remarks, p.invoice_paper, p.invoice_error, p.stage, p.last_scan_at,
  p.created_at, p.bought_at, p.shipped_at, p.promised_on, p.delivered_at`;

/** Visible to users of the warehouse or of the shop. */
export function parcelInScope(ctx: Pick<Ctx, 'rights'>): Sql {
  return sql`(${inWarehouses(ctx, sql`p.warehouse_id`)} or ${inShops(ctx, sql`p.shop_id`)})`;
}

/** Parcels for display, newest first. */
export async function parcelViews(app: App, tx: Tx, ctx: Ctx, where: Sql): Promise<ParcelView[]> {
  const rows = await tx.rows<ParcelRow & Record<string, unknown>>(sql`select ${COLUMNS} from parcel p
    left join shipping_channel c on c.company_id = p.company_id and c.id = p.channel_id
    where p.company_id = ${sql.company} and ${where} and ${parcelInScope(ctx)} order by p.id desc limit 1000`);
  const cost = maySee(ctx.rights, 'seeCost');
  return rows.map((row) =>
    parcelView.parse({
      ...row,
      labelCost: cost ? row.labelCost : null,
      labelCurrency: cost ? row.labelCurrency : null,
      dutyEstimate: cost ? row.dutyEstimate : null,
      weightDiffers: differs(row.weightGrams, row.weighedGrams),
      lastError: readWords(ctx.language, row.lastError),
      remarks: remarksOf(ctx.language, row, cost),
      dearer: row.quotedCost !== null,
      trackingUrl: trackingUrl(app, row.carrier, row.trackingNumber),
      mayIntercept: row.state === 'shipped' && can(app, row.carrier, 'hold'),
      mayCorrectWeight: row.state === 'labelled' && can(app, row.carrier, 'updateWeight'),
      pieces: row.pieces.map((piece) => ({
        ...piece,
        trackingUrl: trackingUrl(app, row.carrier, piece.trackingNumber),
      })),
      ...instants(row),
    }),
  );
}

function remarksOf(language: Language, { remarks, invoiceError, ...row }: ParcelRow, cost: boolean): string[] {
  const texts = remarks.map((stored) => readWords(language, stored) ?? stored);
  if (row.quotedCost !== null) texts.push(dearerText(language, row, cost));
  if (invoiceError === null) return texts;
  return [...texts, say(language, 'logistics.printInvoice', { text: readWords(language, invoiceError) ?? '' })];
}

/** Both prices, for those who may see costs. */
function dearerText(
  language: Language,
  row: Pick<ParcelRow, 'quotedCost' | 'labelCost' | 'labelCurrency'>,
  cost: boolean,
) {
  if (!cost) return say(language, 'logistics.dearer');
  const money = (amount: string | null) => `${new Decimal(amount ?? 0).toFixed(2)} ${row.labelCurrency}`;
  return say(language, 'logistics.dearerBy', { quoted: money(row.quotedCost), paid: money(row.labelCost) });
}

/** Carriers bill by started pounds. */
const GRAMS_A_STEP = 453.6;
const step = (grams: number) => Math.ceil(grams / GRAMS_A_STEP);

/** More than a tenth, or another price step of the carrier. */
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
