import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyTable, instant, rawText, reference, unitCost } from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';
import { shop } from '../channels/channels.tables.ts';
import { inbound } from '../warehouse/inbound.tables.ts';
import { warehouse } from '../warehouse/warehouse.tables.ts';

const measure = (name: string) => numeric(name, { precision: 10, scale: 3 });
const BASES = sql.raw(`basis in ('weight', 'volume', 'value', 'quantity')`);

/** Goods sent into a marketplace's own warehouses by one plan of the platform. */
export const fbaShipment = companyTable(
  'fba_shipment',
  {
    number: rawText('number').notNull(),
    shopId: reference('shop_id').notNull(),
    marketplaceId: text('marketplace_id').notNull(),
    /** Ours, where the goods leave from, and the platform's, made when they do. */
    warehouseId: reference('warehouse_id').notNull(),
    fbaWarehouseId: reference('fba_warehouse_id'),
    name: text('name').notNull(),
    /** In small letters, as it is searched by. */
    nameLower: rawText('name_lower').generatedAlwaysAs(sql`lower(name)`),
    state: text('state').notNull().default('draft'),
    /** What the platform is being told: plan, pack, place, transport, track, cancel; '' while nothing is. */
    step: text('step').notNull().default(''),
    /** The task of the step, from 0, and the platform's operation that works on it. */
    stepAt: integer('step_at').notNull().default(0),
    operationId: text('operation_id'),
    /** Why it does not go on: a person looks, changes something and tries again. */
    stepError: text('step_error'),
    planId: text('plan_id'),
    /** What the platform offers: [{id, status, shipmentIds, fees, expiresAt}] */
    placements: jsonb('placements').notNull().default([]),
    placementId: text('placement_id'),
    readyOn: date('ready_on'),
    /** Units of it are reserved in our warehouse. */
    held: boolean('held').notNull().default(false),
    remark: text('remark').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    shippedAt: instant('shipped_at'),
    closedAt: instant('closed_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('fba_shipment_number').on(t.companyId, t.number),
    index('fba_shipment_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('fba_shipment_shop').on(t.companyId, t.shopId, t.state),
    index('fba_shipment_name').on(t.companyId, t.nameLower),
    check(
      'fba_shipment_state_known',
      sql`state in ('draft', 'planned', 'packed', 'placed', 'transport', 'shipped', 'receiving', 'closed', 'cancelled')`,
    ),
    check('fba_shipment_step_known', sql`step in ('', 'plan', 'pack', 'place', 'transport', 'track', 'cancel')`),
    check(
      'fba_shipment_step_sense',
      sql`step_at >= 0 and (step <> '' or (step_error is null and operation_id is null))`,
    ),
    check('fba_shipment_holds', sql`not held or state not in ('shipped', 'receiving', 'closed', 'cancelled')`),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
    belongsTo([t.companyId, t.fbaWarehouseId], [warehouse.companyId, warehouse.id]),
  ],
);

export const fbaLine = companyTable(
  'fba_line',
  {
    shipmentId: reference('shipment_id').notNull(),
    productId: reference('product_id').notNull(),
    sellerSku: rawText('seller_sku').notNull(),
    /** Units of the product in one unit of the listing. */
    factor: integer('factor').notNull().default(1),
    /** Units of the listing, as the platform counts. */
    quantity: integer('quantity').notNull(),
    labelOwner: text('label_owner').notNull(),
    prepOwner: text('prep_owner').notNull(),
    expiresOn: date('expires_on'),
    asin: text('asin').notNull().default(''),
    fnsku: text('fnsku').notNull().default(''),
    /** Only goods of one group may lie in a box together. */
    packingGroup: text('packing_group').notNull().default(''),
    /** Base currency per unit of the product: what it cost us, and its share of freight and fees. */
    goodsCost: unitCost('goods_cost'),
    landedCost: unitCost('landed_cost'),
  },
  (t) => [
    uniqueIndex('fba_line_sku').on(t.companyId, t.shipmentId, t.sellerSku),
    index('fba_line_product').on(t.companyId, t.productId),
    index('fba_line_seller_sku').on(t.companyId, t.sellerSku),
    check('fba_line_counts', sql`quantity > 0 and factor > 0`),
    check(
      'fba_line_owners',
      sql`label_owner in ('AMAZON', 'SELLER', 'NONE') and prep_owner in ('AMAZON', 'SELLER', 'NONE')`,
    ),
    belongsTo([t.companyId, t.shipmentId], [fbaShipment.companyId, fbaShipment.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);

/** One of the shipments that the platform split the plan into: its own warehouse, labels and counts. */
export const fbaPart = companyTable(
  'fba_part',
  {
    shipmentId: reference('shipment_id').notNull(),
    platformId: text('platform_id').notNull(),
    /** FBA...: what stands on labels. */
    confirmationId: rawText('confirmation_id').notNull().default(''),
    destination: text('destination').notNull().default(''),
    address: jsonb('address'),
    /** The platform's word. */
    status: text('status').notNull().default(''),
    /** [{id, mode, solution, carrier, needsWindow, cost, currency, expiresAt}] */
    transports: jsonb('transports').notNull().default([]),
    transportId: text('transport_id'),
    windowFrom: instant('window_from'),
    windowTo: instant('window_to'),
    labelsKey: text('labels_key'),
    inboundId: reference('inbound_id'),
    /** When the platform was last asked what it counted of it, and why that could not be taken in. */
    readAt: instant('read_at'),
    readError: text('read_error'),
  },
  (t) => [
    uniqueIndex('fba_part_platform').on(t.companyId, t.shipmentId, t.platformId),
    index('fba_part_confirmation').on(t.companyId, t.confirmationId),
    index('fba_part_inbound').on(t.companyId, t.inboundId).where(sql`inbound_id is not null`),
    belongsTo([t.companyId, t.shipmentId], [fbaShipment.companyId, fbaShipment.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.inboundId], [inbound.companyId, inbound.id]),
  ],
);

/** So many of a line in a part, in units of the listing; what the platform counted of them. */
export const fbaPartLine = companyTable(
  'fba_part_line',
  {
    partId: reference('part_id').notNull(),
    lineId: reference('line_id').notNull(),
    quantity: integer('quantity').notNull(),
    received: integer('received').notNull().default(0),
  },
  (t) => [
    uniqueIndex('fba_part_line_once').on(t.companyId, t.partId, t.lineId),
    index('fba_part_line_of').on(t.companyId, t.lineId),
    check('fba_part_line_counts', sql`quantity > 0 and received >= 0`),
    belongsTo([t.companyId, t.partId], [fbaPart.companyId, fbaPart.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.lineId], [fbaLine.companyId, fbaLine.id]),
  ],
);

export const fbaBox = companyTable(
  'fba_box',
  {
    shipmentId: reference('shipment_id').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    lengthCm: measure('length_cm').notNull(),
    widthCm: measure('width_cm').notNull(),
    heightCm: measure('height_cm').notNull(),
    weightKg: measure('weight_kg').notNull(),
    contents: jsonb('contents').notNull().$type<{ lineId: number; quantity: number }[]>(),
    partId: reference('part_id'),
    /** FBA...U000001: the platform's, once the transport is agreed. */
    boxId: rawText('box_id').notNull().default(''),
    trackingNumber: rawText('tracking_number').notNull().default(''),
  },
  (t) => [
    uniqueIndex('fba_box_number').on(t.companyId, t.shipmentId, t.number),
    index('fba_box_part').on(t.companyId, t.partId).where(sql`part_id is not null`),
    check('fba_box_measures', sql`length_cm > 0 and width_cm > 0 and height_cm > 0 and weight_kg > 0`),
    belongsTo([t.companyId, t.shipmentId], [fbaShipment.companyId, fbaShipment.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.partId], [fbaPart.companyId, fbaPart.id]),
  ],
);

/** The platform counted less or more than was sent. */
export const fbaCase = companyTable(
  'fba_case',
  {
    number: rawText('number').notNull(),
    shipmentId: reference('shipment_id').notNull(),
    partLineId: reference('part_line_id').notNull(),
    /** short, over */
    kind: text('kind').notNull(),
    quantity: integer('quantity').notNull(),
    state: text('state').notNull().default('open'),
    /** Until then the platform hears it. */
    dueOn: date('due_on').notNull(),
    /** The platform's number of the claim. */
    claim: text('claim').notNull().default(''),
    amount: amount('amount'),
    currency: text('currency').notNull().default('USD'),
    remark: text('remark').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('fba_case_number').on(t.companyId, t.number),
    uniqueIndex('fba_case_once').on(t.companyId, t.partLineId),
    index('fba_case_state').on(t.companyId, t.state, t.dueOn),
    index('fba_case_shipment').on(t.companyId, t.shipmentId),
    check('fba_case_known', sql`kind in ('short', 'over') and state in ('open', 'sent', 'reimbursed', 'rejected')`),
    check('fba_case_money', sql`quantity > 0 and (state <> 'reimbursed' or amount > 0)`),
    belongsTo([t.companyId, t.shipmentId], [fbaShipment.companyId, fbaShipment.id]),
    belongsTo([t.companyId, t.partLineId], [fbaPartLine.companyId, fbaPartLine.id]),
  ],
);

/** What a shipment or a leg costs beside its goods; spread over its lines when it leaves. */
export const transitCost = companyTable(
  'transit_cost',
  {
    /** fba_shipment, transit_leg */
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    kind: text('kind').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    basis: text('basis').notNull(),
    /** In the base currency, by the rate of the day on which it was spread. */
    baseAmount: amount('base_amount'),
  },
  (t) => [
    index('transit_cost_of').on(t.companyId, t.docKind, t.docId, t.id),
    check('transit_cost_known', sql`doc_kind in ('fba_shipment', 'transit_leg') and ${BASES} and amount > 0`),
  ],
);

/** Goods on their way to a warehouse by a forwarder, from a warehouse of ours or from a supplier. */
export const transitLeg = companyTable(
  'transit_leg',
  {
    number: rawText('number').notNull(),
    fromWarehouseId: reference('from_warehouse_id'),
    supplier: text('supplier').notNull().default(''),
    warehouseId: reference('warehouse_id').notNull(),
    state: text('state').notNull().default('draft'),
    mode: text('mode').notNull(),
    forwarder: text('forwarder').notNull().default(''),
    /** In small letters, as it is searched by. */
    forwarderLower: rawText('forwarder_lower').generatedAlwaysAs(sql`lower(forwarder)`),
    container: rawText('container').notNull().default(''),
    trackingNumber: rawText('tracking_number').notNull().default(''),
    cartons: integer('cartons').notNull().default(0),
    departOn: date('depart_on'),
    etaOn: date('eta_on'),
    arrivedOn: date('arrived_on'),
    held: boolean('held').notNull().default(false),
    inboundId: reference('inbound_id'),
    remark: text('remark').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('transit_leg_number').on(t.companyId, t.number),
    index('transit_leg_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('transit_leg_forwarder').on(t.companyId, t.forwarderLower).where(sql`forwarder_lower <> ''`),
    index('transit_leg_container').on(t.companyId, t.container).where(sql`container <> ''`),
    index('transit_leg_tracking').on(t.companyId, t.trackingNumber).where(sql`tracking_number <> ''`),
    check(
      'transit_leg_state_known',
      sql`state in ('draft', 'submitted', 'shipped', 'arrived', 'received', 'cancelled')`,
    ),
    check('transit_leg_mode', sql`mode in ('sea', 'air', 'rail', 'truck', 'express')`),
    check('transit_leg_origin', sql`(from_warehouse_id is null) = (supplier <> '')`),
    check('transit_leg_ways', sql`from_warehouse_id <> warehouse_id and cartons >= 0 and eta_on >= depart_on`),
    check('transit_leg_holds', sql`not held or (state = 'submitted' and from_warehouse_id is not null)`),
    belongsTo([t.companyId, t.fromWarehouseId], [warehouse.companyId, warehouse.id]),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
    belongsTo([t.companyId, t.inboundId], [inbound.companyId, inbound.id]),
  ],
);

export const transitLegLine = companyTable(
  'transit_leg_line',
  {
    legId: reference('leg_id').notNull(),
    productId: reference('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** Base currency per unit: what a supplier takes, or what FIFO says when it leaves a warehouse of ours. */
    goodsCost: unitCost('goods_cost'),
    landedCost: unitCost('landed_cost'),
    received: integer('received').notNull().default(0),
  },
  (t) => [
    uniqueIndex('transit_leg_line_product').on(t.companyId, t.legId, t.productId),
    index('transit_leg_line_of_product').on(t.companyId, t.productId),
    check('transit_leg_line_counts', sql`quantity > 0 and received >= 0`),
    belongsTo([t.companyId, t.legId], [transitLeg.companyId, transitLeg.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
  ],
);
