import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { saveOrUpdateUser } from '@tradewind/contract/identity.ts';
import type { App } from '../../core/app.ts';
import { lastChange, writeAudit } from '../../core/audit.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import { newToken } from '../../core/crypto.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, conflict, Fail, forbidden, notFound, ruleBroken } from '../../core/errors.ts';
import { hashPassword, insertUser } from './accounts.ts';
import { aboutUser, acts } from './audit.ts';
import { usersGrowing } from './hooks.ts';
import { dropKeys } from './keys.ts';
import { mailKeyTo } from './mail-keys.ts';
import { assertMayTouch, assertOneMainStays, lockMains } from './main-accounts.ts';
import { forgetPrincipals } from './sessions.ts';

type Input = ParsedOf<typeof saveOrUpdateUser>['user'];
type New = Exclude<Input, { id: number }>;
type Changed = Extract<Input, { id: number }>;
type Saved = { id: number; userLoginId: string; version: number };

/** Adds or changes an account. @throws forbidden without the right to do so */
export async function saveMember(app: App, ctx: Ctx, user: Input): Promise<Saved> {
  const existing = 'id' in user;
  if (!mayPress(ctx.rights, existing ? rights.account.edit : rights.account.add)) throw forbidden();
  if (existing) return app.database.inCompany(ctx, (tx) => changeMember(tx, user));
  // With a mailed key nobody knows this password, and nobody can sign in before using the key.
  const passwordHash = await hashPassword(user.password ?? newToken());
  return app.database.inCompany(ctx, (tx) => addMember(tx, user, passwordHash));
}

async function addMember(tx: Tx, user: New, passwordHash: string): Promise<Saved> {
  if (user.mainAccount && !tx.actor.mainAccount) throw forbidden('identity.mainOnly');
  await assertPlaces(tx, user);
  const growing = await tx.row<{ users: number }>(
    sql`select count(*)::int as users from user_account where company_id = ${sql.company} and enabled`,
  );
  await usersGrowing.call(tx, { users: (growing?.users ?? 0) + 1 });
  const { userLoginId, name, email, mainAccount = false, language = 'zh' } = user;
  const id = await insertUser(tx, { userLoginId, name, email, mainAccount, language }, passwordHash).catch(atItsField);
  // An initial password is expired from the start: it only allows setting another one.
  await tx.rows(sql`update user_account set gender = ${user.gender ?? '男'}, phone = ${user.phone ?? ''},
      supervisor_id = ${user.supervisorId ?? null}, department_id = ${user.departmentId ?? null},
      position_id = ${user.positionId ?? null}, password_changed_at = 'epoch'
    where company_id = ${sql.company} and id = ${id}`);
  await mailKeyTo(tx, id, user.password === undefined ? 'invitation' : 'userMail');
  const detail = { mainAccount, departmentId: user.departmentId ?? null, mailed: user.password === undefined };
  writeAudit(tx, [{ action: acts.added, ...aboutUser({ id, userLoginId, name }), detail }]);
  return { id, userLoginId, version: 1 };
}

function atItsField(error: unknown): never {
  if (error instanceof Fail && error.code === 'identity.loginIdTaken')
    throw badField('user.userLoginId', error.code, error.params);
  throw error;
}

const COLUMNS = {
  name: sql`name`,
  gender: sql`gender`,
  email: sql`email`,
  phone: sql`phone`,
  mainAccount: sql`main_account`,
  supervisorId: sql`supervisor_id`,
  departmentId: sql`department_id`,
  positionId: sql`position_id`,
  language: sql`language`,
};
type Field = keyof typeof COLUMNS;
type Before = Record<Field, string | number | boolean | null> & Saved & { mainAccount: boolean; name: string };

