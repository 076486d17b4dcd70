import { sql } from '../../../core/database/sql.ts';
import { defineGauge } from '../../../core/metrics.ts';

const READING = sql`from shop_stream ss join shop s on s.company_id = ss.company_id and s.id = ss.shop_id
  where s.state = 'authorized' and not ss.paused and ss.kind = 'orders'`;

defineGauge(
  'sync_lag_seconds',
  'Since the shop whose orders were read longest ago was read',
  sql`select s.platform as name, extract(epoch from max(now() - ss.last_run_at)) as value ${READING} group by 1`,
  'platform',
);
defineGauge(
  'sync_failing_shops',
  'Shops whose last reading of orders failed',
  sql`select s.platform as name, count(*) as value ${READING} and ss.failures > 0 group by 1`,
  'platform',
);
