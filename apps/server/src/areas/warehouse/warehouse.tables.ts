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
    /** What the provider that runs it calls it; empty: our own people work in it. */
    providerCode: rawText('provider_code').notNull().default(''),
    personInCharge: text('person_in_charge').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    /** Full-warehouse count: while confirmed nothing else may move here. */
    counting: boolean('counting').notNull().default(false),
    /** Order in which warehouses are asked for stock; lower first. */
    priority: integer('priority').notNull().default(100),
    /**
     * What is left of the money laid down with whoever runs it; null: nothing is. In the company's currency, as the fee.
     * Below zero: a provider took more than was there.
     */
    prepaidBalance: amount('prepaid_balance'),
    /** What they take for an order. */
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

/** Money laid down with whoever runs a warehouse (positive), and taken for an order or by the house (negative): appended to, never changed. */
export const warehousePrepayment = companyTable(
  'warehouse_prepayment',
  {
    warehouseId: reference('warehouse_id').notNull(),
    /** What the fee was taken for. */
    outboundId: reference('outbound_id'),
    /** Of an order, empty: our own estimate; replaced: given back for the provider's own fee; fee:41: that fee. */
    reference: rawText('reference').notNull().default(''),
    amount: amount('amount').notNull(),
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
    /** Units that fit in; null: nobody has said. */
    capacity: integer('capacity'),
    /** On the floor plan, in mm from its upper left corner; null: not drawn yet. Stacked levels share their place. */
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

/** How a company calls the systems that run its warehouses; `warehouse.provider` names one. */
export const warehouseWms = companyKeyedTable(
  'warehouse_wms',
  {
    system: rawText('system').notNull(),
    name: text('name').notNull(),
  },
  (t) => [keyOf(t.companyId, t.system)],
);

/** Amazon's label code under which a product lies in a warehouse. */
export const warehouseFnsku = companyTable(
  'warehouse_fnsku',
  {
    warehouseId: reference('warehouse_id').notNull(),
    productId: reference('product_id').notNull(),
    fnsku: rawText('fnsku').notNull(),
  },
  (t) => [
    uniqueIndex('warehouse_fnsku_product').on(t.companyId, t.warehouseId, t.productId),
    // A label names one product.
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
    /** Of a batch pick: laid into its order's slot of the sort wall. */
    sorted: integer('sorted').notNull().default(0),
    packed: integer('packed').notNull().default(0),
  },
  (t) => [
    uniqueIndex('outbound_line_order_line').on(t.companyId, t.outboundId, t.orderLineId),
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
    /** How long its walk was when it was made; null: its locations are not drawn. */
    walkMm: integer('walk_mm'),
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

/** Waves as a warehouse keeps making them: which waiting outbounds go together, how many, and how they are picked. */
export const waveRule = companyTable(
  'wave_rule',
  {
    warehouseId: reference('warehouse_id').notNull(),
    name: text('name').notNull(),
    /** Rules take waiting outbounds in this order; what one has taken the next does not see. */
    position: integer('position').notNull().default(0),
    enabled: boolean('enabled').notNull().default(true),
    /** any | single | multi */
    lines: text('lines').notNull().default('any'),
    /** Only of this shipping channel. */
    channelId: reference('channel_id'),
    /** Only what lies wholly in this area. */
    area: rawText('area').notNull().default(''),
    sameChannel: boolean('same_channel').notNull().default(false),
    sameArea: boolean('same_area').notNull().default(false),
    /** The carrier's van comes at this time of the warehouse's day (HH:MM): the pages say how long is left. */
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

/** Boxes that a company packs in: what fits into one and what it weighs empty. */
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

/** One stop of a picker: so many of a product from a location for an outbound line. */
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
    index('pick_line_batch').on(t.companyId, t.batchId).where(sql`batch_id <> 0`),
    check('pick_line_counts', sql`quantity > 0 and picked between 0 and quantity`),
  ],
);

/** A scanner or phone, and the number of its newest scan that was answered. */
export const scanDevice = companyKeyedTable(
  'scan_device',
  {
    /** Made by the device when it is first used. */
    device: rawText('device').notNull(),
    last: integer('last').notNull(),
    seenAt: instant('seen_at').notNull(),
    userId: reference('user_id').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [keyOf(t.companyId, t.device)],
);

/**
 * What scanners told, numbered by the device: each scan is carried out once and in its device's order, however often it
 * is sent. What was refused stays here: the merge report.
 */
export const scanLog = companyTable(
  'scan_log',
  {
    /** Made by the device when it is first used. */
    device: rawText('device').notNull(),
    seq: integer('seq').notNull(),
    kind: text('kind').notNull(),
    payload: jsonb('payload').notNull().$type<Record<string, unknown>>(),
    /** What it was done to, e.g. "stop 17": by it the scan of another device is found that came first. */
    about: text('about').notNull().default(''),
    warehouseId: reference('warehouse_id'),
    /** The device's clock when it was scanned; when it came here. */
    scannedAt: instant('scanned_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** done | refused */
    outcome: text('outcome').notNull(),
    code: text('code'),
    params: jsonb('params').$type<Record<string, string | number>>(),
    /** What the scan's doer answered. */
    result: jsonb('result').$type<unknown>(),
    /** Of refused ones: who looked at it, and when. */
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