async function changeMember(tx: Tx, { id, version, ...input }: Changed): Promise<Saved> {
  await lockMains(tx);
  const before = await tx.row<Before>(sql`select id, user_login_id, version, name, gender, email, phone,
      main_account, supervisor_id, department_id,
      position_id, language
    from user_account where company_id = ${sql.company} and id = ${id} for update`);
  if (!before) throw notFound('identity.noUser', { userLoginId: id });
  assertMayTouch(tx, before);
  if (before.version !== version) throw conflict('core.stale', await lastChange(tx, 'user', id));
  if (input.mainAccount && !tx.actor.mainAccount) throw forbidden('identity.mainOnly');
  const fields = (Object.keys(COLUMNS) as Field[]).filter(
    (field) => input[field] !== undefined && input[field] !== before[field],
  );
  if (fields.length === 0) return { id, userLoginId: before.userLoginId, version };
  await assertPlaces(tx, input, id);
  const sets = fields.map((field) => sql`${COLUMNS[field]} = ${input[field] ?? null}`);
  if (fields.includes('email')) sets.push(sql`email_verified = false`);
  await tx.rows(sql`update user_account set ${sql.join(sets, sql`, `)}, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  if (fields.includes('mainAccount')) {
    if (id === tx.actor.userId) throw conflict('identity.notYourselfDown');
    await assertOneMainStays(tx);
  }
  if (fields.includes('email')) await mailToNewAddress(tx, id);
  await forgetPrincipals(tx, id);
  const changes = Object.fromEntries(fields.map((field) => [field, [before[field], input[field]]]));
  writeAudit(tx, [{ action: acts.edited, ...aboutUser(before), detail: { changes } }]);
  return { id, userLoginId: before.userLoginId, version: version + 1 };
}

/** What went to the old address is worth nothing; an invitation that was not used goes out again. */
async function mailToNewAddress(tx: Tx, userId: number): Promise<void> {
  const dropped = await dropKeys(tx, ['password', 'invitation', 'userMail'], userId);
  await mailKeyTo(tx, userId, dropped.has('invitation') ? 'invitation' : 'userMail');
}

type Places = Partial<Record<'supervisorId' | 'departmentId' | 'positionId', number | null | undefined>>;

/** Checks that department, position and supervisor exist, and that supervisors form no circle. */
async function assertPlaces(tx: Tx, input: Places, userId?: number): Promise<void> {
  // Locked until the commit, so that neither can be deleted meanwhile.
  await Promise.all([
    tx.rows(
      sql`select 1 from department where company_id = ${sql.company} and id = ${input.departmentId ?? 0} for share`,
    ),
    tx.rows(sql`select 1 from position where company_id = ${sql.company} and id = ${input.positionId ?? 0} for share`),
  ]);
  const found = await tx.row<Record<'department' | 'position' | 'supervisor' | 'circle', boolean>>(sql`
    with recursive above as (
      select ${input.supervisorId ?? null}::bigint as id
      union select u.supervisor_id from user_account u join above b on u.company_id = ${sql.company} and u.id = b.id)
    select exists (select from department where company_id = ${sql.company} and id = ${input.departmentId ?? null}::bigint) as department,
      exists (select from position where company_id = ${sql.company} and id = ${input.positionId ?? null}::bigint) as position,
      exists (select from user_account where company_id = ${sql.company} and id = ${input.supervisorId ?? null}::bigint) as supervisor,
      exists (select from above where id = ${userId ?? 0}::bigint) as circle`);
  if (input.departmentId && !found?.department) throw badField('user.departmentId', 'identity.noDepartment');
  if (input.positionId && !found?.position) throw badField('user.positionId', 'identity.noPosition');
  if (input.supervisorId && !found?.supervisor) throw badField('user.supervisorId', 'identity.noSupervisor');
  if (input.supervisorId && found?.circle) throw badField('user.supervisorId', 'identity.ownSupervisor');
}

/** Mails a member a key to set the password. */
export async function mailPassword(tx: Tx, userLoginId: string): Promise<void> {
  const user = await tx.row<{ id: number; name: string; mainAccount: boolean; enabled: boolean; fresh: boolean }>(sql`
    select id, name, main_account, enabled, password_changed_at = 'epoch' as fresh
    from user_account where company_id = ${sql.company} and user_login_id = ${userLoginId}`);
  if (!user) throw notFound('identity.noUser', { userLoginId });
  assertMayTouch(tx, user);
  if (!user.enabled) throw ruleBroken('identity.disabledNoMail');
  await mailKeyTo(tx, user.id, user.fresh ? 'invitation' : 'password');
  writeAudit(tx, [{ action: acts.passwordReset, ...aboutUser({ ...user, userLoginId }), detail: { mailed: true } }]);
}
