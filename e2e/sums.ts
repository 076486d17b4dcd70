// All areas: each may keep sums that reports read.
import '../apps/server/src/areas.ts';
import { readConfig } from '../apps/server/src/core/config.ts';
import { systemContext } from '../apps/server/src/core/context.ts';
import { sql } from '../apps/server/src/core/database/sql.ts';
import { allRollups } from '../apps/server/src/core/rollup.ts';
import { joinApp } from '../apps/server/src/core/start.ts';
import { application } from './worker.ts';

/** Makes the sums of a company anew, after a test has written its ledger by itself. */
export async function rebuildSums(login: string): Promise<void> {
  const joined = await joinApp(readConfig({ TRADEWIND_DATA: application.dataDir, LOG_LEVEL: 'warn' }));
  if (!joined) throw new Error(`No database runs in ${application.dataDir}`);
  try {
    const { database } = joined.app;
    const [owner] = await database.asOwner<{ id: number }>(
      sql`select company_id as id from login where user_login_id = ${login}`,
    );
    for (const rollup of allRollups())
      await database.inCompany(systemContext(owner?.id ?? 0, 'test'), (tx) => rollup.rebuild(tx));
  } finally {
    await joined.close();
  }
}
