import { sql } from '../../core/database/sql.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { KNOWN_DAYS } from './known-browsers.ts';

/** Deletes expired rows every hour; nothing reads them any more. */
defineSchedule({
  name: 'identity.sweep',
  cron: '17 * * * *',
  work: async ({ database }) => {
    await database.asOwner(sql`delete from session where expires_at < now()`);
    await database.asOwner(sql`delete from pending_sign_in where expires_at < now()`);
    await database.asOwner(sql`delete from captcha where expires_at < now()`);
    await database.asOwner(sql`delete from throttle where window_ends_at < now()`);
    await database.asOwner(
      sql`delete from known_browser where last_used_at < now() - make_interval(days => ${KNOWN_DAYS})`,
    );
    await database.asOwner(sql`delete from one_time_key where expires_at < now() - interval '7 days'`);
  },
});
