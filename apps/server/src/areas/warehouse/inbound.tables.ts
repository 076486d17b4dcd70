import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, companyTable, instant, rawText, reference, unitCost } from '../../core/database/table.ts';
import { warehouse } from './warehouse.tables.ts';

/**
 * Goods announced to a warehouse (ASN): notice -> arrived -> receiving -> received -> done | cancelled. What its lines
 * still expect is the warehouse's `incoming`; what is received is a row of inbound_receipt and a movement.
 */
export const inbound = companyTable(
  'inbound',
  {
    number: rawText('number').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    /** purchase | transfer | return | removal | manual */
    kind: text('kind').notNull(),
    state: text('state').notNull().default('notice'),
    /** The document that announced it: its kind, id and number. */
    sourceKind: text('source_kind'),
    sourceId: reference('source_id'),
    sourceNo: rawText('source_no').notNull().default(''),
    /** The sender's own number: delivery note, container, FBA removal order. */
    reference: rawText('reference').notNull().default(''),
    carrier: text('carrier').notNull().default(''),
    trackingNumber: rawText('tracking_number').notNull().default(''),
    expectedOn: date('expected_on'),
    /** What comes in is looked at before it counts as good. */
    qualityCheck: boolean('quality_check').notNull().default(false),
    remark: text('remark').notNull().default(''),
    units: integer('units').notNull().default(0),
    unitsReceived: integer('units_received').notNull().default(0),
    /** Good units of it that lie in a receiving location still. */
    unitsToPutAway: integer('units_to_put_away').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull(),
    arrivedAt: instant('arrived_at'),
    /** When nothing more was expected: short and over stand as differences. */
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
    /** The line of the document that announced it. */
    sourceLine: reference('source_line').notNull().default(0),
    /** 0: nobody announced it; it came all the same. */
    expected: integer('expected').notNull(),
    /** In whatever condition; more than expected is an over receipt. */
    received: integer('received').notNull().default(0),
    damaged: integer('damaged').notNull().default(0),
    /** Base currency; null: the product's last cost. */
    unitCost: unitCost('unit_cost'),
    /** What is left of `expected` in the warehouse's incoming; 0 once the document expects nothing more. */
    incoming: integer('incoming').notNull().default(0),
    remark: text('remark').notNull().default(''),
  },
  (t) => [
    index('inbound_line_of').on(t.companyId, t.inboundId, t.id),
    index('inbound_line_product').on(t.companyId, t.productId, t.id),
    check(
      'inbound_line_counts',
      sql`expected >= 0 and damaged between 0 and received and incoming between 0 and expected`,
    ),
    belongsTo([t.companyId, t.inboundId], [inbound.companyId, inbound.id]),
  ],
);

/** A carton or pallet of a notice. It is received once, whoever scans it first. */
export const inboundCarton = companyTable(
  'inbound_carton',
  {
    inboundId: reference('inbound_id').notNull(),
    /** Its label: SSCC, FBA box id, or a number of ours. */
    code: rawText('code').notNull(),
    /** What its sender says is in it: [{lineId, quantity, batch?, expiresOn?}] */
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

/** What came in at one moment: appended to; `put_away` and what the quality check found are all that change. */
export const inboundReceipt = companyTable(
  'inbound_receipt',
  {
    inboundId: reference('inbound_id').notNull(),
    lineId: reference('line_id').notNull(),
    productId: reference('product_id').notNull(),
    batchId: reference('batch_id').notNull().default(0),
    cartonId: reference('carton_id'),
    /** good | checking | damaged: as it came in. */
    condition: text('condition').notNull(),
    quantity: integer('quantity').notNull(),
    /** Where it was put down first. */
    locationId: reference('location_id').notNull(),
    /** Of checking ones: how many were found good and damaged. */
    passed: integer('passed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    putAway: integer('put_away').notNull().default(0),
    /** How often it was checked, put away or taken back: makes each movement's step its own. */
    steps: integer('steps').notNull().default(0),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    /** Taken back: it counts nowhere any more. */
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

/** What a quality check found of a receipt: appended to. Its id is the line of its movements and cost layer. */
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
