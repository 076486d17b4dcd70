import type { ShippingOption } from '@tradewind/connectors/capabilities/shipments.ts';
import type { DutyEstimate } from '@tradewind/contract/logistics.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  bytes,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../core/database/table.ts';
import { shop } from '../channels/channels.tables.ts';
import { warehouse } from '../warehouse/warehouse.tables.ts';

export const carrierAccount = companyTable(
  'carrier_account',
  {
    carrier: text('carrier').notNull(),
    name: text('name').notNull(),
    accountNumber: text('account_number').notNull(),
    /** Encrypted JSON of the keys by name. */
    credentials: bytes('credentials').notNull(),
    /** Encrypted JSON of the carrier's token. */
    tokens: bytes('tokens'),
    state: text('state').notNull().default('authorized'),
    lastError: text('last_error'),
    /** Uses the sandbox's stand-in instead of the carrier. */
    sandbox: boolean('sandbox').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    /** Part of the address to which the carrier sends news. */
    pushKey: rawText('push_key').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('carrier_account_number').on(t.companyId, t.carrier, t.accountNumber),
    index('carrier_account_push').on(t.pushKey),
  ],
);

/** A shipping channel: a carrier's service, or "own" (handed over without a bought label). */
export const shippingChannel = companyTable(
  'shipping_channel',
  {
    name: text('name').notNull(),
    carrierAccountId: reference('carrier_account_id'),
    carrier: text('carrier').notNull(),
    /** Empty: the cheapest allowed service of the carrier. */
    serviceCode: text('service_code').notNull().default(''),
    allowedServices: text('allowed_services').array().notNull().default(sql`'{}'`),
    /** How a service is chosen where none is fixed: price | promise | inTime. */
    chooseBy: text('choose_by').notNull().default('price'),
    /** A rate that rose by more than this since it was compared waits for a person. */
    priceRisePercent: integer('price_rise_percent').notNull().default(10),
    /** The carrier's name on platforms without a name of their own (carrierMapping). */
    platformCarrierCode: text('platform_carrier_code').notNull(),
    /** Countries with a billing zone; empty: all. */
    countries: text('countries').array().notNull().default(sql`'{}'`),
    /** Kinds of compliance papers without which it carries nothing. */
    demands: text('demands').array().notNull().default(sql`'{}'`),
    /** DDP: we pay duty and import VAT. DAP: the recipient does. */
    dutyTerms: text('duty_terms').notNull().default('DAP'),
    /** A carrier checks the address before a label is bought. */
    checksAddresses: boolean('checks_addresses').notNull().default(false),
    /** Our commercial invoice goes to the carrier electronically. */
    sendsInvoice: boolean('sends_invoice').notNull().default(false),
    /** A post carries it: CN 22 or CN 23 across a border. */
    postal: boolean('postal').notNull().default(false),
    /** Delivered against a signature. */
    signature: boolean('signature').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    isDefault: boolean('is_default').notNull().default(false),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('shipping_channel_name').on(t.companyId, t.name),
    check('shipping_channel_duty_terms', sql`duty_terms in ('DAP', 'DDP')`),
    uniqueIndex('shipping_channel_default').on(t.companyId).where(sql`is_default`),
    check('shipping_channel_price_rise', sql`price_rise_percent between 0 and 1000`),
    check('shipping_channel_choose_by', sql`choose_by in ('price', 'promise', 'inTime')`),
  ],
);

/** Channels that ship from an own warehouse; a warehouse without rows uses all. */
export const warehouseChannel = companyKeyedTable(
  'warehouse_channel',
  {
    warehouseId: reference('warehouse_id').notNull(),
    channelId: reference('channel_id').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.warehouseId, t.channelId),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]).onDelete('cascade'),
    // No cascade: a warehouse without rows would use all channels.
    belongsTo([t.companyId, t.channelId], [shippingChannel.companyId, shippingChannel.id]),
    index('warehouse_channel_of').on(t.companyId, t.channelId),
  ],
);

/** The carrier's name for a channel on one platform. */
export const carrierMapping = companyKeyedTable(
  'carrier_mapping',
  {
    channelId: reference('channel_id').notNull(),
    platform: text('platform').notNull(),
    code: text('code').notNull(),
    /** Empty where a person typed the code, which is then the name. */
    name: text('name').notNull().default(''),
  },
  (t) => [
    keyOf(t.companyId, t.channelId, t.platform),
    belongsTo([t.companyId, t.channelId], [shippingChannel.companyId, shippingChannel.id]).onDelete('cascade'),
  ],
);

/** The carriers that a platform accepts, as last loaded. */
export const platformCarriers = companyKeyedTable(
  'platform_carriers',
  {
    platform: text('platform').notNull(),
    carriers: jsonb('carriers').$type<{ code: string; name: string }[]>().notNull(),
    readAt: instant('read_at').notNull(),
  },
  (t) => [keyOf(t.companyId, t.platform)],
);

