// All areas: each says what its documents hold of the stock.
import '../apps/server/src/areas.ts';
import { readConfig } from '../apps/server/src/core/config.ts';
import { sql } from '../apps/server/src/core/database/sql.ts';
import { joinApp } from '../apps/server/src/core/start.ts';
import { brokenChecks } from '../apps/server/src/testing/checks.ts';
import { application } from './worker.ts';

/** Those of the files before, whose companies stay. */
const known = new Set<string>();

/**
 * The integrity checks of all companies of this worker's application that broke since the last call, each with what it
 * found.
 */
export async function brokenEverywhere(): Promise<unknown[]> {
  // E2E_URL may name a program whose data lies elsewhere.
  if (!application.dataDir) return [];
  const joined = await joinApp(readConfig({ TRADEWIND_DATA: application.dataDir, LOG_LEVEL: 'warn' }));
  if (!joined) throw new Error(`No database runs in ${application.dataDir}`);
  try {
    const companies = await joined.app.database.asOwner<{ id: number; name: string }>(
      sql`select id, name from company order by id`,
    );
    const found: unknown[] = [];
    for (const { id, name } of companies)
      for (const broken of await brokenChecks(joined.app, id)) {
        const what = JSON.stringify([id, broken]);
        if (!known.has(what)) found.push({ company: `${id} ${name}`, broken });
        known.add(what);
      }
    return found;
  } finally {
    await joined.close();
  }
}
