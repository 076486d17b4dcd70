import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyTable, instant, rawText, reference } from '../../core/database/table.ts';

export const warehouse = companyTable(
  'warehouse',
  {
    code: rawText('code').notNull(),
    name: text('name').notNull(),
    /** selfBuilt | rented | overseas | platform */
    kind: text('kind').notNull(),
    provider: text('provider').notNull().default('tradewindwms'),
    /** Where parcels leave from: {name, company, line1, line2, city, state, postalCode, country, phone} */
    address: jsonb('address').notNull().$type<Record<string, string>>(),
    personInCharge: text('person_in_charge').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    /** Full-warehouse count: while confirmed nothing else may move here. */
    counting: boolean('counting').notNull().default(false),
    /** Order in which warehouses are asked for stock; lower first. */
    priority: integer('priority').notNull().default(100),
    /** What is left of the money laid down with whoever runs it; null: nothing is. In the company's currency, as the fee. */
    prepaidBalance: amount('prepaid_balance'),
    /** What they take for an order. */
    orderFee: amount('order_fee'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('warehouse_code').on(t.companyId, t.code),
    uniqueIndex('warehouse_default').on(t.companyId).where(sql`is_default`),
    check('warehouse_prepaid', sql`prepaid_balance >= 0 and order_fee >= 0`),
  ],
);

/** Money laid down with whoever runs a warehouse (positive), and taken for an order (negative): appended to, never changed. */
export const warehousePrepayment = companyTable(
  'warehouse_prepayment',
  {
    warehouseId: reference('warehouse_id').notNull(),
    /** What the fee was taken for. */
    outboundId: reference('outbound_id'),
    amount: amount('amount').notNull(),
    remark: text('remark').notNull().default(''),
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    uniqueIndex('warehouse_prepayment_once').on(t.companyId, t.outboundId).where(sql`outbound_id is not null`),
    index('warehouse_prepayment_of').on(t.companyId, t.warehouseId, t.id),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
  ],
);

export const location = companyTable(
  'location',
  {
    warehouseId: reference('warehouse_id').notNull(),
    /** area-shelf-row-column, e.g. A-01-02-03 */
    code: rawText('code').notNull(),
    area: text('area').notNull(),
    shelf: text('shelf').notNull(),
    rowNo: text('row_no').notNull(),
    columnNo: text('column_no').notNull(),
    /** receiving | storage | picking | packing | returns | damaged */
    kind: text('kind').notNull().default('picking'),
    tray: boolean('tray').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    /** Place on the walking path. */
    pathOrder: integer('path_order').notNull().default(0),
  },
  (t) => [
    uniqueIndex('location_code').on(t.companyId, t.warehouseId, t.code),
    index('location_kind').on(t.companyId, t.warehouseId, t.kind),
  ],
);

/** Outbound document: what one order takes out of one warehouse. waiting -> picking -> picked -> packed -> shipped | cancelled */
export const outbound = companyTable(
  'outbound',
  {
    number: rawText('number').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    orderId: reference('order_id').notNull(),
    orderNo: rawText('order_no').notNull(),
    shopId: reference('shop_id').notNull(),
    /** The shipping channel as far as it was known when the document was made: waves may be built by it. */
    channelId: reference('channel_id'),
    state: text('state').notNull(),
    waveId: reference('wave_id'),
    /** Slot of the wave's put wall or cart, 1.. */
    slot: integer('slot'),
    /** Where picked goods wait for packing; fixed when the wave is made. */
    packingLocationId: reference('packing_location_id'),
    lineCount: integer('line_count').notNull(),
    units: integer('units').notNull(),
    /** Must not leave (the buyer asks to cancel, the platform holds the order); of what has left: whoever holds the parcel must stop it. */
    stopRequested: boolean('stop_requested').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    pickedAt: instant('picked_at'),
    packedAt: instant('packed_at'),
    shippedAt: instant('shipped_at'),
  },
  (t) => [
    uniqueIndex('outbound_number').on(t.companyId, t.number),
    index('outbound_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('outbound_order').on(t.companyId, t.orderId),
    index('outbound_order_no').on(t.companyId, t.orderNo),
    index('outbound_wave').on(t.companyId, t.waveId),
    index('outbound_stop').on(t.companyId, t.id).where(sql`stop_requested`),
    uniqueIndex('outbound_open_order').on(t.companyId, t.orderId, t.warehouseId).where(sql`state <> 'cancelled'`),
  ],
);

export const outboundLine = companyTable(
  'outbound_line',
  {
    outboundId: reference('outbound_id').notNull(),
    orderLineId: reference('order_line_id').notNull(),
    productId: reference('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    picked: integer('picked').notNull().default(0),
    packed: integer('packed').notNull().default(0),
  },
  (t) => [
    uniqueIndex('outbound_line_order_line').on(t.companyId, t.outboundId, t.orderLineId),
    check('outbound_line_counts', sql`quantity > 0 and picked between 0 and quantity and packed between 0 and picked`),
  ],
);

/** wave: open -> picking -> picked -> done | cancelled */
export const wave = companyTable(
  'wave',
  {
    number: rawText('number').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    state: text('state').notNull(),
    orders: integer('orders').notNull(),
    units: integer('units').notNull(),
    /** Orders of it that are not picked yet, not packed yet, and those that left it (cancelled, short). */
    toPick: integer('to_pick').notNull().default(0),
    toPack: integer('to_pack').notNull().default(0),
    dropped: integer('dropped').notNull().default(0),
    assigneeId: reference('assignee_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: text('created_by').notNull(),
    pickedAt: instant('picked_at'),
  },
  (t) => [
    uniqueIndex('wave_number').on(t.companyId, t.number),
    index('wave_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    check('wave_counts', sql`to_pick >= 0 and to_pack >= to_pick and dropped >= 0`),
  ],
);

/** One stop of a picker: so many of a product from a location for an outbound line. */
export const pickLine = companyTable(
  'pick_line',
  {
    waveId: reference('wave_id').notNull(),
    outboundId: reference('outbound_id').notNull(),
    outboundLineId: reference('outbound_line_id').notNull(),
    productId: reference('product_id').notNull(),
    locationId: reference('location_id').notNull(),
    pathOrder: integer('path_order').notNull(),
    quantity: integer('quantity').notNull(),
    picked: integer('picked').notNull().default(0),
    /** How many scans it has seen: makes each scan's movement step its own, undone ones too. */
    scans: integer('scans').notNull().default(0),
    /** open | done | short | cancelled */
    state: text('state').notNull().default('open'),
    pickedBy: text('picked_by'),
    pickedAt: instant('picked_at'),
  },
  (t) => [
    index('pick_line_wave').on(t.companyId, t.waveId, t.pathOrder, t.id),
    index('pick_line_outbound').on(t.companyId, t.outboundId),
    check('pick_line_counts', sql`quantity > 0 and picked between 0 and quantity`),
  ],
);
