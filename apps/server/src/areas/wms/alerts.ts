import { say } from '../../core/text/texts.ts';
import { defineAlerts } from '../access/public.ts';
import { troubled } from './outbox.ts';

defineAlerts(['995', '972'], async (tx, ctx) => {
  const failed = await tx.prepared<{ id: number; name: string }>(
    'wms_alert_accounts',
    `select id, name from wms_connection where company_id = $1 and enabled and state = 'failed' order by id limit 20`,
    [tx.companyId],
  );
  const [counts] = await tx.prepared<{ troubled: number; jumps: number }>(
    'wms_alert_counts',
    `select (select count(*)::int from wms_order o where o.company_id = $1 and ${troubled('o')}) as troubled,
       (select count(*)::int from wms_difference where company_id = $1 and state = 'open' and jump) as jumps`,
    [tx.companyId],
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
