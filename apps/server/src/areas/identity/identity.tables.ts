import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, companyKeyedTable, companyTable, instant, keyOf, reference } from '../../core/database/table.ts';

/** The account of each login id; unique over all companies. */
export const login = pgTable('login', {
  userLoginId: text('user_login_id').primaryKey(),
  companyId: integer('company_id').notNull(),
  userId: reference('user_id').notNull(),
});

/** A signed-in browser or client. Only the hash of its token is kept. */
export const session = pgTable(
  'session',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    companyId: integer('company_id').notNull(),
    userId: reference('user_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    /** The member that a main account views as; the session cannot change anything meanwhile. */
    viewingId: reference('viewing_id'),
    /** The sample company that the session looks around in; without effect unless that is its own company's. */
    visitingCompanyId: integer('visiting_company_id'),
  },
  (t) => [index('session_user').on(t.companyId, t.userId), index('session_expiry').on(t.expiresAt)],
);

/** Somebody whose password was right and whose code is still to come. No session: nothing but the code goes with it. */
export const pendingSignIn = pgTable(
  'pending_sign_in',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    companyId: integer('company_id').notNull(),
    userId: reference('user_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('pending_sign_in_user').on(t.companyId, t.userId), index('pending_sign_in_expiry').on(t.expiresAt)],
);

/** A browser that has signed in to an account. Only the hash of its secret is kept. */
export const knownBrowser = companyKeyedTable(
  'known_browser',
  {
    userId: reference('user_id').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    /** Until then its password is enough. */
    skipsCodeUntil: instant('skips_code_until'),
  },
  (t) => [keyOf(t.companyId, t.userId, t.tokenHash)],
);

/** The authenticator of an account: a sealed secret that its app shares. */
export const secondFactor = companyKeyedTable(
  'second_factor',
  {
    userId: reference('user_id').notNull(),
    secret: bytes('secret').notNull(),
    /** Of the hashes of the recovery codes. */
    salt: bytes('salt').notNull(),
    /** Empty until its first right code. */
    enabledAt: instant('enabled_at'),
    /** The time step of the last code: neither it nor an earlier one is good again. */
    lastStep: integer('last_step').notNull().default(0),
  },
  (t) => [keyOf(t.companyId, t.userId)],
);

/** Codes for somebody without their authenticator. Each is good once, and deleted with its use. */
export const recoveryCode = companyKeyedTable(
  'recovery_code',
  { userId: reference('user_id').notNull(), codeHash: bytes('code_hash').notNull() },
  (t) => [keyOf(t.companyId, t.userId, t.codeHash)],
);

export const userAccount = companyTable(
  'user_account',
  {
    userLoginId: text('user_login_id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    gender: text('gender').notNull().default('男'),
    passwordHash: text('password_hash').notNull(),
    passwordChangedAt: instant('password_changed_at').notNull().defaultNow(),
    /** Earlier passwords that may not be used again, newest first. */
    earlierHashes: text('earlier_hashes').array().notNull().default(sql`'{}'`),
    mainAccount: boolean('main_account').notNull().default(false),
    reducedMenu: boolean('reduced_menu').notNull().default(false),
    supervisorId: reference('supervisor_id'),
    departmentId: reference('department_id'),
    positionId: reference('position_id'),
    phone: text('phone').notNull().default(''),
    /** Rises with each edit, so that two people who edit one member find out. */
    version: integer('version').notNull().default(1),
    language: text('language').notNull().default('zh'),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('user_account_login').on(t.companyId, t.userLoginId),
    index('user_account_department').on(t.companyId, t.departmentId),
  ],
);

export const department = companyTable(
  'department',
  {
    name: text('name').notNull(),
    parentId: reference('parent_id'),
    supervisorId: reference('supervisor_id'),
    place: integer('place').notNull().default(0),
    version: integer('version').notNull().default(1),
  },
  (t) => [uniqueIndex('department_name').on(t.companyId, sql`coalesce(${t.parentId}, 0)`, t.name)],
);

/** Positions of people: buyer, warehouse clerk ... */
export const position = companyTable('position', { name: text('name').notNull() }, (t) => [
  uniqueIndex('position_name').on(t.companyId, t.name),
]);

/** An absence: pending work goes to the delegate meanwhile. */
export const userAbsence = companyKeyedTable(
  'user_absence',
  {
    userId: reference('user_id').notNull(),
    delegateId: reference('delegate_id').notNull(),
    fromAt: instant('from_at').notNull(),
    untilAt: instant('until_at').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.userId),
    check('user_absence_order', sql`until_at > from_at and delegate_id <> user_id`),
  ],
);