/** A shop's ways of delivery, as last loaded. */
export const shopShippingOptions = companyKeyedTable(
  'shop_shipping_options',
  {
    shopId: reference('shop_id').notNull(),
    options: jsonb('options').$type<ShippingOption[]>().notNull(),
    readAt: instant('read_at').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.shopId),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]).onDelete('cascade'),
  ],
);

/**
 * A packed box, or the parcel of a return. packed -> buying -> labelled -> shipped -> delivered. buying -> uncertain when the answer of the
 * carrier is lost: looks it up by `reference` before buying another label. labelled -> voiding -> voided returns a
 * label. failed: the carrier refused the purchase; it can be retried.
 */
export const parcel = companyTable(
  'parcel',
  {
    /** Our unique reference at the carrier. */
    reference: rawText('reference').notNull(),
    /** Null: the parcel brings goods of `returnId` back. */
    outboundId: reference('outbound_id'),
    /** The return whose goods its label brings from the buyer to the warehouse. */
    returnId: reference('return_id'),
    orderId: reference('order_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    /** Copied for lists and scope, so that they need no join. */
    shopId: reference('shop_id').notNull(),
    orderNo: text('order_no').notNull(),
    country: text('country').notNull().default(''),
    /** Of the postcode it went to, three characters; written when it ships. */
    postalPrefix: rawText('postal_prefix').notNull().default(''),
    channelId: reference('channel_id'),
    carrierAccountId: reference('carrier_account_id'),
    state: text('state').notNull(),
    /** Start of the step: a purchase in progress for over a minute has lost its process. */
    stateAt: instant('state_at').notNull().defaultNow(),
    weightGrams: integer('weight_grams').notNull(),
    /** Created before packing, with the weight of its products. */
    estimated: boolean('estimated').notNull().default(false),
    /** The packed weight of a box whose label was bought before packing. */
    weighedGrams: integer('weighed_grams'),
    lengthMm: integer('length_mm'),
    widthMm: integer('width_mm'),
    heightMm: integer('height_mm'),
    carrier: text('carrier').notNull().default(''),
    serviceCode: text('service_code').notNull().default(''),
    serviceName: text('service_name').notNull().default(''),
    shipmentId: text('shipment_id'),
    trackingNumber: rawText('tracking_number'),
    /** 100 x 150 mm, made from the carrier's label. */
    labelFile: text('label_file'),
    /** The carrier's original label, for label printers that speak its language. */
    labelRawFile: text('label_raw_file'),
    customsFile: text('customs_file'),
    labelCost: amount('label_cost'),
    labelCurrency: text('label_currency'),
    /** Its rate, where the label cost more than that by more than its channel allows; in the label's currency. */
    quotedCost: amount('quoted_cost'),
    /** Duty by the rates of the day on which the label was bought. */
    dutyEstimate: jsonb('duty_estimate').$type<DutyEstimate>(),
    /** All compared rates, cheapest first. */
    quotes: jsonb('quotes').$type<Record<string, unknown>[]>(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** What is amiss with the bought label though it holds: words of the carrier, or a code of ours as in `last_error`. */
    remarks: text('remarks').array().notNull().default(sql`'{}'`),
    /** The carrier's number of our invoice that went there electronically. */
    invoicePaper: text('invoice_paper'),
    /** Why it did not: then it is to be printed. */
    invoiceError: text('invoice_error'),
    stage: text('stage').notNull().default('unknown'),
    lastScanAt: instant('last_scan_at'),
    lastScan: text('last_scan').notNull().default(''),
    /** The day by which its lane delivers; null where too few parcels went there. */
    promisedOn: date('promised_on'),
    /** Without another event until then it is silent; null where none is expected. */
    silentAfter: instant('silent_after'),
    /** Failed tracking requests in a row. */
    trackFailures: integer('track_failures').notNull().default(0),
    trackedAt: instant('tracked_at'),
    nextTrackAt: instant('next_track_at'),
    /** Since then the carrier or the tracker sends news by itself. */
    followedAt: instant('followed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    boughtAt: instant('bought_at'),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    voidedAt: instant('voided_at'),
  },
  (t) => [
    uniqueIndex('parcel_reference').on(t.companyId, t.reference),
    uniqueIndex('parcel_live_outbound').on(t.companyId, t.outboundId).where(sql`state not in ('voided', 'failed')`),
    uniqueIndex('parcel_live_return')
      .on(t.companyId, t.returnId)
      .where(sql`return_id is not null and state <> 'voided'`),
    index('parcel_outbound').on(t.companyId, t.outboundId),
    index('parcel_order').on(t.companyId, t.orderId),
    index('parcel_tracking').on(t.companyId, t.trackingNumber),
    index('parcel_due').on(t.companyId, t.nextTrackAt).where(sql`next_track_at is not null`),
    index('parcel_state').on(t.companyId, t.state, t.id),
    index('parcel_stage').on(t.companyId, t.stage, t.id.desc().nullsFirst()),
    index('parcel_shop').on(t.companyId, t.shopId, t.id.desc().nullsFirst()).where(sql`tracking_number is not null`),
    index('parcel_back')
      .on(t.companyId, t.id.desc().nullsFirst())
      .where(sql`return_id is not null and tracking_number is not null`),
    index('parcel_numbered').on(t.companyId, t.id.desc().nullsFirst()).where(sql`tracking_number is not null`),
    index('parcel_bought').on(t.companyId, t.channelId, t.boughtAt, t.id).where(sql`bought_at is not null`),
    index('parcel_bought_at').on(t.companyId, t.boughtAt).where(sql`bought_at is not null`),
    index('parcel_dearer').on(t.companyId, t.id.desc().nullsFirst()).where(sql`quoted_cost is not null`),
    index('parcel_silent').on(t.companyId, t.silentAfter).where(sql`state = 'shipped'`),
    index('parcel_shipped_at').on(t.companyId, t.shippedAt).where(sql`shipped_at is not null`),
    check('parcel_outbound_or_return', sql`(outbound_id is null) = (return_id is not null)`),
    check(
      'parcel_state_known',
      sql`state in ('packed','buying','uncertain','labelled','voiding','voided','failed','shipped','delivered')`,
    ),
  ],
);

/** Orders whose carriers are called in the background, with each result. */
export const sendRun = companyTable(
  'send_run',
  {
    /** freight, label, price, send */
    act: text('act').notNull(),
    userId: reference('user_id'),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    /** Not processed yet. */
    waiting: bigint('waiting', { mode: 'number' }).array().notNull(),
    /** [{id, label, code, params}] */
    failed: jsonb('failed').$type<Record<string, unknown>[]>().notNull().default([]),
    /** What labels would cost: [{id, amount, currency}] */
    found: jsonb('found').$type<Record<string, unknown>[]>().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  () => [check('send_run_act', sql`act in ('freight', 'label', 'price', 'send')`)],
);

/**
 * The parcels that one carrier, one platform's logistics or one channel collects from a warehouse. open -> closed ->
 * handed; a closed manifest can be reopened until pickup.
 */
export const manifest = companyTable(
  'manifest',
  {
    /** Assigned when it is first closed, so that numbers have no gaps. */
    number: rawText('number'),
    warehouseId: reference('warehouse_id').notNull(),
    carrier: text('carrier').notNull(),
    /** The platform whose logistics carries the parcels. */
    platform: text('platform').notNull().default(''),
    /** Null: all channels of the carrier. */
    channelId: reference('channel_id'),
    onDay: date('on_day').notNull(),
    state: text('state').notNull().default('open'),
    /** The carrier's own manifest document. */
    carrierFile: text('carrier_file'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    closedBy: text('closed_by'),
    closedAt: instant('closed_at'),
    handedBy: text('handed_by'),
    handedAt: instant('handed_at'),
  },
  (t) => [
    uniqueIndex('manifest_number').on(t.companyId, t.number),
    uniqueIndex('manifest_open')
      .on(t.companyId, t.warehouseId, t.carrier, t.platform, sql`coalesce(${t.channelId}, 0)`, t.onDay)
      .where(sql`state = 'open'`),
    index('manifest_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    check('manifest_state_known', sql`state in ('open', 'closed', 'handed', 'cancelled')`),
    check('manifest_numbered', sql`state = 'open' or number is not null`),
  ],
);

export const manifestParcel = companyKeyedTable(
  'manifest_parcel',
  {
    manifestId: reference('manifest_id').notNull(),
    parcelId: reference('parcel_id').notNull(),
    /** Value at the time of adding. */
    weightGrams: integer('weight_grams').notNull(),
    addedBy: text('added_by').notNull(),
    addedAt: instant('added_at').notNull(),
    /** Why it did not ship with the others; it may go on another manifest. */
    stayed: text('stayed'),
  },
  (t) => [
    keyOf(t.companyId, t.manifestId, t.parcelId),
    uniqueIndex('manifest_parcel_once').on(t.companyId, t.parcelId).where(sql`stayed is null`),
    belongsTo([t.companyId, t.manifestId], [manifest.companyId, manifest.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.parcelId], [parcel.companyId, parcel.id]),
  ],
);

/** Global: maps a tracking number to its company, for the public tracking page. */
export const trackedParcel = pgTable(
  'tracked_parcel',
  {
    trackingNumber: rawText('tracking_number').notNull(),
    companyId: integer('company_id').notNull(),
    parcelId: reference('parcel_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.trackingNumber, t.companyId, t.parcelId] })],
);

export const trackingEvent = companyTable(
  'tracking_event',
  {
    parcelId: reference('parcel_id').notNull(),
    /** The box that it is of: 1, or a `parcel_piece`. */
    pieceNo: integer('piece_no').notNull().default(1),
    at: instant('at').notNull(),
    stage: text('stage').notNull(),
    description: text('description').notNull(),
    place: text('place').notNull().default(''),
    rawCode: text('raw_code').notNull(),
    /** The tracker that reported it; empty: the carrier itself. */
    source: text('source').notNull().default(''),
  },
  (t) => [uniqueIndex('tracking_event_box').on(t.companyId, t.parcelId, t.at, t.rawCode, t.pieceNo)],
);
