import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  belongsTo,
  bytes,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../core/database/table.ts';
import { shippingChannel } from './logistics.tables.ts';

/**
 * A channel's way to a place: to postcodes that begin alike, to a country (prefix ''), or anywhere (country ''). What
 * its parcels of the last months took, calculated daily.
 */
export const deliveryLane = companyTable(
  'delivery_lane',
  {
    channelId: reference('channel_id').notNull(),
    country: rawText('country').notNull(),
    prefix: rawText('prefix').notNull(),
    /** Delivered ones: a promise needs enough of them. */
    parcels: integer('parcels').notNull(),
    /** Calendar days from shipping to delivery that half, and nine of ten, of them took at most. */
    p50: integer('p50').notNull(),
    p90: integer('p90').notNull(),
    /** Parcels whose promised day has passed or that were delivered, and those of them that came by that day. */
    promised: integer('promised').notNull(),
    onTime: integer('on_time').notNull(),
    calculatedAt: instant('calculated_at').notNull(),
  },
  (t) => [
    uniqueIndex('delivery_lane_place').on(t.companyId, t.channelId, t.country, t.prefix),
    index('delivery_lane_parcels').on(t.companyId, t.parcels.desc().nullsFirst(), t.id),
    belongsTo([t.companyId, t.channelId], [shippingChannel.companyId, shippingChannel.id]).onDelete('cascade'),
    check('delivery_lane_place_known', sql`country <> '' or prefix = ''`),
    check('delivery_lane_days', sql`p50 between 0 and p90 and on_time between 0 and promised`),
  ],
);

/** How long parcels of a lane were silent after a stage; only lanes with enough of them. */
export const laneSilence = companyKeyedTable(
  'lane_silence',
  {
    channelId: reference('channel_id').notNull(),
    country: rawText('country').notNull(),
    prefix: rawText('prefix').notNull(),
    stage: text('stage').notNull(),
    parcels: integer('parcels').notNull(),
    /** The longest silence in this stage of nineteen parcels of twenty. */
    p95Minutes: integer('p95_minutes').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.channelId, t.country, t.prefix, t.stage),
    belongsTo([t.companyId, t.channelId], [shippingChannel.companyId, shippingChannel.id]).onDelete('cascade'),
  ],
);

/** The one account by which parcels are followed that no carrier of the company reports on. */
export const trackerAccount = companyKeyedTable(
  'tracker_account',
  {
    tracker: text('tracker').notNull(),
    /** Encrypted JSON of the keys by name. */
    credentials: bytes('credentials').notNull(),
    /** Part of the address to which the tracker sends news. */
    pushKey: rawText('push_key').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    /** Uses the sandbox's stand-in instead of the tracker. */
    sandbox: boolean('sandbox').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    lastError: text('last_error'),
    /** As last read. */
    quotaTotal: integer('quota_total'),
    quotaUsed: integer('quota_used'),
    quotaLeft: integer('quota_left'),
    quotaAt: instant('quota_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [keyOf(t.companyId), index('tracker_account_push').on(t.pushKey)],
);
