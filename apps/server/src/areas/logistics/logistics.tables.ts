import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, bytes, companyTable, instant, rawText, reference } from '../../core/database/table.ts';

export const carrierAccount = companyTable(
  'carrier_account',
  {
    carrier: text('carrier').notNull(),
    name: text('name').notNull(),
    accountNumber: text('account_number').notNull(),
    /** Encrypted JSON {clientId, clientSecret}. */
    credentials: bytes('credentials').notNull(),
    /** Encrypted JSON of the carrier's token. */
    tokens: bytes('tokens'),
    state: text('state').notNull().default('authorized'),
    lastError: text('last_error'),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('carrier_account_number').on(t.companyId, t.carrier, t.accountNumber)],
);

/** A way to send: a carrier's service, or "own" (handed over without a bought label). */
export const shippingChannel = companyTable(
  'shipping_channel',
  {
    name: text('name').notNull(),
    carrierAccountId: reference('carrier_account_id'),
    carrier: text('carrier').notNull(),
    /** Empty: the cheapest service of the carrier that is allowed. */
    serviceCode: text('service_code').notNull().default(''),
    allowedServices: text('allowed_services').array().notNull().default(sql`'{}'`),
    /** What the platforms call the carrier. */
    platformCarrierCode: text('platform_carrier_code').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    isDefault: boolean('is_default').notNull().default(false),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('shipping_channel_name').on(t.companyId, t.name),
    uniqueIndex('shipping_channel_default').on(t.companyId).where(sql`is_default`),
  ],
);

/**
 * A packed box. packed -> buying -> labelled -> shipped -> delivered; buying -> uncertain when nobody knows whether the
 * carrier sold a label: then it is looked up by `reference` before another is bought. voided, failed aside.
 */
export const parcel = companyTable(
  'parcel',
  {
    /** Our unique reference with the carrier. */
    reference: rawText('reference').notNull(),
    outboundId: reference('outbound_id').notNull(),
    orderId: reference('order_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    channelId: reference('channel_id'),
    state: text('state').notNull(),
    weightGrams: integer('weight_grams').notNull(),
    lengthMm: integer('length_mm'),
    widthMm: integer('width_mm'),
    heightMm: integer('height_mm'),
    carrier: text('carrier').notNull().default(''),
    serviceCode: text('service_code').notNull().default(''),
    serviceName: text('service_name').notNull().default(''),
    shipmentId: text('shipment_id'),
    trackingNumber: rawText('tracking_number'),
    labelFile: text('label_file'),
    labelCost: amount('label_cost'),
    labelCurrency: text('label_currency'),
    /** All prices that were compared, cheapest first. */
    quotes: jsonb('quotes').$type<Record<string, unknown>[]>(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    stage: text('stage').notNull().default('unknown'),
    trackedAt: instant('tracked_at'),
    nextTrackAt: instant('next_track_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    boughtAt: instant('bought_at'),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    voidedAt: instant('voided_at'),
  },
  (t) => [
    uniqueIndex('parcel_reference').on(t.companyId, t.reference),
    uniqueIndex('parcel_live_outbound').on(t.companyId, t.outboundId).where(sql`state not in ('voided', 'failed')`),
    index('parcel_order').on(t.companyId, t.orderId),
    index('parcel_tracking').on(t.companyId, t.trackingNumber),
    index('parcel_due').on(t.companyId, t.nextTrackAt).where(sql`next_track_at is not null`),
    index('parcel_state').on(t.companyId, t.state, t.id),
  ],
);

export const trackingEvent = companyTable(
  'tracking_event',
  {
    parcelId: reference('parcel_id').notNull(),
    at: instant('at').notNull(),
    stage: text('stage').notNull(),
    description: text('description').notNull(),
    place: text('place').notNull().default(''),
    rawCode: text('raw_code').notNull(),
  },
  (t) => [uniqueIndex('tracking_event_once').on(t.companyId, t.parcelId, t.at, t.rawCode)],
);
