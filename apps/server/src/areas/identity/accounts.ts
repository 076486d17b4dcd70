import { hash, verify } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import { conflict } from '../../core/errors.ts';

export interface NewUser {
  userLoginId: string;
  name: string;
  email: string;
  password: string;
  mainAccount?: boolean;
  emailVerified?: boolean;
  language?: 'zh' | 'en';
}

/** argon2id with the library's defaults (19 MiB, 2 passes). */
export const hashPassword = (password: string) => hash(password);
export const passwordFits = (stored: string, password: string) => verify(stored, password);

/** Makes a user and takes the login id for it over all companies. @throws conflict identity.loginIdTaken */
export async function createUser(app: App, companyId: number, user: NewUser): Promise<number> {
  const passwordHash = await hashPassword(user.password);
  return app.database.inCompany(systemContext(companyId, 'identity'), async (tx) => {
    const row = await tx.row<{ id: number }>(sql`
      insert into user_account (company_id, user_login_id, name, email, email_verified, password_hash, main_account, language)
      values (${companyId}, ${user.userLoginId}, ${user.name}, ${user.email}, ${user.emailVerified ?? false}, ${passwordHash},
              ${user.mainAccount ?? false}, ${user.language ?? 'zh'})
      on conflict do nothing returning id`);
    const taken = row
      ? await tx.row(sql`insert into login (user_login_id, company_id, user_id) values (${user.userLoginId}, ${companyId}, ${row.id})
          on conflict do nothing returning 1 as taken`)
      : undefined;
    if (!row || !taken) throw conflict('identity.loginIdTaken', { userLoginId: user.userLoginId });
    return row.id;
  });
}
