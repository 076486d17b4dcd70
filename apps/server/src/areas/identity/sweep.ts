import { defineSchedule } from '../../core/jobs/schedule.ts';

/** What has run out is removed every hour; nothing reads it any more. */
defineSchedule({
  name: 'identity.sweep',
  cron: '17 * * * *',
  work: async ({ database }) => {
    await database.owner.query('delete from session where expires_at < now()');
    await database.owner.query('delete from captcha where expires_at < now()');
    await database.owner.query('delete from throttle where window_ends_at < now()');
    await database.owner.query(`delete from one_time_key where expires_at < now() - interval '7 days'`);
  },
});
