import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, companyTable, instant, rawText, reference, unitCost } from '../../core/database/table.ts';
import { warehouse } from './warehouse.tables.ts';

/**
 * ASN: notice -> arrived -> receiving -> received -> done | cancelled. Outstanding units of its lines are the
 * warehouse's `incoming`. Received units are rows of inbound_receipt and movements.
 */
export const inbound = companyTable(
  'inbound',
  {
    number: rawText('number').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    /** purchase | transfer | return | removal | manual */
    kind: text('kind').notNull(),
    state: text('state').notNull().default('notice'),
    /** The source document: its kind, id and number. */
    sourceKind: text('source_kind'),
    sourceId: reference('source_id'),
    sourceNo: rawText('source_no').notNull().default(''),
    /** The sender's reference: delivery note, container, FBA removal order. */
    reference: rawText('reference').notNull().default(''),
    carrier: text('carrier').notNull().default(''),
    trackingNumber: rawText('tracking_number').notNull().default(''),
    expectedOn: date('expected_on'),
    /** Units need a quality check before they count as good. */
    qualityCheck: boolean('quality_check').notNull().default(false),
    remark: text('remark').notNull().default(''),
    units: integer('units').notNull().default(0),
    unitsReceived: integer('units_received').notNull().default(0),
    /** Good units of it still in a receiving location. */
    unitsToPutAway: integer('units_to_put_away').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull(),
    arrivedAt: instant('arrived_at'),
    /** When the receipt was closed: short and over units are differences. */
    receivedAt: instant('received_at'),
    doneAt: instant('done_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('inbound_number').on(t.companyId, t.number),
    index('inbound_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('inbound_source').on(t.companyId, t.sourceKind, t.sourceId),
    index('inbound_tracking').on(t.companyId, t.trackingNumber).where(sql`tracking_number <> ''`),
    index('inbound_reference').on(t.companyId, t.reference).where(sql`reference <> ''`),
    index('inbound_source_no').on(t.companyId, t.sourceNo).where(sql`source_no <> ''`),
    index('inbound_put_away').on(t.companyId, t.id.desc().nullsFirst()).where(sql`units_to_put_away > 0`),
    index('inbound_created').on(t.companyId, t.createdAt),
    index('inbound_warehouse').on(t.companyId, t.warehouseId, t.id.desc().nullsFirst()),
    check('inbound_state_known', sql`state in ('notice', 'arrived', 'receiving', 'received', 'done', 'cancelled')`),
    check('inbound_counts', sql`units >= 0 and units_received >= 0 and units_to_put_away >= 0`),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
  ],
);

export const inboundLine = companyTable(
  'inbound_line',
  {
    inboundId: reference('inbound_id').notNull(),
    productId: reference('product_id').notNull(),
    /** The line of the source document. */
    sourceLine: reference('source_line').notNull().default(0),
    /** 0: not on the ASN, but received. */
    expected: integer('expected').notNull(),
    /** In any condition. More than expected is an over receipt. */
    received: integer('received').notNull().default(0),
    damaged: integer('damaged').notNull().default(0),
    /** Base currency; null: the product's last cost. */
    unitCost: unitCost('unit_cost'),
    /** The part of `expected` still in the warehouse's incoming. 0 once the receipt is closed. */
    incoming: integer('incoming').notNull().default(0),
    remark: text('remark').notNull().default(''),
  },
  (t) => [
    index('inbound_line_of').on(t.companyId, t.inboundId, t.id),
    index('inbound_line_product').on(t.companyId, t.productId, t.id),
    index('inbound_line_incoming').on(t.companyId, t.productId).where(sql`incoming > 0`),
    check(
      'inbound_line_counts',
      sql`expected >= 0 and damaged between 0 and received and incoming between 0 and expected`,
    ),
    belongsTo([t.companyId, t.inboundId], [inbound.companyId, inbound.id]),
  ],
);

/** A carton or pallet of an ASN. It is received once, by the first scan. */
export const inboundCarton = companyTable(
  'inbound_carton',
  {
    inboundId: reference('inbound_id').notNull(),
    /** Its label: SSCC, FBA box id, or our own number. */
    code: rawText('code').notNull(),
    /** Contents as the sender states them: [{lineId, quantity, batch?, expiresOn?}] */
    contents: jsonb('contents')
      .notNull()
      .$type<{ lineId: number; quantity: number; batch?: string; expiresOn?: string }[]>(),
    receivedAt: instant('received_at'),
    receivedBy: text('received_by'),
  },
  (t) => [
    uniqueIndex('inbound_carton_code').on(t.companyId, t.inboundId, t.code),
    index('inbound_carton_by_code').on(t.companyId, t.code),
    belongsTo([t.companyId, t.inboundId], [inbound.companyId, inbound.id]),
  ],
);

/** A parcel of an ASN beside the first one, whose number stands in its head. */
export const inboundParcel = companyTable(
  'inbound_parcel',
  {
    inboundId: reference('inbound_id').notNull(),
    carrier: text('carrier').notNull().default(''),
    trackingNumber: rawText('tracking_number').notNull(),
  },
  (t) => [
    uniqueIndex('inbound_parcel_of').on(t.companyId, t.inboundId, t.trackingNumber),
    index('inbound_parcel_tracking').on(t.companyId, t.trackingNumber),
    check('inbound_parcel_number', sql`tracking_number <> ''`),
    belongsTo([t.companyId, t.inboundId], [inbound.companyId, inbound.id]),
  ],
);

/** One receipt. Append-only: only `put_away` and the results of the quality check change. */
export const inboundReceipt = companyTable(
  'inbound_receipt',
  {
    inboundId: reference('inbound_id').notNull(),
    lineId: reference('line_id').notNull(),
    productId: reference('product_id').notNull(),
    batchId: reference('batch_id').notNull().default(0),
    cartonId: reference('carton_id'),
    /** good | checking | damaged: the condition on receipt. */
    condition: text('condition').notNull(),
    quantity: integer('quantity').notNull(),
    /** The first location. */
    locationId: reference('location_id').notNull(),
    /** Results of the quality check: good and damaged units. */
    passed: integer('passed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    putAway: integer('put_away').notNull().default(0),
    /** Counts checks, put-aways and undos: makes each movement's step unique. */
    steps: integer('steps').notNull().default(0),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    /** Undone: it no longer counts. */
    undoneAt: instant('undone_at'),
    undoneBy: text('undone_by'),
  },
  (t) => [
    index('inbound_receipt_of').on(t.companyId, t.inboundId, t.id),
    check(
      'inbound_receipt_counts',
      sql`quantity > 0 and passed >= 0 and failed >= 0 and passed + failed <= quantity and put_away between 0 and quantity`,
    ),
    belongsTo([t.companyId, t.inboundId], [inbound.companyId, inbound.id]),
  ],
);

/** A quality check of a receipt. Append-only. Its id is the line of its movements and cost layer. */
export const inboundCheck = companyTable(
  'inbound_check',
  {
    inboundId: reference('inbound_id').notNull(),
    receiptId: reference('receipt_id').notNull(),
    passed: integer('passed').notNull(),
    failed: integer('failed').notNull(),
    reason: text('reason').notNull().default(''),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    index('inbound_check_of').on(t.companyId, t.inboundId, t.id),
    check('inbound_check_counts', sql`passed >= 0 and failed >= 0 and passed + failed > 0`),
    belongsTo([t.companyId, t.receiptId], [inboundReceipt.companyId, inboundReceipt.id]),
  ],
);
