import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyTable, instant, rawText, reference, unitCost } from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';
import { shop } from '../channels/channels.tables.ts';
import { inbound } from '../warehouse/inbound.tables.ts';
import { warehouse } from '../warehouse/warehouse.tables.ts';

const measure = (name: string) => numeric(name, { precision: 10, scale: 3 });
const BASES = sql.raw(`basis in ('weight', 'volume', 'value', 'quantity')`);

/** An FBA shipment: goods sent to a platform's warehouses under one plan. */
export const fbaShipment = companyTable(
  'fba_shipment',
  {
    number: rawText('number').notNull(),
    shopId: reference('shop_id').notNull(),
    marketplaceId: text('marketplace_id').notNull(),
    /** Our warehouse that ships, and the platform's, created at shipping. */
    warehouseId: reference('warehouse_id').notNull(),
    fbaWarehouseId: reference('fba_warehouse_id'),
    name: text('name').notNull(),
    /** In lower case, for the search. */
    nameLower: rawText('name_lower').generatedAlwaysAs(sql`lower(name)`),
    state: text('state').notNull().default('draft'),
    /** The step in progress at the platform: plan, pack, place, transport, track, cancel; '' for none. */
    step: text('step').notNull().default(''),
    /** The task of the step, from 0, and the platform's operation. */
    stepAt: integer('step_at').notNull().default(0),
    operationId: text('operation_id'),
    /** Why the step failed: a person checks, edits and retries. */
    stepError: text('step_error'),
    planId: text('plan_id'),
    /** The platform's options: [{id, status, shipmentIds, fees, expiresAt}] */
    placements: jsonb('placements').notNull().default([]),
    placementId: text('placement_id'),
    readyOn: date('ready_on'),
    /** Its units are allocated in our warehouse. */
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
    /** Only products of the same group can share a box. */
    packingGroup: text('packing_group').notNull().default(''),
    /** Base currency per product unit: cost, and its share of freight and fees. */
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

/** One of the platform's shipments of the plan, with its own warehouse, labels and counts. */
export const fbaPart = companyTable(
  'fba_part',
  {
    shipmentId: reference('shipment_id').notNull(),
    platformId: text('platform_id').notNull(),
    /** FBA...: printed on labels. */
    confirmationId: rawText('confirmation_id').notNull().default(''),
    destination: text('destination').notNull().default(''),
    address: jsonb('address'),
    /** The platform's status. */
    status: text('status').notNull().default(''),
    /** [{id, mode, solution, carrier, needsWindow, cost, currency, expiresAt}] */
    transports: jsonb('transports').notNull().default([]),
    transportId: text('transport_id'),
    windowFrom: instant('window_from'),
    windowTo: instant('window_to'),
    labelsKey: text('labels_key'),
    inboundId: reference('inbound_id'),
    /** When the received quantities were last read, and why they could not be booked. */
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

/** Units of a line in a part, in listing units, with the platform's received count. */
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
    /** FBA...U000001: assigned by the platform once the transport is confirmed. */
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

/** A discrepancy case: the platform received less or more than was shipped. */
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
    /** The platform's deadline for claims. */
    dueOn: date('due_on').notNull(),
    /** The platform's claim number. */
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

/** Costs of a shipment or first leg beside its goods; allocated to its lines at shipping. */
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
    /** In base currency, at the exchange rate of the allocation day. */
    baseAmount: amount('base_amount'),
  },
  (t) => [
    index('transit_cost_of').on(t.companyId, t.docKind, t.docId, t.id),
    check('transit_cost_known', sql`doc_kind in ('fba_shipment', 'transit_leg') and ${BASES} and amount > 0`),
  ],
);

/** A first leg: goods that a forwarder brings to a warehouse, from our warehouse or a supplier. */
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
    /** In lower case, for the search. */
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
    /** Base currency per unit: the supplier's price, or the FIFO cost at shipping from our warehouse. */
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
