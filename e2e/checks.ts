// All areas: each says what its documents hold of the stock.
import '../apps/server/src/areas.ts';
import type { App } from '../apps/server/src/core/app.ts';
import { readConfig } from '../apps/server/src/core/config.ts';
import { systemContext } from '../apps/server/src/core/context.ts';
import { sql } from '../apps/server/src/core/database/sql.ts';
import { allRollups } from '../apps/server/src/core/rollup.ts';
import { joinApp } from '../apps/server/src/core/start.ts';
import { brokenChecks } from '../apps/server/src/testing/checks.ts';
import { application } from './worker.ts';

/** Work on the data of this worker's application, beside it. */
export async function inProgram<T>(work: (app: App) => Promise<T>): Promise<T> {
  const joined = await joinApp(readConfig({ TRADEWIND_DATA: application.dataDir, LOG_LEVEL: 'silent' }));
  if (!joined) throw new Error(`No database runs in ${application.dataDir}`);
  try {
    return await work(joined.app);
  } finally {
    await joined.close();
  }
}

/** Makes the sums of a company anew, after a test has written its ledger by itself. */
export const rebuildSums = (login: string): Promise<void> =>
  inProgram(async (app) => {
    const [owner] = await app.database.asOwner<{ id: number }>(
      sql`select company_id as id from login where user_login_id = ${login}`,
    );
    for (const rollup of allRollups()) await rollup.rebuild(app, systemContext(owner?.id ?? 0, 'test'));
  });

/** Those of the files before, whose companies stay. */
const known = new Set<string>();

/**
 * The integrity checks of all companies of this worker's application that broke since the last call, each with what it
 * found.
 */
export async function brokenEverywhere(): Promise<unknown[]> {
  // E2E_URL may name a program whose data lies elsewhere.
  if (!application.dataDir) return [];
  return inProgram(async (app) => {
    const companies = await app.database.asOwner<{ id: number; name: string }>(
      // A sample company that is nobody's any more goes piece by piece.
      sql`select id, name from company where sample_until is null or sample_of is not null order by id`,
    );
    const found: unknown[] = [];
    for (const { id, name } of companies)
      for (const broken of await brokenChecks(app, id)) {
        const what = JSON.stringify([id, broken]);
        if (!known.has(what)) found.push({ company: `${id} ${name}`, broken });
        known.add(what);
      }
    return found;
  });
}
