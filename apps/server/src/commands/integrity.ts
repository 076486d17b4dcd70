// All areas: each says what its documents hold of the stock.
import '../areas.ts';
import { checkAll } from '../areas/integrity/public.ts';
import { readConfig } from '../core/config.ts';
import { systemContext } from '../core/context.ts';
import { sql } from '../core/database/sql.ts';
import { joinApp, openApp } from '../core/start.ts';
import { Refused, run, say } from './command.ts';

const USAGE = 'npm run integrity [-- COMPANY]';

/** Makes every integrity check of every company, or of one. Broken checks end it as refused. */
async function integrity([company, ...more]: string[]): Promise<void> {
  if (more.length > 0 || (company !== undefined && !/^\d{1,9}$/.test(company))) throw new Refused(USAGE);
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const opened = (config.databaseUrl ? undefined : await joinApp(config)) ?? (await openApp(config));
  try {
    const { database } = opened.app;
    const found = await database.asOwner<{ id: number; name: string }>(
      sql`select id, name from company where ${company ?? null}::int is null or id = ${company ?? null} order by id`,
    );
    if (found.length === 0) throw new Refused(company ? `There is no company ${company}.` : 'There is no company.');
    let broken = 0;
    for (const { id, name } of found) {
      const results = await checkAll(opened.app, systemContext(id, 'integrity'));
      const red = results.filter((result) => !result.green);
      broken += red.length;
      say(`${id} ${name}: ${red.length === 0 ? `${results.length} checks hold` : `${red.length} checks are broken`}`);
      for (const { key, broken: rows, rows: shown, error } of red) {
        say(`  ${key}: ${error ?? `${rows} rows`}`);
        for (const { subject, field, expected, actual } of shown)
          say(`    ${subject} ${field}: expected ${expected}, is ${actual}`);
        if (rows > shown.length) say(`    and ${rows - shown.length} more`);
      }
    }
    if (broken > 0) throw new Refused(`${broken} checks are broken.`);
  } finally {
    await opened.close();
  }
}

await run(integrity);
