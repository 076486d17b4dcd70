import { rights } from '@tradewind/contract/access/modules.ts';
import { maySee } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { countAll } from '../../core/database/statement.ts';
import { say } from '../../core/text/texts.ts';
import { defineAlerts } from '../access/public.ts';
import { carrierClaims } from './bills/lists.ts';
import { tracked } from './tracking/list.ts';

const COUNT_MOST = 1000;

defineAlerts([rights.carrier.view], async (tx, ctx) => {
  const failed = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from carrier_account where company_id = ${sql.company} and enabled and state = 'failed' limit 20`,
  );
  return failed.map(({ id, name }) => ({
    key: `carrier:${id}`,
    level: 'bad' as const,
    text: say(ctx.language, 'logistics.alertAccount', { name }),
    path: '/system/carrier',
    at: tx.now,
  }));
});

/** Stands there once until there is room again. */
defineAlerts([rights.carrier.view], async (tx, ctx) => {
  const full = await tx.row<{ at: Date }>(sql`select quota_at as at from tracker_account
    where company_id = ${sql.company} and enabled and quota_left = 0 and quota_at is not null`);
  const text = say(ctx.language, 'logistics.alertQuota');
  return full ? [{ key: 'tracker:quota', level: 'warn' as const, text, path: '/system/carrier', at: full.at }] : [];
});

defineAlerts([rights.outbound.view, rights.scanStation.view], async (tx, ctx) => {
  const row = await tx.row<{ uncertain: number; since: Date | null; stuck: number }>(sql`
    select count(*) filter (where p.state = 'uncertain') as uncertain, min(p.state_at) as since,
      count(*) filter (where p.state = 'labelled' and o.state = 'cancelled') as stuck
    from parcel p join outbound o on o.company_id = p.company_id and o.id = p.outbound_id
    where p.company_id = ${sql.company} and (p.state = 'uncertain' or (p.state = 'labelled' and o.state = 'cancelled'))`);
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

defineAlerts([rights.tracking.view], async (tx, ctx) => {
  const silent = sql`select 1 from parcel p where ${tracked.where(tx, { silent: true })} limit ${sql.literal(COUNT_MOST)}`;
  const total = await countAll(tx, sql`from (${silent}) x`);
  if (total === 0) return [];
  const text = say(ctx.language, 'logistics.alertSilent', { count: total });
  return [
    {
      key: 'parcels:silent',
      level: 'warn' as const,
      text,
      path: '/logistics/tracking?stage=silent',
      at: tx.now,
    },
  ];
});

defineAlerts([rights.tracking.view], async (tx, ctx) => {
  const count = await tracked.count(tx, { dearer: true }, COUNT_MOST);
  if (count === 0) return [];
  const text = say(ctx.language, 'logistics.alertDearer', { count });
  return [{ key: 'labels:dearer', level: 'warn' as const, text, path: '/logistics/tracking?stage=dearer', at: tx.now }];
});

defineAlerts([rights.carrier.view], async (tx, ctx) => {
  if (!maySee(ctx.rights, 'seeCost')) return [];
  const count = await carrierClaims.count(tx, { due: true }, COUNT_MOST);
  if (count === 0) return [];
  return [
    {
      key: 'claims:due',
      level: 'warn' as const,
      text: say(ctx.language, 'logistics.alertClaims', { count }),
      path: '/system/carrier?view=claims&state=due',
      at: tx.now,
    },
  ];
});
