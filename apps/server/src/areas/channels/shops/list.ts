import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { listShops, ShopRow, syncShops } from '@tradewind/contract/channels.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { readHistory } from '../../../core/documents.ts';
import { jobKinds } from '../../../core/jobs/jobs.ts';
import { defineList, is } from '../../../core/lists.ts';
import { inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { platformName } from '../connectors.ts';
import type { Shop } from './shops.ts';

interface Stored extends Shop {
  operatorName: string | null;
  authorizedAt: Date | null;
  consentEndsAt: Date | null;
  lastSyncAt: Date | null;
  syncedUntil: Date | null;
  syncing: boolean;
  nextSyncAt: Date | null;
  failures: number;
  lastErrorKind: string | null;
  lastError: string | null;
  parked: number;
  ordersSynced: number;
  createdAt: Date;
  updatedAt: Date;
}

type ShopFilter = NonNullable<ParsedOf<typeof syncShops>['filter']>;

export const shops = defineList<ShopFilter, Stored>({
  table: 'shop',
  as: 's',
  scope: (tx) => inShops(tx, sql`s.id`),
  filters: {
    state: (state) => (state === 'all' ? undefined : sql`s.state = ${state}`),
    platform: is(sql`s.platform`),
    // A company has tens of shops: reading all is cheaper than a search index.
    search: (text) => sql`position(lower(${text}) in lower(s.name || ' ' || s.account)) > 0`,
  },
  order: sql`case s.state when 'expired' then 0 when 'pending' then 1 when 'authorized' then 2 else 3 end, s.name, s.id`,
  columns: sql`s.id, s.platform, s.name, s.account, s.region, s.module_id, s.marketplace_ids,
    s.currency, s.department_id, s.operator_id, u.name as operator_name, s.state, s.fulfilment, s.authorized_at, s.consent_ends_at,
    t.last_run_at as last_sync_at, t.until as synced_until, t.cursor is not null as syncing, t.next_run_at as next_sync_at,
    coalesce(t.failures, 0) as failures, t.last_error_kind, t.last_error, coalesce(t.taken, 0) as orders_synced,
    s.created_at, s.updated_at, (select count(*)::int from dead_letter p
      where p.company_id = ${sql.company} and p.shop_id = s.id and not p.resolved) as parked`,
  joins: sql`left join shop_stream t on t.company_id = ${sql.company} and t.shop_id = s.id and t.kind = 'orders'
    left join user_account u on u.company_id = ${sql.company} and u.id = s.operator_id`,
  missing: 'channels.shopNotFound',
});

export async function shopPage(tx: Tx, ctx: Ctx, query: ParsedOf<typeof listShops>) {
  const page = await shops.page(tx, query);
  return { ...page, rows: page.rows.map((row) => shown(ctx, row)) };
}

export async function findShop(tx: Tx, ctx: Ctx, shopId: number) {
  const row = await shops.one(tx, shopId);
  const log = await readHistory(tx, 'shop', shopId);
  return {
    ...shown(ctx, row),
    log: log.map(({ id, at, actor, event, detail }) => ({
      id,
      at: at.toISOString(),
      actor: who(ctx, actor),
      event,
      detail,
    })),
  };
}

/** Automatic actions show the name of the job. */
const who = (ctx: Ctx, actor: string) => jobKinds().get(actor)?.title[ctx.language === 'zh' ? 0 : 1] ?? actor;

const iso = (at: Date | null) => at?.toISOString() ?? null;

function shown(ctx: Ctx, { lastError, ...row }: Stored): ShopRow {
  const live = row.state === 'authorized';
  return {
    ...row,
    // A shop whose authorization is not complete has no account yet.
    account: row.account.startsWith('pending-') ? '' : row.account,
    platformName: platformName(row.platform, ctx.language),
    authorizedAt: iso(row.authorizedAt),
    consentEndsAt: iso(row.consentEndsAt),
    lastSyncAt: iso(row.lastSyncAt),
    syncedUntil: iso(row.syncedUntil),
    lagSeconds:
      live && row.syncedUntil
        ? Math.max(0, Math.round((ctx.now().getTime() - row.syncedUntil.getTime()) / 1000))
        : null,
    nextSyncAt: iso(row.nextSyncAt),
    lastErrorText: row.lastErrorKind ? say(ctx.language, `channels.error.${row.lastErrorKind}`) : null,
    lastErrorDetail: lastError,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
