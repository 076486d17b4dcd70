import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { getCompanyByCustomerId, getCompanyList, updateCompany } from '@tradewind/contract/company.ts';
import type { App } from '../../core/app.ts';
import { lastChange as changedLast, defineAction, writeAudit } from '../../core/audit.ts';
import { type CompanySetting, saveSetting, settingOf } from '../../core/company-settings.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict } from '../../core/errors.ts';
import {
  assertOwnFactor,
  forgetPrincipals,
  PASSWORD_DAYS,
  REMEMBER_BROWSERS,
  SECOND_FACTOR,
} from '../identity/public.ts';
import { applyFor, lastChange } from './changes.ts';
import { IDLE_MINUTES, WATERMARK } from './company.settings.ts';
import { assertRegion } from './regions.ts';
import { assertTimeZone } from './time-zone.ts';

const companyEdited = defineAction('company.edited', ['修改公司信息', 'Company changed']);

interface Profile {
  name: string;
  licenceNumber: string;
  country: string;
  province: string;
  city: string;
  address: string;
  contact: string;
  phone: string;
  email: string;
  timeZone: string;
  baseCurrency: string;
  licenceFile: string | null;
  logoFile: string | null;
  version: number;
  provider: boolean;
}

const profileOf = async (tx: Tx): Promise<Profile> => {
  const [found] = await tx.rows<Profile>(
    sql`select name, licence_number, country, province, city, address, contact, phone, email,
       time_zone, base_currency, licence_file, logo_file,
       version, provider from company where id = ${sql.company}`,
  );
  if (!found) throw new Error(`company ${tx.companyId} is gone`);
  return found;
};

export async function companyForPage(tx: Tx, ctx: Ctx): Promise<ResultOf<typeof getCompanyByCustomerId>> {
  const [profile, change, settings] = await Promise.all([profileOf(tx), lastChange(tx), settingsOf(tx)]);
  const { licenceFile, logoFile, ...company } = profile;
  const ending = licenceFile?.split('.').pop();
  return {
    customerId: String(ctx.companyId),
    ...company,
    licence: ending === 'png' || ending === 'pdf' ? ending : licenceFile ? 'jpg' : null,
    logo: logoFile !== null,
    settings,
    change: change ?? null,
  };
}

export async function settingsOf(tx: Tx) {
  const [passwordDays, idleMinutes, watermark, secondFactor, rememberBrowsers] = await Promise.all([
    settingOf(tx, PASSWORD_DAYS),
    settingOf(tx, IDLE_MINUTES),
    settingOf(tx, WATERMARK),
    settingOf(tx, SECOND_FACTOR),
    settingOf(tx, REMEMBER_BROWSERS),
  ]);
  return { passwordDays, idleMinutes, watermark, secondFactor, rememberBrowsers };
}

type Changes = Record<string, [before: unknown, after: unknown]>;
const APPROVED_BY_PROVIDER = ['name', 'licenceNumber'] as const;

/** @throws conflict core.stale naming who changed it since `version`, and when */
export async function changeCompany(
  tx: Tx,
  { company, settings }: ParsedOf<typeof updateCompany>,
): Promise<ResultOf<typeof updateCompany>> {
  assertTimeZone(company.timeZone);
  const before = await tx.row<{ version: number }>(
    sql`select version from company where id = ${sql.company} for update`,
  );
  if (before?.version !== company.version) throw conflict('core.stale', await changedLast(tx, 'company', tx.companyId));
  const [present, chosen] = await Promise.all([profileOf(tx), settingsOf(tx)]);
  const { version, name, licenceNumber, ...fields } = company;
  const plain = { ...fields, country: company.country ?? present.country };
  assertRegion(plain, present);
  await tx.rows(sql`update company set country = ${plain.country}, province = ${plain.province}, city = ${plain.city}, address = ${plain.address},
      contact = ${plain.contact}, phone = ${plain.phone}, email = ${plain.email}, time_zone = ${plain.timeZone},
      version = version + 1 where id = ${sql.company}`);
  const changes: Changes = {};
  for (const [key, value] of Object.entries(plain)) {
    const was = Reflect.get(present, key);
    if (was !== value) changes[key] = [was, value];
  }
  if (settings) {
    keep(tx, PASSWORD_DAYS, chosen.passwordDays, settings.passwordDays, changes);
    keep(tx, IDLE_MINUTES, chosen.idleMinutes, settings.idleMinutes, changes);
    keep(tx, WATERMARK, chosen.watermark, settings.watermark, changes);
    keep(tx, SECOND_FACTOR, chosen.secondFactor, settings.secondFactor, changes);
    keep(tx, REMEMBER_BROWSERS, chosen.rememberBrowsers, settings.rememberBrowsers, changes);
    if (settings.secondFactor && SECOND_FACTOR.key in changes) await assertOwnFactor(tx);
  }
  if (PASSWORD_DAYS.key in changes || SECOND_FACTOR.key in changes) await forgetPrincipals(tx);
  writeAudit(tx, [
    {
      action: companyEdited,
      targetKind: 'company',
      targetId: tx.companyId,
      targetName: present.name,
      detail: { changes },
    },
  ]);
  const desired = APPROVED_BY_PROVIDER.filter((key) => company[key] !== present[key]);
  if (desired.length > 0) await applyFor(tx, Object.fromEntries(desired.map((key) => [key, company[key]])));
  return { version: version + 1, applied: desired.length > 0 };
}

function keep<T>(tx: Tx, setting: CompanySetting<T>, before: T, value: T | undefined, changes: Changes): void {
  if (value === undefined || before === value) return;
  saveSetting(tx, setting, value);
  changes[setting.key] = [before, value];
}

/** Companies of one owner may see each other; row-level security would show only the user's own. */
export async function companiesOfGroup(app: App, ctx: Ctx): Promise<ResultOf<typeof getCompanyList>> {
  const found = await app.database.asOwner<{ id: number; name: string }>(
    sql`select c.id, c.name from company c join company me on me.id = ${ctx.companyId}
     where c.id = me.id or c.group_id = me.group_id order by c.id <> me.id, c.name limit 200`,
  );
  return {
    list: found.map(({ id, name }) => ({ customerId: String(id), name, own: id === ctx.companyId })),
  };
}
