import { sql } from 'drizzle-orm/sql/sql';
import { say } from '../../core/text/texts.ts';
import { defineAlerts } from '../access/public.ts';
import { countCapped, matching } from './tracking/tracking.queries.ts';

const SILENT_DAYS = 5;

defineAlerts(['996'], async (tx, ctx) => {
  const failed = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from carrier_account where company_id = ${tx.companyId} and enabled and state = 'failed' limit 20`,
  );
  return failed.map(({ id, name }) => ({
    key: `carrier:${id}`,
    level: 'bad' as const,
    text: say(ctx.language, 'logistics.alertAccount', { name }),
    path: '/system/carrier',
    at: tx.now,
  }));
});

defineAlerts(['503', '509'], async (tx, ctx) => {
  const row = await tx.row<{ uncertain: number; since: Date | null; stuck: number }>(sql`
    select count(*) filter (where p.state = 'uncertain') as uncertain, min(p.state_at) as since,
      count(*) filter (where p.state = 'labelled' and o.state = 'cancelled') as stuck
    from parcel p join outbound o on o.company_id = p.company_id and o.id = p.outbound_id
    where p.company_id = ${tx.companyId} and (p.state = 'uncertain' or (p.state = 'labelled' and o.state = 'cancelled'))`);
  const at = row?.since ?? tx.now;
  const found = [
    { key: 'labels:uncertain', count: row?.uncertain ?? 0, text: 'logistics.alertUncertain' },
    { key: 'labels:cancelled', count: row?.stuck ?? 0, text: 'logistics.alertStop' },
  ].filter((one) => one.count > 0);
  return found.map(({ key, count, text }) => ({
    key,
    level: 'bad' as const,
    text: say(ctx.language, text, { count }),
    path: '/warehouse/outbound?state=packed',
    at,
  }));
});

defineAlerts(['601'], async (tx, ctx) => {
  const { total } = await countCapped(tx, matching(tx, ctx, { silentDays: SILENT_DAYS }), 1000);
  if (total === 0) return [];
  const text = say(ctx.language, 'logistics.alertSilent', { count: total, days: SILENT_DAYS });
  return [
    {
      key: 'parcels:silent',
      level: 'warn' as const,
      text,
      path: `/logistics/tracking?silentDays=${SILENT_DAYS}`,
      at: tx.now,
    },
  ];
});
