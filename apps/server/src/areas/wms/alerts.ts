import { rights } from '@tradewind/contract/access/modules.ts';
import { sql } from '../../core/database/sql.ts';
import { say } from '../../core/text/texts.ts';
import { defineAlerts } from '../access/public.ts';
import { troubled } from './outbox.ts';

defineAlerts([rights.warehouse.view, rights.warehousePartner.view], async (tx, ctx) => {
  const failed = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from wms_connection where company_id = ${sql.company} and enabled and state = 'failed' order by id limit 20`,
  );
  const [counts] = await tx.rows<{ troubled: number; jumps: number }>(
    sql`select (select count(*)::int from wms_order o where o.company_id = ${sql.company} and ${troubled(sql`o`)}) as troubled,
       (select count(*)::int from wms_difference where company_id = ${sql.company} and state = 'open' and jump) as jumps`,
  );
  const found = [
    ...failed.map(({ id, name }) => ({ key: `wms:${id}`, text: say(ctx.language, 'wms.alertAccount', { name }) })),
    ...(counts?.troubled
      ? [{ key: 'wms:troubled', text: say(ctx.language, 'wms.alertOrders', { count: counts.troubled }) }]
      : []),
    ...(counts?.jumps
      ? [{ key: 'wms:jumps', text: say(ctx.language, 'wms.alertJumps', { count: counts.jumps }) }]
      : []),
  ];
  return found.map((one) => ({ ...one, level: 'bad' as const, path: '/distribution/partner', at: tx.now }));
});
