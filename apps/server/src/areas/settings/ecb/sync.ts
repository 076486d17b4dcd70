import { createEcb, type RateDay, type RateSource } from '@tradewind/connectors/rates/ecb.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail, ruleBroken } from '../../../core/errors.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { companyOf } from '../../company/public.ts';
import { believable, type CrossRate } from './rates.ts';

const HISTORY_DAYS = 60;
const synced = defineAction('settings.ratesSynced', ['获取汇率', 'Exchange rates fetched']);

/** The bank itself in production; otherwise its stand-in in the sandbox. */
function sourceOf({ config }: App): RateSource {
  const { ECB_RATES_URL: input } = process.env;
  const sandbox = config.sandbox || !config.production ? `${config.sandboxUrl}/ecb` : undefined;
  const api = input || sandbox;
  return createEcb(api ? { baseUrls: { api } } : {});
}

/** The bank's files; fetches each once, however many companies ask. */
interface Published {
  latest: RateDay;
  ninetyDays(): Promise<RateDay[]>;
}

async function published(app: App): Promise<Published> {
  const source = sourceOf(app);
  const latest = await source.latest();
  let all: Promise<RateDay[]> | undefined;
  return {
    latest,
    ninetyDays: () => {
      all ??= source.ninetyDays();
      return all;
    },
  };
}

/** Fetches rates on a person's request. @throws Fail settings.ratesAway when the bank cannot be reached */
export async function syncRates(app: App, ctx: Ctx) {
  try {
    const bank = await published(app);
    const days = await daysFor(app, ctx, bank);
    return await app.database.inCompany(ctx, async (tx) => {
      const done = await takeRates(tx, days);
      if (!done) throw ruleBroken('settings.ratesNotOffered');
      const detail = { day: bank.latest.day, saved: done.saved, doubtful: done.doubtful };
      const { day } = detail;
      writeAudit(tx, [{ action: synced, targetKind: 'exchange_rate', targetId: day, targetName: day, detail }]);
      return detail;
    });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw new Fail('settings.ratesAway', 503);
  }
}

/**
 * Loads the latest day, or the last ninety if the company's rates do not reach back that far or miss an earlier working
 * day. After a bank holiday it reads that file in vain.
 */
async function daysFor(app: App, ctx: Ctx, { latest, ninetyDays }: Published): Promise<RateDay[]> {
  const desired = await app.database.look(ctx, async (tx) => {
    const row = await tx.row<{ whole: boolean }>(sql`
      select coalesce(max(on_day) >= ${latest.day}::date - case extract(isodow from ${latest.day}::date) when 1 then 3 else 1 end
        and min(on_day) <= ${latest.day}::date - ${HISTORY_DAYS}::int, false) as whole
      from (select on_day from exchange_rate where company_id = ${sql.company} and source = 'ecb' and on_day < ${latest.day}) d`);
    return !row?.whole;
  });
  if (!desired) return [latest];
  const days = await ninetyDays();
  return days.some((each) => each.day === latest.day) ? days : [...days, latest];
}

/** Writes the rates of days, except those set by a person. Undefined: the bank does not publish the base currency. */
export async function takeRates(
  tx: Tx,
  days: readonly RateDay[],
): Promise<{ saved: number; doubtful: string[] } | undefined> {
  const { baseCurrency } = await companyOf(tx);
  const { rates, doubtful } = believable(days, baseCurrency, await knownBeside(tx, days));
  if (rates.length + doubtful.length === 0) return undefined;
  return { saved: await save(tx, rates), doubtful };
}

/** The rates before these days, without the initial ones, and those that people have set since. */
function knownBeside(tx: Tx, days: readonly RateDay[]): Promise<CrossRate[]> {
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  return tx.rows<CrossRate & Record<string, unknown>>(sql`
    (select distinct on (currency) currency, on_day as "onDay", to_base as "toBase" from exchange_rate
      where company_id = ${sql.company} and on_day < ${first} and source <> 'initial' order by currency, on_day desc)
    union all select currency, on_day, to_base from exchange_rate
      where company_id = ${sql.company} and on_day between ${first} and ${last} and source = 'manual'`);
}

async function save(tx: Tx, rates: readonly CrossRate[]): Promise<number> {
  const rows = await tx.rows(
    sql`insert into exchange_rate as e (company_id, currency, on_day, to_base, source)
     select ${sql.company}, r.currency, r."onDay"::date, r."toBase", 'ecb'
     from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as r(currency text, "onDay" text, "toBase" numeric)
     on conflict (company_id, currency, on_day) do update set to_base = excluded.to_base
       where e.source = 'ecb' and e.to_base <> excluded.to_base returning currency`,
  );
  return rows.length;
}

const MINUTE_MS = 60_000;
const fetched = new WeakMap<App, { until: number; bank: Promise<Published> }>();

/** The same for all companies that ask within ten minutes; a failure counts for one. */
function publishedOnce(app: App): Promise<Published> {
  const known = fetched.get(app);
  if (known && known.until > Date.now()) return known.bank;
  const fresh = { until: Date.now() + 10 * MINUTE_MS, bank: published(app) };
  fresh.bank.catch(() => {
    fresh.until = Date.now() + MINUTE_MS;
  });
  fetched.set(app, fresh);
  return fresh.bank;
}

// An hour after the bank publishes, and again the next morning for failed runs.
defineSchedule({
  name: 'settings.rates',
  cron: '0 6,16 * * *',
  title: ['获取每日汇率', 'Fetch the exchange rates of the day'],
  each: async (app, ctx) => {
    const days = await daysFor(app, ctx, await publishedOnce(app));
    await app.database.inCompany(ctx, (tx) => takeRates(tx, days));
  },
});

const firstRates = defineJob(
  'settings.firstRates',
  ['获取近90天汇率', 'Fetch exchange rates of the last 90 days'],
  async (app, ctx) => {
    const days = await daysFor(app, ctx, await published(app));
    await app.database.inCompany(ctx, (tx) => takeRates(tx, days));
  },
);

/** Loads the past rates of a new company as soon as the bank can be reached. */
export const fetchFirstRates = (tx: Tx): Promise<void> =>
  addJob(tx, firstRates, {}, { key: 'settings.firstRates', maxAttempts: 10 });
