import { createEcb, type RateDay, type RateSource } from '@tradewind/connectors/rates/ecb.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { Fail, ruleBroken } from '../../../core/errors.ts';
import { eachCompany } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { companyOf } from '../../company/public.ts';
import { type CrossRate, crossRates, isDoubtful } from './rates.ts';

const synced = defineAction('settings.ratesSynced', ['获取汇率', 'Exchange rates fetched']);

/** The bank itself in production; where the sandbox stands in for the outside, the sandbox. */
function sourceOf({ config }: App): RateSource {
  const { ECB_RATES_URL: given } = process.env;
  const sandbox = config.roles.includes('sandbox') || !config.production ? `${config.sandboxUrl}/ecb` : undefined;
  const api = given || sandbox;
  return createEcb(api ? { baseUrls: { api } } : {});
}

/** A person asks. @throws Fail settings.ratesAway when the bank cannot be reached */
export async function syncRates(app: App, ctx: Ctx) {
  const latest = await sourceOf(app)
    .latest()
    .catch((error: unknown) => {
      if (!(error instanceof ConnectorError)) throw error;
      throw new Fail('settings.ratesAway', 503);
    });
  return app.database.inCompany(ctx, async (tx) => {
    const done = await takeRates(tx, latest);
    if (!done) throw ruleBroken('settings.ratesNotOffered');
    const detail = { day: latest.day, saved: done.saved, doubtful: done.doubtful };
    writeAudit(tx, [
      { action: synced, targetKind: 'exchange_rate', targetId: latest.day, targetName: latest.day, detail },
    ]);
    return detail;
  });
}

/** Writes a day's rates; what a person set for that day stays. Undefined: the bank does not publish the base currency. */
export async function takeRates(tx: Tx, latest: RateDay): Promise<{ saved: number; doubtful: string[] } | undefined> {
  const { baseCurrency } = await companyOf(tx);
  const rates = crossRates(latest, baseCurrency);
  if (rates.length === 0) return undefined;
  const before = await ratesBefore(tx, latest.day);
  const doubtful = rates.filter((rate) => isDoubtful(before.get(rate.currency), rate.toBase));
  const saved = await save(
    tx,
    rates.filter((rate) => !doubtful.includes(rate)),
  );
  return { saved, doubtful: doubtful.map((rate) => rate.currency) };
}

/** What was valid before that day, but for what a new company began with. */
async function ratesBefore(tx: Tx, day: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ currency: string; toBase: string }>(sql`
    select distinct on (currency) currency, to_base as "toBase" from exchange_rate
    where company_id = ${tx.companyId} and on_day < ${day} and source <> 'initial' order by currency, on_day desc`);
  return new Map(rows.map((row) => [row.currency, row.toBase]));
}

async function save(tx: Tx, rates: readonly CrossRate[]): Promise<number> {
  const rows = await tx.prepared(
    'ecb_rates',
    `insert into exchange_rate as e (company_id, currency, on_day, to_base, source)
     select $1, r.currency, r."onDay"::date, r."toBase", 'ecb'
     from jsonb_to_recordset($2::jsonb) as r(currency text, "onDay" text, "toBase" numeric)
     on conflict (company_id, currency, on_day) do update set to_base = excluded.to_base
       where e.source = 'ecb' and e.to_base <> excluded.to_base returning currency`,
    [tx.companyId, JSON.stringify(rates)],
  );
  return rows.length;
}

// An hour after the bank publishes, and once more the next morning for what failed.
defineSchedule({
  name: 'settings.rates',
  cron: '0 6,16 * * *',
  work: async (app) => {
    const latest = await sourceOf(app).latest();
    await eachCompany(app, 'settings.rates', async (ctx) => {
      await app.database.inCompany(ctx, (tx) => takeRates(tx, latest));
    });
  },
});
