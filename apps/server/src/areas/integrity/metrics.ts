import { sql } from '../../core/database/sql.ts';
import { defineGauge } from '../../core/metrics.ts';

defineGauge(
  'integrity_broken',
  'Companies in whose last run of the integrity checks this one was broken',
  sql`select broken ->> 'key' as name, count(*) as value
    from company c cross join lateral (select green, results from integrity_run r
      where r.company_id = c.id and finished_at is not null order by id desc limit 1) last
    cross join lateral jsonb_array_elements(last.results) broken
    where not last.green and not (broken ->> 'green')::boolean group by 1`,
  'check',
);
