import { rights } from '@tradewind/contract/access/modules.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { dayOf } from '../../core/database/statement.ts';
import { inShops } from '../../core/scope.ts';
import { say } from '../../core/text/texts.ts';
import { type Alert, defineAlerts, defineBadge, defineSearch } from '../access/public.ts';
import { provideShops } from '../catalog/public.ts';
import { shopsInScope } from './shops/shops.ts';

const CONSENT_WARNING_DAYS = 14;
/** A single failure fixes itself; the third in a row needs a person. */
const FAILURES_BEFORE_WARNING = 3;

provideShops(shopsInScope);

defineBadge(rights.salesChannel.id, async (tx, ctx) => {
  const row = await tx.row<{ count: number }>(sql`select count(*)::int as count from shop
    where company_id = ${sql.company} and state = 'expired' and ${inShops(ctx, sql`id`)}`);
  return row?.count ?? 0;
});

defineSearch([rights.salesChannel.view], async (tx, ctx, text) => {
  const desired = text.toLowerCase();
  const shops = await shopsInScope(tx, ctx);
  return shops
    .filter((shop) => shop.name.toLowerCase().startsWith(desired) || shop.account.toLowerCase().startsWith(desired))
    .slice(0, 8)
    .map((shop) => ({
      kind: 'shop' as const,
      id: shop.id,
      title: shop.name,
      detail: shop.account,
      path: `/system/channel?open=${shop.id}`,
    }));
});

interface Troubled extends Record<string, unknown> {
  id: number;
  name: string;
  platform: string;
  state: string;
  failures: number;
  kind: string | null;
  consentEndsAt: Date | null;
  /** The company's day of it. */
  consentEndsOn: string | null;
  updatedAt: Date;
  lastSyncAt: Date | null;
  parked: number;
  deadLetteredAt: Date | null;
}

defineAlerts([rights.salesChannel.view], async (tx, ctx) =>
  (await troubled(tx, ctx)).flatMap((shop) => alertsOf(ctx, shop)),
);

function troubled(tx: Tx, ctx: Ctx): Promise<Troubled[]> {
  return tx.rows<Troubled>(sql`select s.id, s.name, s.platform, s.state, coalesce(t.failures, 0) as failures,
      t.last_error_kind as kind, s.consent_ends_at, ${dayOf(sql`s.consent_ends_at`)}::text as consent_ends_on, s.updated_at, t.last_run_at as "lastSyncAt",
      coalesce(p.parked, 0) as parked, p.at as "deadLetteredAt"
    from shop s left join lateral (select * from shop_stream t where t.company_id = ${sql.company} and t.shop_id = s.id
        and not t.paused order by t.failures desc, t.kind limit 1) t on true
      left join lateral (select count(*)::int as parked, max(last_at) as at from dead_letter p
      where p.company_id = ${sql.company} and p.shop_id = s.id and not p.resolved) p on true
    where s.company_id = ${sql.company} and s.state in ('authorized', 'expired') and ${inShops(ctx, sql`s.id`)}`);
}

function alertsOf(ctx: Ctx, shop: Troubled): Alert[] {
  const path = `/system/channel?open=${shop.id}`;
  const alert = (key: string, level: Alert['level'], at: Date, code: string, more = {}): Alert => ({
    key: `shop.${key}:${shop.id}`,
    level,
    text: say(ctx.language, `channels.alert.${code}`, { name: shop.name, ...more }),
    path,
    at,
  });
  if (shop.state === 'expired') return [alert('expired', 'bad', shop.updatedAt, 'expired')];
  const alerts: Alert[] = [];
  if (shop.failures >= FAILURES_BEFORE_WARNING && shop.kind) {
    const reason = say(ctx.language, `channels.error.${shop.kind}`);
    alerts.push(alert('failing', 'bad', shop.lastSyncAt ?? shop.updatedAt, 'failing', { reason }));
  }
  const ends = shop.consentEndsAt;
  if (ends && ends.getTime() - ctx.now().getTime() < CONSENT_WARNING_DAYS * 86_400_000)
    alerts.push(alert('consent', 'warn', ctx.now(), 'consentEnds', { day: shop.consentEndsOn ?? '' }));
  if (shop.parked > 0 && shop.deadLetteredAt)
    alerts.push(alert('parked', 'warn', shop.deadLetteredAt, 'parked', { count: shop.parked }));
  return alerts;
}
