import type { RateCardDraft } from '@tradewind/contract/logistics/rates.ts';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, companyTable, instant, reference } from '../../core/database/table.ts';
import { shippingChannel } from './logistics.tables.ts';

/** Own prices of a shipping channel. A channel may have several: each is a service with its name. */
export const rateCard = companyTable(
  'rate_card',
  {
    channelId: reference('channel_id').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('rate_card_name').on(t.companyId, t.channelId, t.name),
    belongsTo([t.companyId, t.channelId], [shippingChannel.companyId, shippingChannel.id]),
  ],
);

/**
 * draft -> active -> retired. A trigger (`keep_rate_cards`) refuses changes of versions that were ever active, and two
 * versions of a card on one day. Whatever `state` says, a version counts on the days from `valid_from` to `valid_to`.
 */
export const rateCardVersion = companyTable(
  'rate_card_version',
  {
    cardId: reference('card_id').notNull(),
    number: integer('number').notNull(),
    state: text('state').notNull().default('draft'),
    validFrom: date('valid_from'),
    /** Null: until another version is activated. */
    validTo: date('valid_to'),
    content: jsonb('content').$type<RateCardDraft>().notNull(),
    note: text('note').notNull().default(''),
    /** Counts the changes of a draft. */
    revision: integer('revision').notNull().default(1),
    changedBy: text('changed_by').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    uniqueIndex('rate_card_version_number').on(t.companyId, t.cardId, t.number),
    uniqueIndex('rate_card_version_draft').on(t.companyId, t.cardId).where(sql`state = 'draft'`),
    uniqueIndex('rate_card_version_active').on(t.companyId, t.cardId).where(sql`state = 'active'`),
    index('rate_card_version_days').on(t.companyId, t.cardId, t.validFrom).where(sql`state <> 'draft'`),
    belongsTo([t.companyId, t.cardId], [rateCard.companyId, rateCard.id]),
    check(
      'rate_card_version_days_known',
      sql`case state when 'draft' then valid_from is null and valid_to is null
        when 'active' then valid_from is not null and valid_to is null
        when 'retired' then valid_from is not null and valid_to is not null and valid_to >= valid_from - 1
        else false end`,
    ),
  ],
);

/** What the parcels of a month would have cost by a draft: the last one of each version. */
export const rateCardDryRun = companyTable(
  'rate_card_dry_run',
  {
    versionId: reference('version_id').notNull(),
    /** Of the draft that it rates by. */
    revision: integer('revision').notNull(),
    state: text('state').notNull(),
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    /** The last parcel that is done, as `bought_at/id`. */
    place: text('place'),
    sums: jsonb('sums').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    uniqueIndex('rate_card_dry_run_version').on(t.companyId, t.versionId),
    belongsTo([t.companyId, t.versionId], [rateCardVersion.companyId, rateCardVersion.id]).onDelete('cascade'),
    check('rate_card_dry_run_state', sql`state in ('queued', 'running', 'done', 'failed')`),
  ],
);
