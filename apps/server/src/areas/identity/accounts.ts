import { hash, verify } from '@node-rs/argon2';
import type { App } from '../../core/app.ts';
import { type Ctx, type Language, systemContext } from '../../core/context.ts';
import type { Database, Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict } from '../../core/errors.ts';

export interface NewUser {
  userLoginId: string;
  name: string;
  email: string;
  password: string;
  mainAccount?: boolean;
  emailVerified?: boolean;
  language?: Language;
  /** False for the made-up people of a sample company: they take no login id from anybody. */
  signsIn?: boolean;
}

/** argon2id with the library's defaults (19 MiB, 2 passes). */
export const hashPassword = (password: string) => hash(password);
export const passwordFits = (stored: string, password: string) => verify(stored, password);

/** Makes a user and takes the login id for it over all companies. @throws conflict identity.loginIdTaken */
export async function createUser(app: App, companyId: number, user: NewUser): Promise<number> {
  const passwordHash = await hashPassword(user.password);
  return app.database.inCompany(systemContext(companyId, 'identity'), (tx) => insertUser(tx, user, passwordHash));
}

/** The same within a transaction; make the slow hash before it. */
export async function insertUser(tx: Tx, user: Omit<NewUser, 'password'>, passwordHash: string): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into user_account (company_id, user_login_id, name, email, email_verified, password_hash, main_account, language)
    values (${sql.company}, ${user.userLoginId}, ${user.name}, ${user.email}, ${user.emailVerified ?? false}, ${passwordHash},
            ${user.mainAccount ?? false}, ${user.language ?? 'zh'})
    on conflict do nothing returning id`);
  if (row && user.signsIn === false) return row.id;
  const taken = row
    ? await tx.row(sql`insert into login (user_login_id, company_id, user_id) values (${user.userLoginId}, ${sql.company}, ${row.id})
        on conflict do nothing returning 1 as taken`)
    : undefined;
  if (!row || !taken) throw conflict('identity.loginIdTaken', { userLoginId: user.userLoginId });
  return row.id;
}

export interface User extends Record<string, unknown> {
  id: number;
  userLoginId: string;
  name: string;
  email: string;
  emailVerified: boolean;
  gender: string;
  language: Language;
  mainAccount: boolean;
  reducedMenu: boolean;
  enabled: boolean;
  passwordHash: string;
  passwordChangedAt: Date;
  /** Newest first. */
  earlierHashes: string[];
}

/** A user of the company that the transaction is bound to. */
export async function userOf(tx: Tx, userId: number): Promise<User | undefined> {
  return tx.row<User>(sql`
    select id, user_login_id, name, email, email_verified, gender, language,
      main_account, reduced_menu, enabled, password_hash,
      password_changed_at, earlier_hashes
    from user_account where company_id = ${sql.company} and id = ${userId}`);
}

export interface FoundAccount {
  /** Bound to the account's company; to none where nobody has that login id. */
  ctx: Ctx;
  user: User | undefined;
}

/** Looks a login id up over all companies. An unknown one takes the same steps, so the time reveals nothing. */
export async function findAccount(database: Database, userLoginId: string): Promise<FoundAccount> {
  const [named] = await database.global<{ companyId: number; userId: number }>(
    sql`select company_id, user_id from login where user_login_id = ${userLoginId}`,
  );
  const ctx = systemContext(named?.companyId ?? 0, 'identity');
  return { ctx, user: await database.inCompany(ctx, (tx) => userOf(tx, named?.userId ?? 0)) };
}
