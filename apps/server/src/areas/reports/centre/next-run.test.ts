import { expect, it } from 'vitest';
import { daysOf } from '../kit/days.ts';
import { nextRun, type Plan } from './next-run.ts';

const plan = (more: Partial<Plan>): Plan => ({ every: 'day', weekday: null, monthDay: null, hour: 6, ...more });
/** The next times one after the other, each from the one before. */
function times(of: Plan, zone: string, after: string, count: number): string[] {
  const found: string[] = [];
  for (let at = new Date(after); found.length < count; ) {
    at = nextRun(of, zone, at);
    found.push(at.toISOString().slice(0, 16));
  }
  return found;
}

it('runs at the hour of the company, once a day, over both changes of its clock', () => {
  expect(times(plan({}), 'Asia/Shanghai', '2026-11-21T21:59:00Z', 2)).toEqual(['2026-11-21T22:00', '2026-11-22T22:00']);
  // Summer time begins on 2026-03-08: 06:00 moves from 14:00Z to 13:00Z.
  expect(times(plan({}), 'America/Los_Angeles', '2026-03-07T15:00:00Z', 2)).toEqual([
    '2026-03-08T13:00',
    '2026-03-09T13:00',
  ]);
  // 02:00 does not exist on that day: it runs at 03:00, and does not fall out.
  expect(times(plan({ hour: 2 }), 'America/Los_Angeles', '2026-03-07T11:00:00Z', 2)).toEqual([
    '2026-03-08T10:00',
    '2026-03-09T09:00',
  ]);
  // 01:00 comes twice on 2026-11-01, and counts once.
  const twice = times(plan({ hour: 1 }), 'America/Los_Angeles', '2026-10-31T09:00:00Z', 2);
  expect(twice.map((at) => at.slice(0, 10))).toEqual(['2026-11-01', '2026-11-02']);
});

it('takes the last day of a month that has no such day, and the weekday of the company', () => {
  expect(times(plan({ every: 'month', monthDay: 31 }), 'UTC', '2027-12-31T07:00:00Z', 4)).toEqual([
    '2028-01-31T06:00',
    '2028-02-29T06:00',
    '2028-03-31T06:00',
    '2028-04-30T06:00',
  ]);
  // Monday 06:00 in Shanghai is still Sunday in UTC.
  expect(times(plan({ every: 'week', weekday: 1 }), 'Asia/Shanghai', '2026-11-20T00:00:00Z', 2)).toEqual([
    '2026-11-22T22:00',
    '2026-11-29T22:00',
  ]);
});

it('names the days that move, as they are on a day', () => {
  expect(daysOf(30, '2026-03-15')).toEqual({ from: '2026-02-14', to: '2026-03-15' });
  expect(daysOf(1, '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  expect(daysOf('yesterday', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  expect(daysOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  // A Sunday ends its week.
  expect(daysOf('lastWeek', '2026-11-29')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});
