import { compareStock, rebuildStock } from '../areas/stock/public.ts';
import { readConfig } from '../core/config.ts';
import { systemContext } from '../core/context.ts';
import { sql } from '../core/database/sql.ts';
import { joinApp, openApp } from '../core/start.ts';
import { Refused, run, say } from './command.ts';

const USAGE = 'npm run stock -- check [COMPANY] | rebuild [COMPANY]';
const SHOWN = 50;

/**
 * Folds the ledger of stock anew and tells where the quantities beside it differ; asked to, it makes them what the
 * ledger says. A check that finds something ends as refused.
 */
async function stock([command = '', company]: string[]): Promise<void> {
  if ((command !== 'check' && command !== 'rebuild') || (company !== undefined && !/^\d{1,9}$/.test(company)))
    throw new Refused(USAGE);
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const opened = (config.databaseUrl ? undefined : await joinApp(config)) ?? (await openApp(config));
  try {
    const { database } = opened.app;
    const found = await database.asOwner<{ id: number; name: string }>(
      sql`select id, name from company where ${company ?? null}::int is null or id = ${company ?? null} order by id`,
    );
    if (found.length === 0) throw new Refused(company ? `There is no company ${company}.` : 'There is no company.');
    let differences = 0;
    for (const { id, name } of found) {
      const ctx = systemContext(id, `stock.${command}`);
      const wrong = await database.inCompany(ctx, command === 'check' ? compareStock : rebuildStock);
      differences += wrong.length;
      say(`${id} ${name}: ${wrong.length === 0 ? 'as the ledger says' : `${wrong.length} differences`}`);
      for (const one of wrong.slice(0, SHOWN))
        say(`  ${one.table} ${one.key} ${one.column}: ${one.kept}, the ledger says ${one.told}`);
    }
    if (command === 'rebuild' && differences > 0) say('They are what the ledger says now.');
    if (command === 'check' && differences > 0) throw new Refused(`${differences} differences. ${USAGE}`);
  } finally {
    await opened.close();
  }
}

await run(stock);
