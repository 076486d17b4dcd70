import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, Fail, forbidden, ruleBroken } from '../../core/errors.ts';
import type { RequestCtx, UploadedFile } from '../../core/http/routes.ts';
import {
  assertMayTry,
  countTry,
  findAccount,
  hashPassword,
  insertUser,
  mailKeyIfKnown,
  mailKeyTo,
  mailLimits,
  markMailVerified,
  ownerOfKey,
  solveCaptcha,
  useKey,
} from '../identity/public.ts';
import { applyFor } from './changes.ts';
import { companyOf, companyValidated, createCompany, drawCompany, type NewCompany } from './companies.ts';
import { assertRegion } from './regions.ts';
import { assertTimeZone } from './time-zone.ts';

export interface Registration {
  company: NewCompany & { country: string; province: string; city: string; timeZone: string; licenceNumber: string };
  account: { userLoginId: string; name: string; email: string; password: string };
  checkCode: string;
  language: 'zh' | 'en';
}

const registrationLimit = (address: string) => ({ key: `register:from:${address}`, tries: 10, minutes: 60 });

/** Creates company, main account, licence file and validation mail, all or nothing. */
export async function registerCompany(
  app: App,
  ctx: RequestCtx,
  input: Registration,
  licence?: UploadedFile,
): Promise<void> {
  const limit = registrationLimit(ctx.address);
  await assertMayTry(app.database, [limit]);
  assertTimeZone(input.company.timeZone);
  assertRegion(input.company);
  await solveCaptcha(app, ctx, input.checkCode);
  await countTry(app.database, [limit]);
  const { password, ...account } = input.account;
  const passwordHash = await hashPassword(password);
  const { licenceNumber, ...rest } = input.company;
  const company = { ...rest, email: account.email };
  const id = await drawCompany(app);
  const licenceFile = licence && (await app.files.put(id, `licence.${licence.kind}`, licence.data));
  const desired = { ...(licenceNumber ? { licenceNumber } : {}), ...(licenceFile ? { licenceFile } : {}) };
  try {
    await createCompany(app, { ...company, id }, async (tx) => {
      const user = { ...account, mainAccount: true, language: input.language };
      const userId = await insertUser(tx, user, passwordHash).catch(atItsField);
      await mailKeyTo(tx, userId, 'companyMail');
      if (licenceNumber || licenceFile) await applyFor(tx, desired);
    });
  } catch (error) {
    if (licenceFile) await app.files.remove(id, licenceFile);
    throw error;
  }
}

function atItsField(error: unknown): never {
  if (error instanceof Fail && error.code === 'identity.loginIdTaken')
    throw badField('account.userLoginId', error.code, error.params);
  throw error;
}

/** Validates the company by the mailed key. Opening the link twice is not an error. */
export async function validateCompany(app: App, key: string): Promise<void> {
  const owner = await ownerOfKey(app.database, 'companyMail', key);
  if (!owner) throw ruleBroken('identity.keyOver');
  await app.database.inCompany(systemContext(owner.companyId, 'company'), async (tx) => {
    if (!(await useKey(tx, 'companyMail', key))) return;
    await tx.rows(sql`update company set validated = true where id = ${sql.company}`);
    await markMailVerified(tx, owner.userId);
    await companyValidated.call(tx, {});
  });
}

/** Nobody signs in to a company whose mail address is not validated. */
export async function assertValidated(tx: Tx): Promise<void> {
  if (!(await companyOf(tx)).validated) throw forbidden('company.notValidated');
}

/** Sends the validation mail again: the company's, or that of the user's own address. */
export async function resendKey(app: App, ctx: RequestCtx, input: { userLoginId: string }): Promise<void> {
  const limits = mailLimits(ctx.address, input.userLoginId);
  await assertMayTry(app.database, limits);
  await countTry(app.database, limits);
  const found = await findAccount(app.database, input.userLoginId);
  const open = found.user?.mainAccount ? !(await app.database.inCompany(found.ctx, companyOf)).validated : false;
  await mailKeyIfKnown(app, found.ctx, found.user, open ? 'companyMail' : 'userMail');
}
