import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';

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
    /** The provider's name for it. Empty: our own people work there. */
    providerCode: rawText('provider_code').notNull().default(''),
    personInCharge: text('person_in_charge').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    /** Full count: while set, no other stock may move here. */
    counting: boolean('counting').notNull().default(false),
    /** Allocation order of warehouses, lower first. */
    priority: integer('priority').notNull().default(100),
    /**
     * Balance of the prepayment to its provider. Null: none. In the company's currency, like the fee. Negative: the
     * provider charged more than the balance.
     */
    prepaidBalance: amount('prepaid_balance'),
    /** The provider's fee per order. */
    orderFee: amount('order_fee'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('warehouse_code').on(t.companyId, t.code),
    uniqueIndex('warehouse_default').on(t.companyId).where(sql`is_default`),
    check('warehouse_prepaid', sql`order_fee >= 0`),
  ],
);

/** Prepayments (positive) and fees for an order or the warehouse (negative). Append-only. */
export const warehousePrepayment = companyTable(
  'warehouse_prepayment',
  {
    warehouseId: reference('warehouse_id').notNull(),
    /** What the fee is for. */
    outboundId: reference('outbound_id'),
    /** Of an order, empty: our estimate. replaced: estimate reversed by the provider's fee. fee:41: that fee. */
    reference: rawText('reference').notNull().default(''),
    amount: amount('amount').notNull(),
    /** Of a prepayment: the money account that it was paid from. */
    moneyAccountId: reference('money_account_id'),
    remark: text('remark').notNull().default(''),
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    uniqueIndex('warehouse_prepayment_once')
      .on(t.companyId, t.outboundId, t.reference)
      .where(sql`outbound_id is not null`),
    uniqueIndex('warehouse_prepayment_fee').on(t.companyId, t.reference).where(sql`reference like 'fee:%'`),
    index('warehouse_prepayment_of').on(t.companyId, t.warehouseId, t.id),
    index('warehouse_prepayment_at').on(t.companyId, t.at),
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
    /** Position on the pick path. */
    pathOrder: integer('path_order').notNull().default(0),
    /** Units that fit. Null: no capacity set. */
    capacity: integer('capacity'),
    /** On the floor plan, in mm from its upper left corner. Null: not drawn. Stacked levels share their position. */
    xMm: integer('x_mm'),
    yMm: integer('y_mm'),
    widthMm: integer('width_mm'),
    depthMm: integer('depth_mm'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('location_code').on(t.companyId, t.warehouseId, t.code),
    index('location_kind').on(t.companyId, t.warehouseId, t.kind),
    index('location_disabled').on(t.companyId, t.warehouseId, t.code).where(sql`not enabled`),
    check('location_measures', sql`capacity > 0 and x_mm >= 0 and y_mm >= 0 and width_mm > 0 and depth_mm > 0`),
  ],
);

/** Names of the systems that run a company's warehouses. `warehouse.provider` refers to one. */
export const warehouseWms = companyKeyedTable(
  'warehouse_wms',
  {
    system: rawText('system').notNull(),
    name: text('name').notNull(),
  },
  (t) => [keyOf(t.companyId, t.system)],
);

/** A product's FNSKU in a warehouse. */
export const warehouseFnsku = companyTable(
  'warehouse_fnsku',
  {
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    fnsku: rawText('fnsku').notNull(),
  },
  (t) => [
    uniqueIndex('warehouse_fnsku_product').on(t.companyId, t.warehouseId, t.productId),
    // An FNSKU names one product.
    uniqueIndex('warehouse_fnsku_code').on(t.companyId, t.warehouseId, t.fnsku),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
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
    /** The shipping channel as known when the document was created. Waves may be built by it. */
    channelId: reference('channel_id'),
    state: text('state').notNull(),
    waveId: reference('wave_id'),
    /** Slot of the wave's put wall or cart, 1.. */
    slot: integer('slot'),
    /** Where picked units wait for packing. Fixed when the wave is created. */
    packingLocationId: reference('packing_location_id'),
    lineCount: integer('line_count').notNull(),
    units: integer('units').notNull(),
    /**
     * On hold: the buyer requests cancellation, or the platform holds the order. If shipped, the carrier must intercept
     * the parcel.
     */
    stopRequested: boolean('stop_requested').notNull().default(false),
    /** When its order has to be shipped by; infinity: at no time. Null: written by a version that did not keep it. */
    shipBy: instant('ship_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    pickedAt: instant('picked_at'),
    packedAt: instant('packed_at'),
    shippedAt: instant('shipped_at'),
  },
  (t) => [
    uniqueIndex('outbound_number').on(t.companyId, t.number),
    index('outbound_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('outbound_order').on(t.companyId, t.orderId),
    index('outbound_created').on(t.companyId, t.createdAt),
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
    /** Batch picking: units sorted into the order's slot of the put wall. */
    sorted: integer('sorted').notNull().default(0),
    packed: integer('packed').notNull().default(0),
  },
  (t) => [
    // A line that sells a bundle has goods of several products.
    uniqueIndex('outbound_line_order_line').on(t.companyId, t.outboundId, t.orderLineId, t.productId),
    check('outbound_line_sorted', sql`sorted between 0 and picked`),
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
    /** orders | batch | cart | single: see WAVE_METHODS. */
    method: text('method').notNull().default('cart'),
    /** Length of its walk at creation. Null: its locations are not drawn. */
    walkMm: integer('walk_mm'),
    orders: integer('orders').notNull(),
    units: integer('units').notNull(),
    /** Its orders not picked yet, not packed yet, and removed (cancelled, short). */
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

/** Wave rules of a warehouse: which waiting outbound orders go together, how many, and how they are picked. */
export const waveRule = companyTable(
  'wave_rule',
  {
    warehouseId: reference('warehouse_id').notNull(),
    name: text('name').notNull(),
    /** Rules take waiting outbound orders in this order. A later rule does not see what an earlier one took. */
    position: integer('position').notNull().default(0),
    enabled: boolean('enabled').notNull().default(true),
    /** any | single | multi */
    lines: text('lines').notNull().default('any'),
    /** Only orders of this shipping channel. */
    channelId: reference('channel_id'),
    /** Only orders whose products are all in this area. */
    area: rawText('area').notNull().default(''),
    sameChannel: boolean('same_channel').notNull().default(false),
    sameArea: boolean('same_area').notNull().default(false),
    /** The carrier's pickup time at the warehouse (HH:MM). Pages show the time left. */
    cutOff: text('cut_off').notNull().default(''),
    maxOrders: integer('max_orders').notNull().default(50),
    maxLines: integer('max_lines'),
    maxUnits: integer('max_units'),
    method: text('method').notNull().default('cart'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('wave_rule_name').on(t.companyId, t.warehouseId, t.name),
    check('wave_rule_limits', sql`max_orders > 0 and max_lines > 0 and max_units > 0`),
    check(
      'wave_rule_known',
      sql`lines in ('any', 'single', 'multi') and method in ('orders', 'batch', 'cart', 'single')`,
    ),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
  ],
);

/** Carton types of a company: inner size and empty weight. */
export const cartonType = companyTable(
  'carton_type',
  {
    name: text('name').notNull(),
    lengthMm: integer('length_mm').notNull(),
    widthMm: integer('width_mm').notNull(),
    heightMm: integer('height_mm').notNull(),
    weightGrams: integer('weight_grams').notNull().default(0),
    maxWeightGrams: integer('max_weight_grams'),
    enabled: boolean('enabled').notNull().default(true),
  },
  (t) => [
    uniqueIndex('carton_type_name').on(t.companyId, t.name),
    check(
      'carton_type_measures',
      sql`length_mm > 0 and width_mm > 0 and height_mm > 0 and weight_grams >= 0 and max_weight_grams > 0`,
    ),
  ],
);

/** A pick task: units of a product to take from one location for an outbound line. */
export const pickLine = companyTable(
  'pick_line',
  {
    waveId: reference('wave_id').notNull(),
    outboundId: reference('outbound_id').notNull(),
    outboundLineId: reference('outbound_line_id').notNull(),
    productId: reference('product_id').notNull(),
    locationId: reference('location_id').notNull(),
    batchId: reference('batch_id').notNull().default(0),
    pathOrder: integer('path_order').notNull(),
    quantity: integer('quantity').notNull(),
    picked: integer('picked').notNull().default(0),
    /** Counts scans: makes each scan's movement step unique, including undone ones. */
    scans: integer('scans').notNull().default(0),
    /** open | done | short | cancelled */
    state: text('state').notNull().default('open'),
    pickedBy: text('picked_by'),
    pickedAt: instant('picked_at'),
  },
  (t) => [
    index('pick_line_wave').on(t.companyId, t.waveId, t.pathOrder, t.id),
    index('pick_line_outbound').on(t.companyId, t.outboundId),
    index('pick_line_batch').on(t.companyId, t.batchId).where(sql`batch_id <> 0`),
    check('pick_line_counts', sql`quantity > 0 and picked between 0 and quantity`),
  ],
);

/** A scanner or phone, and the number of its newest answered scan. */
export const scanDevice = companyKeyedTable(
  'scan_device',
  {
    /** Created by the device on first use. */
    device: rawText('device').notNull(),
    last: integer('last').notNull(),
    seenAt: instant('seen_at').notNull(),
    userId: reference('user_id').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [keyOf(t.companyId, t.device)],
);

/**
 * Scans, numbered by the device: each runs once and in its device's order, however often it is sent. Rejected ones stay
 * here for the list of scans not booked.
 */
export const scanLog = companyTable(
  'scan_log',
  {
    /** Created by the device on first use. */
    device: rawText('device').notNull(),
    seq: integer('seq').notNull(),
    kind: text('kind').notNull(),
    payload: jsonb('payload').notNull().$type<Record<string, unknown>>(),
    /** The object of the scan, e.g. "stop 17": it finds the earlier scan of another device. */
    about: text('about').notNull().default(''),
    warehouseId: reference('warehouse_id'),
    /** The device's time of the scan, and our time of arrival. */
    scannedAt: instant('scanned_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** done | refused */
    outcome: text('outcome').notNull(),
    code: text('code'),
    params: jsonb('params').$type<Record<string, string | number>>(),
    /** The answer to the scan. */
    result: jsonb('result').$type<unknown>(),
    /** Of rejected ones: who resolved it, and when. */
    settledBy: text('settled_by'),
    settledAt: instant('settled_at'),
    userId: reference('user_id').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    uniqueIndex('scan_log_once').on(t.companyId, t.device, t.seq),
    index('scan_log_refused').on(t.companyId, t.id.desc()).where(sql`outcome = 'refused'`),
    index('scan_log_about').on(t.companyId, t.about, t.id).where(sql`about <> ''`),
    check('scan_log_outcome', sql`outcome in ('done', 'refused') and seq > 0`),
  ],
);
