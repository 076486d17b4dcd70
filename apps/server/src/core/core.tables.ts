import type { Access } from '@tradewind/contract/call.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, companyKeyedTable, companyTable, instant, keyOf, reference } from './database/table.ts';

/** The tenants. A global table: the server reads it before it binds a company; its policy uses its own id. */
export const company = pgTable(
  'company',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    country: text('country').notNull().default('CN'),
    province: text('province').notNull().default(''),
    city: text('city').notNull().default(''),
    address: text('address').notNull().default(''),
    contact: text('contact').notNull().default(''),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    timeZone: text('time_zone').notNull().default('Asia/Shanghai'),
    baseCurrency: text('base_currency').notNull().default('CNY'),
    plan: text('plan').notNull().default('standard'),
    planExpiresAt: instant('plan_expires_at'),
    validated: boolean('validated').notNull().default(false),
    /** Companies of one owner see each other in the company list. */
    groupId: integer('group_id'),
    /** This company runs the installation: it decides about licences and writes bulletins. */
    provider: boolean('provider').notNull().default(false),
    licenceNumber: text('licence_number').notNull().default(''),
    licenceFile: text('licence_file'),
    logoFile: text('logo_file'),
    version: integer('version').notNull().default(1),
    demo: boolean('demo').notNull().default(false),
    /** A sample company: the company whose people look around in it; null once it is being removed. */
    sampleOf: integer('sample_of'),
    /** Only of a sample company: removed from then on. A visit moves it. */
    sampleUntil: instant('sample_until'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('company_sample_of').on(t.sampleOf),
    index('company_sample_until').on(t.sampleUntil).where(sql`sample_until is not null`),
    check('company_sample', sql`sample_of is null or sample_until is not null`),
  ],
);

/**
 * Companies that are being removed, and what was removed of those that are gone. Global: the proof outlives the company.
 */
export const companyRemoval = pgTable('company_removal', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  orderedBy: text('ordered_by').notNull(),
  beganAt: instant('began_at').notNull().defaultNow(),
  endedAt: instant('ended_at'),
  /** Removed rows by table. */
  rows: jsonb('rows').notNull().default({}).$type<Record<string, number>>(),
  files: integer('files').notNull().default(0),
  jobs: integer('jobs').notNull().default(0),
});

/** The last number of a kind and day: PO-20261121-0007 is (purchase_order, 2026-11-21, 7). */
export const documentNumber = companyKeyedTable(
  'document_number',
  { kind: text('kind').notNull(), onDay: date('on_day').notNull(), last: integer('last').notNull() },
  (t) => [keyOf(t.companyId, t.kind, t.onDay)],
);

/** History of every document: state changes, decisions of rules, remarks. Append-only. */
export const documentEvent = companyTable(
  'document_event',
  {
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    at: instant('at').notNull().defaultNow(),
    userId: reference('user_id').notNull(),
    actor: text('actor').notNull(),
    event: text('event').notNull(),
    fromState: text('from_state'),
    toState: text('to_state'),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (t) => [index('document_event_doc').on(t.companyId, t.docKind, t.docId, t.id)],
);

/**
 * The audit log: changes of people, rights, settings, keys and plans, with their actor. Append-only; kept for years.
 */
export const auditEntry = companyTable(
  'audit_entry',
  {
    at: instant('at').notNull().defaultNow(),
    userId: reference('user_id').notNull(),
    actor: text('actor').notNull(),
    /** "<area>.<act>", e.g. access.granted */
    action: text('action').notNull(),
    targetKind: text('target_kind').notNull(),
    targetId: text('target_id').notNull(),
    /** Its name at that time. */
    targetName: text('target_name').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    address: text('address').notNull().default(''),
  },
  (t) => [
    index('audit_entry_at').on(t.companyId, t.id.desc().nullsFirst()),
    index('audit_entry_action').on(t.companyId, t.action, t.id.desc().nullsFirst()),
    index('audit_entry_user').on(t.companyId, t.userId, t.id.desc().nullsFirst()),
    index('audit_entry_target').on(t.companyId, t.targetKind, t.targetId, t.id.desc().nullsFirst()),
  ],
);

/**
 * Whose buyer's data a person was given: once for each order, person, day and way (core/buyer-reads.ts). Append-only,
 * but for what is older than it is kept.
 */
export const buyerRead = companyKeyedTable(
  'buyer_read',
  {
    orderId: reference('order_id').notNull(),
    onDay: date('on_day').notNull(),
    userId: reference('user_id').notNull(),
    way: text('way').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.orderId, t.onDay, t.userId, t.way),
    index('buyer_read_on_day').on(t.companyId, t.onDay, t.userId),
  ],
);

