import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { distribute } from '../apps/server/src/core/database/distribute.ts';
import { startEmbedded } from '../apps/server/src/core/database/embedded.ts';
import { migrate } from '../apps/server/src/core/database/migrate.ts';
import { startPooler } from '../apps/server/src/testing/pooler.ts';
import { keepFilesInMemory } from './memory-folder.ts';

/** The application role's password on the test server. */
export const APP_PASSWORD = 'app-for-tests';
const OWNER_PASSWORD = 'owner-for-tests';

/**
 * One PostgreSQL a run with a migrated template database, of which the test servers are cloned (apps/server/src/testing).
 * Durability is off: nothing of it is to survive.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const giveBack = keepFilesInMemory();
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-test-'));
  // The servers of the test processes keep their files here: they go with the run.
  process.env.TEST_FOLDER = folder;
  const { TEST_CITUS_URL: cluster } = process.env;
  if (cluster) {
    await prepareCluster(cluster);
    return async () => {
      rmSync(folder, { recursive: true, force: true });
      giveBack();
    };
  }
  await chmod(folder, 0o755);
  const server = await startEmbedded(folder, OWNER_PASSWORD, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Indexes that are made over filled tables need not be in the log, nor packed for it.
    wal_level: 'minimal',
    max_wal_senders: '0',
    wal_compression: 'off',
    max_wal_size: '1GB',
    max_connections: '300',
    // Races meet in deadlocks on purpose: they need not lie in them for a second each.
    deadlock_timeout: '100ms',
    // It would walk through the databases of all files once a minute; who needs statistics takes them.
    autovacuum: 'off',
  });
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  await admin.query('create database template_tradewind');
  const owner = new pg.Pool({ connectionString: server.url('template_tradewind') });
  await migrate(owner, APP_PASSWORD);
  await owner.end();
  await admin.end();
  const users = { postgres: OWNER_PASSWORD, tradewind_app: APP_PASSWORD };
  const pooler = process.env.TEST_POOLER ? await startPooler(server.url('postgres'), users) : undefined;
  if (pooler) {
    process.env.TEST_POOLER_URL = pooler.through(server.url('postgres'));
    process.env.TEST_POOLER_NAMED = pooler.named ? 'on' : 'off';
  }
  process.env.TEST_SERVER_URL = server.url('postgres');
  return async () => {
    await pooler?.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    giveBack();
  };
}

/** On a Citus cluster (scripts/citus.sh) all tests share one database, which stays for the next run. */
async function prepareCluster(url: string): Promise<void> {
  const owner = new pg.Pool({ connectionString: url });
  await migrate(owner, APP_PASSWORD);
  await distribute(owner);
  await owner.end();
  process.env.TEST_SERVER_URL = url;
}
