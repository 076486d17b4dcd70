// All areas: each may keep sums that reports read.
import '../areas.ts';
import { readConfig } from '../core/config.ts';
import { systemContext } from '../core/context.ts';
import { sql } from '../core/database/sql.ts';
import { allRollups } from '../core/rollup.ts';
import { joinApp, openApp } from '../core/start.ts';
import { Refused, run, say } from './command.ts';

const USAGE = 'npm run reports -- rebuild [COMPANY]';

/** Makes the sums that reports read anew from the rows that they are sums of. Others go on to work meanwhile. */
async function reports([command = '', company]: string[]): Promise<void> {
  if (command !== 'rebuild' || (company !== undefined && !/^\d{1,9}$/.test(company))) throw new Refused(USAGE);
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const opened = (config.databaseUrl ? undefined : await joinApp(config)) ?? (await openApp(config));
  try {
    const { database } = opened.app;
    const found = await database.asOwner<{ id: number; name: string }>(
      sql`select id, name from company where ${company ?? null}::int is null or id = ${company ?? null} order by id`,
    );
    if (found.length === 0) throw new Refused(company ? `There is no company ${company}.` : 'There is no company.');
    for (const { id, name } of found)
      for (const rollup of allRollups()) {
        await database.inCompany(systemContext(id, 'reports.rebuild'), (tx) => rollup.rebuild(tx));
        say(`${id} ${name}: ${rollup.table} is rebuilt`);
      }
  } finally {
    await opened.close();
  }
}

await run(reports);
