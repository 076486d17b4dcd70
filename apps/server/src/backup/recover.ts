import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Refused } from '../commands/command.ts';
import { type EmbeddedDatabase, serverUser, startEmbedded } from '../core/database/embedded.ts';
import { isWrongPassword } from '../core/database/passwords.ts';
import { asRole } from '../core/start.ts';
import { connect } from './base.ts';
import { type Figures, readFigures } from './figures.ts';

/** A folder into which a base and its log were laid: `postgres` and `log`. */
export interface Recovery {
  folder: string;
  /** Its own is one of these: that of the secret under which the copied server ran at that moment. */
  passwords: readonly string[];
  /** The first file of the log that is missing though later ones are there. */
  missing: string | undefined;
}

const LOOK_MS = 100;
/** So many times no password was right: then none of them is. */
const MOST_REFUSALS = 10;

async function start({ folder, passwords }: Recovery, settings: Record<string, string>): Promise<EmbeddedDatabase> {
  const unpack = join(import.meta.dirname, 'unpack-log.ts');
  await writeFile(join(folder, 'postgres', 'recovery.signal'), '');
  const user = serverUser();
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, join(folder, 'postgres'), join(folder, 'log')]);
  await chmod(join(folder, 'postgres'), 0o700);
  return startEmbedded(folder, passwords[0] ?? '', {
    restore_command: `"${process.execPath}" "${unpack}" "${join(folder, 'log')}/%f.gz" "%p"`,
    recovery_target_timeline: 'latest',
    ...settings,
  });
}

/** The figures of the database at a named point of its log. It can go on from there. @throws Refused */
export async function figuresAtPoint(recovery: Recovery, point: string): Promise<Figures> {
  const settings = { recovery_target_name: point, recovery_target_action: 'pause' };
  return during(recovery, settings, async (client) => {
    const { rows } = await client.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state');
    return rows[0]?.state === 'paused' ? readFigures(client) : undefined;
  });
}

/** Brings the database to a moment, or as far as the log goes. @returns when its last change was. @throws Refused */
export async function recoverTo(recovery: Recovery, at: Date | undefined): Promise<Date | undefined> {
  if (!at && recovery.missing)
    throw new Refused(`The file ${recovery.missing} of the log is missing: name a moment before it with --at.`);
  const settings: Record<string, string> = at
    ? {
        recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'),
        recovery_target_inclusive: 'on',
        recovery_target_action: 'promote',
      }
    : {};
  const { last } = await during(recovery, settings, async (client) => {
    const { rows } = await client.query<{ waits: boolean; last: Date | null }>(
      'select pg_is_in_recovery() as waits, pg_last_xact_replay_timestamp() as last',
    );
    return rows[0]?.waits === false ? rows[0] : undefined;
  });
  return last ?? undefined;
}

/** Runs the server in recovery until `work` has an answer. */
async function during<T>(
  recovery: Recovery,
  settings: Record<string, string>,
  work: (client: pg.Client) => Promise<T | undefined>,
): Promise<T> {
  let server: EmbeddedDatabase | undefined;
  try {
    server = await start(recovery, settings);
    const urls = recovery.passwords.map((each) => asRole(server?.url('tradewind') ?? '', 'postgres', each));
    for (let refused = 0; ; ) {
      const answer = await withClient(urls[refused % urls.length] ?? '', work).catch((error: Error) => {
        // The password may change within the log that is being read.
        if (isWrongPassword(error) && ++refused < MOST_REFUSALS) return undefined;
        if (server?.failure() || isWrongPassword(error)) throw error;
        return undefined;
      });
      if (answer !== undefined) return answer;
      await sleep(LOOK_MS);
    }
  } catch (error) {
    if (/before configured recovery target/.test(`${server?.failure()} ${(error as Error).message}`))
      throw new Refused(
        recovery.missing
          ? `The file ${recovery.missing} of the log is missing: the database cannot be brought to that moment.`
          : 'The log ends before that moment: leave out --at to restore everything.',
      );
    throw error;
  } finally {
    await server?.stop();
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  return work(client).finally(() => client.end().catch(() => {}));
}
