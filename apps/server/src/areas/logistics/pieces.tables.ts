import { sql } from 'drizzle-orm';
import { check, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, companyKeyedTable, keyOf, rawText, reference } from '../../core/database/table.ts';
import { parcel } from './logistics.tables.ts';

/** Boxes of a shipment beside the first, which `parcel` itself describes. */
export const parcelPiece = companyKeyedTable(
  'parcel_piece',
  {
    parcelId: reference('parcel_id').notNull(),
    pieceNo: integer('piece_no').notNull(),
    weightGrams: integer('weight_grams').notNull(),
    lengthMm: integer('length_mm'),
    widthMm: integer('width_mm'),
    heightMm: integer('height_mm'),
    trackingNumber: rawText('tracking_number'),
    /** Where the carrier sells each box by itself; null: that of the parcel. */
    shipmentId: text('shipment_id'),
    labelRawFile: text('label_raw_file'),
  },
  (t) => [
    keyOf(t.companyId, t.parcelId, t.pieceNo),
    belongsTo([t.companyId, t.parcelId], [parcel.companyId, parcel.id]).onDelete('cascade'),
    uniqueIndex('parcel_piece_tracking').on(t.companyId, t.trackingNumber, t.parcelId),
    check('parcel_piece_no', sql`piece_no between 2 and 50`),
    check('parcel_piece_weight', sql`weight_grams > 0`),
  ],
);
