import { sql } from 'drizzle-orm';
import { check, date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyTable, instant, rawText, reference, unitCost } from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';
import { warehouse } from './warehouse.tables.ts';

/**
 * Transfer between warehouses: draft -> submitted (allocated at the sender) -> shipping (partially shipped) -> shipped
 * (nothing more ships) -> done (nothing in transit any more) | cancelled, before the first shipment.
 */
export const stockTransfer = companyTable(
  'stock_transfer',
  {
    number: rawText('number').notNull(),
    fromId: reference('from_id').notNull(),
    toId: reference('to_id').notNull(),
    state: text('state').notNull().default('draft'),
    units: integer('units').notNull(),
    /** Transport cost in base currency, allocated by units to their cost. */
    cost: amount('cost').notNull().default('0'),
    expectedOn: date('expected_on'),
    remark: text('remark').notNull().default(''),
    /** The allocation order that made it, and its number: its goods and its ends are fixed there. */
    allocationId: reference('allocation_id'),
    allocationNo: rawText('allocation_no'),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    submittedAt: instant('submitted_at'),
    doneAt: instant('done_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('stock_transfer_number').on(t.companyId, t.number),
    index('stock_transfer_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('stock_transfer_from').on(t.companyId, t.fromId, t.id.desc().nullsFirst()),
    index('stock_transfer_to').on(t.companyId, t.toId, t.id.desc().nullsFirst()),
    check('stock_transfer_ends', sql`from_id <> to_id and units > 0 and cost >= 0`),
    check(
      'stock_transfer_state_known',
      sql`state in ('draft', 'submitted', 'shipping', 'shipped', 'done', 'cancelled')`,
    ),
    belongsTo([t.companyId, t.fromId], [warehouse.companyId, warehouse.id]),
    belongsTo([t.companyId, t.toId], [warehouse.companyId, warehouse.id]),
  ],
);

export const transferLine = companyTable(
  'transfer_line',
  {
    transferId: reference('transfer_id').notNull(),
    productId: reference('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** Allocated at the sender. */
    held: integer('held').notNull().default(0),
    shipped: integer('shipped').notNull().default(0),
  },
  (t) => [
    uniqueIndex('transfer_line_product').on(t.companyId, t.transferId, t.productId),
    index('transfer_line_held').on(t.companyId, t.productId).where(sql`held > 0`),
    check('transfer_line_counts', sql`quantity > 0 and held >= 0 and shipped >= 0 and held + shipped <= quantity`),
    belongsTo([t.companyId, t.transferId], [stockTransfer.companyId, stockTransfer.id]),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);

/** One shipment of a transfer. The receiver's inbound order records its receipt. */
export const transferPart = companyTable(
  'transfer_part',
  {
    transferId: reference('transfer_id').notNull(),
    /** 1, 2, ... within its transfer. */
    part: integer('part').notNull(),
    inboundId: reference('inbound_id'),
    inboundNo: rawText('inbound_no').notNull().default(''),
    /** transit | closed: no more units are expected. */
    state: text('state').notNull().default('transit'),
    carrier: text('carrier').notNull().default(''),
    trackingNumber: rawText('tracking_number').notNull().default(''),
    shippedAt: instant('shipped_at').notNull(),
    actor: text('actor').notNull(),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('transfer_part_once').on(t.companyId, t.transferId, t.part),
    index('transfer_part_inbound').on(t.companyId, t.inboundId),
    index('transfer_part_transit').on(t.companyId, t.id.desc().nullsFirst()).where(sql`state = 'transit'`),
    check('transfer_part_state', sql`state in ('transit', 'closed')`),
    belongsTo([t.companyId, t.transferId], [stockTransfer.companyId, stockTransfer.id]),
  ],
);

export const transferPartLine = companyTable(
  'transfer_part_line',
  {
    partId: reference('part_id').notNull(),
    lineId: reference('line_id').notNull(),
    productId: reference('product_id').notNull(),
    locationId: reference('location_id').notNull(),
    batchId: reference('batch_id').notNull().default(0),
    quantity: integer('quantity').notNull(),
    /** Base currency: cost at shipping plus the share of the transfer's cost. */
    unitCost: unitCost('unit_cost').notNull().default('0'),
    /** In any condition. More than `quantity` is an over receipt. */
    received: integer('received').notNull().default(0),
  },
  (t) => [
    index('transfer_part_line_of').on(t.companyId, t.partId, t.id),
    check('transfer_part_line_counts', sql`quantity > 0 and received >= 0`),
    belongsTo([t.companyId, t.partId], [transferPart.companyId, transferPart.id]),
  ],
);
