import type { Database } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { tooMany } from '../../core/errors.ts';
import { arrayOf } from '../../core/scope.ts';

/** This many tries of a key within this many minutes; then it waits as long. */
export interface Limit {
  key: string;
  tries: number;
  minutes: number;
}

/** @throws tooMany identity.tooManyTries with the minutes to wait */
export async function assertMayTry(database: Database, limits: readonly Limit[]): Promise<void> {
  const rows = await database.global<{ key: string; tries: number; seconds: number }>(sql`
    select key, tries, ceil(extract(epoch from window_ends_at - now()))::int as seconds from throttle
    where key = any(${arrayOf(limits.map((l) => l.key))}::text[]) and window_ends_at > now()`);
  const full = rows.filter((row) => row.tries >= (limits.find((l) => l.key === row.key)?.tries ?? 0));
  if (full.length === 0) return;
  const retryAfterSeconds = Math.max(...full.map((row) => row.seconds));
  throw tooMany('identity.tooManyTries', { minutes: Math.ceil(retryAfterSeconds / 60), retryAfterSeconds });
}

/** Counts a try. The last free one restarts the wait, so that it is never shorter than announced. */
export async function countTry(database: Database, limits: readonly Limit[]): Promise<void> {
  await database.global(sql`
    insert into throttle as t (key, tries, window_ends_at)
    select l.key, 1, now() + make_interval(mins => l.minutes)
    from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) as l(key text, tries int, minutes int) order by l.key
    on conflict (key) do update set
      tries = case when t.window_ends_at < now() then 1 else t.tries + 1 end,
      window_ends_at = case when t.window_ends_at < now() or t.tries + 1 >= (
          select max(l.tries) from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) as l(key text, tries int) where l.key = t.key)
        then excluded.window_ends_at else t.window_ends_at end`);
}

/** How often each key was tried in its current window. */
export async function triesOf(database: Database, keys: readonly string[]): Promise<number[]> {
  const rows = await database.global<{ key: string; tries: number }>(
    sql`select key, tries from throttle where key = any(${arrayOf(keys)}::text[]) and window_ends_at > now()`,
  );
  return keys.map((key) => rows.find((row) => row.key === key)?.tries ?? 0);
}

const running = new Map<string, Promise<unknown>>();

/** Work of one key runs one after another in this process, so that a burst of guesses cannot outrun the count. */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  running.set(key, mine);
  try {
    return await mine;
  } finally {
    if (running.get(key) === mine) running.delete(key);
  }
}
