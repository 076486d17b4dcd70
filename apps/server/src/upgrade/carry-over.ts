import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
// All areas: each says what its documents hold of the stock.
import '../areas.ts';
import { checkAll } from '../areas/integrity/public.ts';
import { type Config, ConfigError } from '../core/config.ts';
import { systemContext } from '../core/context.ts';
import { Database } from '../core/database/database.ts';
import { type EmbeddedDatabase, MAJOR, majorOf, startEmbedded, stopLeftover } from '../core/database/embedded.ts';
import { migrate } from '../core/database/migrate.ts';
import { sql } from '../core/database/sql.ts';
import { adoptPassword, asRole, databasePassword, ensureDatabase, holdFolder } from '../core/start.ts';
import { contentsOf, copyRows } from './copy-database.ts';
import { canCarryOver, olderPrograms } from './older-programs.ts';

const NAME = 'tradewind';

/** Parts of a data folder while it is carried over. The mark says that the new server is whole. */
const placesOf = (dataDir: string) => {
  const upgrading = join(dataDir, 'upgrading');
  return {
    data: join(dataDir, 'postgres'),
    upgrading,
    fresh: join(upgrading, 'postgres'),
    programs: join(upgrading, 'programs'),
    mark: join(upgrading, 'complete'),
  };
};

/**
 * Carries the embedded database of an older major version of PostgreSQL over to ours: a new server beside it gets all
 * rows, must equal it table by table and break no integrity check that held before, and then takes its place; the old
 * one is put aside. Killed at any moment, the next start begins again or ends it. Does nothing for a folder of our version.
 */
export async function carryOver(config: Config, say: (line: string) => void): Promise<void> {
  const places = placesOf(config.dataDir);
  const major = await majorOf(places.data);
  if (!existsSync(places.mark) && (major === undefined || major === MAJOR)) return;
  const release = await holdFolder(config.dataDir);
  try {
    if (!existsSync(places.mark) && major !== undefined) await makeNew(config, major, say);
    await swap(config.dataDir, say);
  } finally {
    await release();
  }
}

async function makeNew(config: Config, major: string, say: (line: string) => void): Promise<void> {
  if (!canCarryOver(major) || Number(major) > Number(MAJOR))
    throw new ConfigError(
      `The database in ${config.dataDir} is of PostgreSQL ${major}; this Tradewind brings PostgreSQL ${MAJOR} and cannot carry it over.`,
    );
  const { upgrading, fresh, programs, mark } = placesOf(config.dataDir);
  say(`The database is of PostgreSQL ${major} and is carried over to ${MAJOR}; the old one stays as it is ...`);
  await stopLeftover(fresh);
  await rm(upgrading, { recursive: true, force: true });
  await mkdir(upgrading, { mode: 0o711 });
  const password = databasePassword(config);
  const older = await olderPrograms(major, programs);
  const old = await startEmbedded(config.dataDir, password, {}, older);
  await adoptPassword(config, old).catch((error) => old.stop().then(() => Promise.reject(error)));
  const from = await openServer(old, password);
  try {
    const into = await openServer(await startEmbedded(upgrading, password), password);
    try {
      await copyRows(from.database.owner, from.url, into.database.owner);
      await compare(from.database, into.database);
    } finally {
      await into.close();
    }
  } finally {
    await from.close();
  }
  await rm(programs, { recursive: true });
  await writeFile(mark, new Date().toISOString());
}

/** Both get the schema of this version, which the older server knows as well. */
async function openServer(server: EmbeddedDatabase, password: string) {
  const close = async (database?: Database) => {
    await database?.close();
    await server.stop();
  };
  try {
    const url = await ensureDatabase(server.url('postgres'), server.url(NAME));
    const database = new Database({ owner: url, app: asRole(url, 'tradewind_app', password) }, { onError: () => {} });
    await migrate(database.owner, password);
    return { url, database, close: () => close(database) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function compare(from: Database, into: Database): Promise<void> {
  const [before, after] = [await contentsOf(from.owner), await contentsOf(into.owner)];
  const different = [...before].filter(([table, contents]) => after.get(table) !== contents).map(([table]) => table);
  if (different.length > 0) throw new Error(`These tables were not carried over whole: ${different.join(', ')}`);
  const known = await brokenIn(from);
  const fresh = [...(await brokenIn(into))].filter((one) => !known.has(one));
  if (fresh.length > 0) throw new Error(`Integrity checks are broken after the copy: ${fresh.join(', ')}`);
}

async function brokenIn(database: Database): Promise<Set<string>> {
  const log = pino({ level: 'silent' });
  const broken = new Set<string>();
  for (const { id } of await database.asOwner<{ id: number }>(sql`select id from company`))
    for (const { key, green } of await checkAll({ database, log }, systemContext(id, 'upgrade')))
      if (!green) broken.add(`${key} of company ${id}`);
  return broken;
}

/** The new server takes the place of the old one. Each step may be the last before a kill. */
async function swap(dataDir: string, say: (line: string) => void): Promise<void> {
  const { data, upgrading, fresh } = placesOf(dataDir);
  const major = await majorOf(data);
  if (major !== undefined && major !== MAJOR) {
    const aside = join(dataDir, `postgres-${major}`);
    await rename(data, existsSync(aside) ? `${aside}-${Date.now()}` : aside);
  }
  if (existsSync(fresh)) await rename(fresh, data);
  await rm(upgrading, { recursive: true, force: true });
  say(
    `The database is of PostgreSQL ${MAJOR} now, equal in every table. The old one is in ${dataDir}/postgres-...: delete it when you no longer need it.`,
  );
}
