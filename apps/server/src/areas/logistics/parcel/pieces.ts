import type { Piece, PurchasedLabel } from '@tradewind/connectors/types.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { setPieces as setPiecesCall } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import type { parcelPiece } from '../pieces.tables.ts';

/** A box beside the first, as it is kept. */
export interface KeptPiece {
  pieceNo: number;
  weightGrams: number;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  trackingNumber: string | null;
  shipmentId: string | null;
  rawFile: string | null;
}

/** The boxes of parcel `p` beside the first, as a JSON list of `KeptPiece`. */
export const PIECES: Sql = sql`coalesce((select jsonb_agg(jsonb_build_object('pieceNo', b.piece_no,
    'weightGrams', b.weight_grams, 'lengthMm', b.length_mm, 'widthMm', b.width_mm, 'heightMm', b.height_mm,
    'trackingNumber', b.tracking_number, 'shipmentId', b.shipment_id, 'rawFile', b.label_raw_file) order by b.piece_no)
  from parcel_piece b where b.company_id = ${sql.company} and b.parcel_id = p.id), '[]')`;

/** Grams of all boxes of parcel `p`, as packed. */
export const SHIPMENT_GRAMS: Sql = sql`(coalesce(p.weighed_grams, p.weight_grams) + coalesce((select sum(b.weight_grams)
  from parcel_piece b where b.company_id = ${sql.company} and b.parcel_id = p.id), 0))::int`;

export function asPiece({ weightGrams, lengthMm, widthMm, heightMm }: KeptPiece): Piece {
  const measured = lengthMm !== null && widthMm !== null && heightMm !== null;
  return { weightGrams, ...(measured ? { lengthMm, widthMm, heightMm } : {}) };
}

/**
 * Says of how many boxes a shipment is, beside the first. Prices compared before are gone.
 * @throws logistics.parcelGone, logistics.boxesFixed
 */
export async function setPieces(
  tx: Tx,
  ctx: Pick<Ctx, 'rights'>,
  { parcelId, pieces }: ParsedOf<typeof setPiecesCall>,
) {
  const found = await tx.row<{ orderId: number; state: string }>(sql`select order_id, state from parcel
    where company_id = ${sql.company} and id = ${parcelId} and ${inWarehouses(ctx, sql`warehouse_id`)} for update`);
  if (!found) throw notFound('logistics.parcelGone');
  if (found.state !== 'packed' && found.state !== 'failed') throw conflict('logistics.boxesFixed');
  await tx.rows(sql`update parcel set quotes = null where company_id = ${sql.company} and id = ${parcelId}`);
  await replacePieces(tx, parcelId, pieces);
  writeHistory(tx, [
    { docKind: 'sales_order', docId: found.orderId, event: 'boxesSet', detail: { parcelId, boxes: pieces.length + 1 } },
  ]);
}

type Measured = ParsedOf<typeof setPiecesCall>['pieces'][number];

/** Of a parcel without a label: its boxes beside the first are these from now on. */
export async function replacePieces(tx: Tx, parcelId: number, pieces: readonly Measured[]): Promise<void> {
  await tx.rows(sql`delete from parcel_piece where company_id = ${sql.company} and parcel_id = ${parcelId}`);
  const rows = pieces.map((piece, at) => ({ parcelId, pieceNo: at + 2, ...piece }));
  await addRows<typeof parcelPiece>(tx, 'parcel_piece', rows);
}

/** As they would be kept, before they have labels. */
export const unsoldPieces = (pieces: readonly Measured[]): KeptPiece[] =>
  pieces.map((piece, at) => ({ pieceNo: at + 2, ...piece, trackingNumber: null, shipmentId: null, rawFile: null }));

export interface SoldPiece {
  parcelId: number;
  pieceNo: number;
  trackingNumber: string;
  shipmentId: string | null;
  rawFile: string | null;
}

/** The labels of the boxes beside the first, as files. @throws where the carrier returned another number of them */
export async function keepPieces(
  app: App,
  ctx: Pick<Ctx, 'companyId'>,
  box: { parcelId: number; pieces: readonly KeptPiece[] },
  { further = [] }: Pick<PurchasedLabel, 'further'>,
): Promise<SoldPiece[]> {
  if (further.length !== box.pieces.length)
    throw new Error(`parcel ${box.parcelId}: ${further.length + 1} labels for ${box.pieces.length + 1} boxes`);
  return Promise.all(
    further.map(async ({ trackingNumber, shipmentId, label }, at) => ({
      parcelId: box.parcelId,
      pieceNo: box.pieces[at]?.pieceNo ?? at + 2,
      trackingNumber,
      shipmentId: shipmentId ?? null,
      rawFile: await app.files.put(ctx.companyId, `label.${label.format}`, label.data),
    })),
  );
}

/** Writes down what was bought for the boxes beside the first. */
export async function savePieces(tx: Tx, sold: readonly SoldPiece[]): Promise<void> {
  if (sold.length === 0) return;
  await tx.rows(sql`update parcel_piece b set tracking_number = r."trackingNumber", shipment_id = r."shipmentId",
      label_raw_file = r."rawFile"
    from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb)
      as r("parcelId" bigint, "pieceNo" int, "trackingNumber" text, "shipmentId" text, "rawFile" text)
    where b.company_id = ${sql.company} and b.parcel_id = r."parcelId" and b.piece_no = r."pieceNo"`);
  await tx.rows(sql`insert into tracked_parcel (tracking_number, company_id, parcel_id)
    select r."trackingNumber", ${sql.company}, r."parcelId"
    from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as r("parcelId" bigint, "trackingNumber" text)
    on conflict do nothing`);
}