/** How many orders that were on a day, by person and way. */
export const buyerReadDay = companyTable(
  'buyer_read_day',
  {
    onDay: date('on_day').notNull(),
    userId: reference('user_id').notNull(),
    way: text('way').notNull(),
    orders: integer('orders').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [uniqueIndex('buyer_read_day_key').on(t.companyId, t.onDay, t.userId, t.way)],
);

/** The settings of a company, e.g. the days after which a password expires. A missing setting has its default. */
export const companySetting = companyKeyedTable(
  'company_setting',
  { key: text('key').notNull(), value: jsonb('value').notNull() },
  (t) => [keyOf(t.companyId, t.key)],
);

/**
 * A page for somebody without an account, by a link that expires and can be revoked. The database does not keep the key
 * of the link.
 */
export const signedLink = companyTable(
  'signed_link',
  {
    keyHash: bytes('key_hash').notNull(),
    /** Which page: orderDetail, deliveryOrder, deliveryNote, confirmShipment, supplierOrder, orderTracking, reportFile */
    page: text('page').notNull(),
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    /** The person it was made for. */
    recipient: text('recipient').notNull().default(''),
    /** The page shows what the company pays. */
    prices: boolean('prices').notNull().default(false),
    createdBy: reference('created_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
    openedAt: instant('opened_at'),
    opened: integer('opened').notNull().default(0),
  },
  (t) => [
    uniqueIndex('signed_link_key').on(t.companyId, t.keyHash),
    index('signed_link_doc').on(t.companyId, t.docKind, t.docId),
  ],
);

export const attachment = companyTable(
  'attachment',
  {
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    fileKey: text('file_key').notNull(),
    name: text('name').notNull(),
    mime: text('mime').notNull(),
    bytes: integer('bytes').notNull(),
    at: instant('at').notNull().defaultNow(),
    userId: reference('user_id').notNull(),
  },
  (t) => [index('attachment_doc').on(t.companyId, t.docKind, t.docId)],
);

/** How far a large file has been imported; its sets follow each other. */
export const importRun = companyKeyedTable(
  'import_run',
  {
    /** The attachment that is the file. */
    importId: reference('import_id').notNull(),
    /** Rows of the file that are done. */
    place: integer('place').notNull().default(0),
    total: integer('total').notNull(),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    /** The first rows that were left out, with the reasons. */
    skipped: jsonb('skipped').$type<{ line: number; label: string; reason: string }[]>().notNull().default([]),
    skippedCount: integer('skipped_count').notNull().default(0),
  },
  (t) => [keyOf(t.companyId, t.importId), check('import_run_place', sql`place between 0 and total`)],
);

/** A write with an idempotency key happens once; a repetition gets the same answer. */
export const idempotency = companyKeyedTable(
  'idempotency',
  {
    key: text('key').notNull(),
    call: text('call').notNull(),
    userId: reference('user_id').notNull(),
    answer: jsonb('answer'),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [keyOf(t.companyId, t.userId, t.call, t.key), index('idempotency_at').on(t.companyId, t.at)],
);

/** A user's own settings: columns, saved filters. */
export const userPreference = companyKeyedTable(
  'user_preference',
  { userId: reference('user_id').notNull(), key: text('key').notNull(), value: jsonb('value').notNull() },
  (t) => [keyOf(t.companyId, t.userId, t.key)],
);

/** Background exports and their files. The row stays when its file has expired. */
export const exportFile = companyTable(
  'export_file',
  {
    userId: reference('user_id').notNull(),
    name: text('name').notNull(),
    /** Which export, of what and by which rights: what another run needs. Days that move are kept as such. */
    kind: text('kind').notNull().default(''),
    filter: jsonb('filter').notNull().default({}).$type<object>(),
    access: jsonb('access').notNull().default(sql`'"user"'::jsonb`).$type<Access>(),
    format: text('format').notNull().default('xlsx'),
    /** Requested in the report centre, whose right to download it needs. */
    centre: boolean('centre').notNull().default(false),
    rerunOf: reference('rerun_of'),
    /** The schedule that requested it, and the moment at which it was due. */
    scheduleId: reference('schedule_id'),
    dueAt: instant('due_at'),
    state: text('state').notNull(),
    rowsDone: integer('rows_done').notNull().default(0),
    rowsTotal: integer('rows_total'),
    fileKey: text('file_key'),
    bytes: reference('bytes'),
    /** The titles of its columns, so that it can be said what is in it. */
    columns: jsonb('columns').$type<string[]>(),
    error: text('error'),
    at: instant('at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at'),
    mailedAt: instant('mailed_at'),
  },
  (t) => [
    index('export_file_user').on(t.companyId, t.userId, t.id),
    index('export_file_expires').on(t.companyId, t.expiresAt).where(sql`state = 'done'`),
    /** Whatever runs twice, a schedule makes one file for each person and moment. */
    uniqueIndex('export_file_due').on(t.companyId, t.scheduleId, t.dueAt, t.userId).where(sql`schedule_id is not null`),
    check('export_file_state', sql`state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')`),
    check('export_file_done', sql`state <> 'done' or (file_key is not null and expires_at is not null)`),
    check('export_file_format', sql`format in ('xlsx', 'csv', 'zip')`),
  ],
);

// ---- global: known before a company is, or unique over all companies

export const captcha = pgTable('captcha', {
  id: text('id').primaryKey(),
  answerHash: bytes('answer_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Failed tries per key (an account, an address) in the running window. */
export const throttle = pgTable('throttle', {
  key: text('key').primaryKey(),
  tries: integer('tries').notNull(),
  windowEndsAt: instant('window_ends_at').notNull(),
});

/** A key that is mailed or shown once, stored as a hash: mail validation, password reset, OAuth state, signed links. */
export const oneTimeKey = pgTable(
  'one_time_key',
  {
    keyHash: bytes('key_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    companyId: integer('company_id').notNull(),
    payload: jsonb('payload').notNull().$type<Record<string, unknown>>(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('one_time_key_expiry').on(t.expiresAt),
    uniqueIndex('one_time_key_unused').on(t.keyHash).where(sql`used_at is null`),
  ],
);
