import { expect, test } from 'vitest';
import { complaints } from './line-rules.ts';

test.each([
  ['apps/web/src/x.ts', 'const day = dayjs().format()'],
  ['apps/web/src/x.tsx', 'if (at < new Date()) return'],
  ['apps/web/src/x.ts', 'new Date().toISOString().slice(0, 10)'],
  ['x.css', '@media (max-width: 600px) {'],
  ['x.css', '@media (width < 720px) {'],
  ['apps/web/src/areas/x.tsx', 'toInput={(values: object) => values as never}'],
  ['apps/server/src/areas/x.ts', "await app.database.owner.query('select 1')"],
  ['apps/server/src/areas/x.ts', 'join product p on p.company_id = 1 and p.id = coalesce(o.merged_into, o.id)'],
  ['apps/server/src/areas/x.ts', 'const day = tx.now.toISOString().slice(0, 10)'],
  ['apps/server/src/areas/x.ts', 'new Date(tx.now.getTime() + 5).toISOString().slice(0, 10)'],
  ['apps/server/src/areas/x.ts', 'where x.on_day <= current_date order by 1'],
  ['apps/server/src/areas/x.ts', 'where x.on_day <= now()::date'],
  ['apps/server/src/areas/x.ts', `where x.on_day <= $${'{tx.now}'}::date`],
  ['apps/server/src/areas/x.ts', '(select max(e.received_at)::date from inbound e'],
])('%s may not say: %s', (file, line) => expect(complaints(file, line)).toHaveLength(1));

test.each([
  ['apps/web/src/x.ts', 'dayjs(day)'],
  ['apps/web/src/x.ts', 'sentAt: new Date().toISOString(),'],
  ['apps/web/src/x.ts', 'new Date(instant)'],
  ['x.css', '@media (width < 640px) {'],
  ['x.css', '@media print {'],
  ['apps/server/src/areas/x.test.ts', "await database.owner.query('select 1')"],
  ['apps/server/src/areas/x.ts', 'due: sql`select company_id from expense where day <= current_date + 1`'],
  ['apps/server/src/areas/x.ts', '(p.shipped_at at time zone c.time_zone)::date + 1'],
  ['apps/server/src/areas/x.ts', 'new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)'],
  ['apps/server/src/demo/x.ts', 'const day = now.toISOString().slice(0, 10)'],
  ['apps/server/src/areas/x.ts', 'const trade = await alipay.query(number)'],
  ['apps/server/src/areas/x.ts', 'join product p on p.company_id = 1 and p.id = r.id and coalesce(p.x, 1) > 0'],
])('%s may say: %s', (file, line) => expect(complaints(file, line)).toEqual([]));
