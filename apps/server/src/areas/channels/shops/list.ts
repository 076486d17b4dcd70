import type { ShopRow } from '@tradewind/contract/channels.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { readHistory } from '../../../core/documents.ts';
import { notFound } from '../../../core/errors.ts';
import { jobKinds } from '../../../core/jobs/jobs.ts';
import { inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { platformName } from '../connectors.ts';
import type { Shop, ShopState } from './shops.ts';

interface Stored extends Shop, Record<string, unknown> {
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

const COLUMNS =
  sql.raw(`s.id, s.platform, s.name, s.account, s.region, s.module_id as "moduleId", s.marketplace_ids as "marketplaceIds",
  s.currency, s.department_id as "departmentId", s.state, s.fulfilment, s.authorized_at as "authorizedAt", s.consent_ends_at as "consentEndsAt",
  t.last_run_at as "lastSyncAt", t.until as "syncedUntil", t.cursor is not null as syncing, t.next_run_at as "nextSyncAt",
  coalesce(t.failures, 0) as failures, t.last_error_kind as "lastErrorKind", t.last_error as "lastError",
  coalesce(t.taken, 0) as "ordersSynced",
  s.created_at as "createdAt", s.updated_at as "updatedAt",
  (select count(*)::int from parked_record p where p.company_id = s.company_id and p.shop_id = s.id and not p.resolved) as parked`);

const SHOPS = sql.raw(
  `shop s left join shop_stream t on t.company_id = s.company_id and t.shop_id = s.id and t.kind = 'orders'`,
);

export interface ShopFilter {
  state: ShopState | 'all';
  platform?: string | undefined;
  search?: string | undefined;
}

function matching(tx: Tx, ctx: Ctx, filter: ShopFilter): SQL {
  const parts = [sql`s.company_id = ${tx.companyId}`, inShops(ctx, sql`s.id`)];
  if (filter.state !== 'all') parts.push(sql`s.state = ${filter.state}`);
  if (filter.platform) parts.push(sql`s.platform = ${filter.platform}`);
  // A company has tens of shops: reading them all is cheaper than keeping terms of them.
  if (filter.search) parts.push(sql`position(lower(${filter.search}) in lower(s.name || ' ' || s.account)) > 0`);
  return sql.join(parts, sql` and `);
}

export async function listShops(tx: Tx, ctx: Ctx, filter: ShopFilter & { page: number; pageSize: number }) {
  const where = matching(tx, ctx, filter);
  const rows = await tx.rows<Stored>(sql`select ${COLUMNS} from ${SHOPS} where ${where}
    order by case s.state when 'expired' then 0 when 'pending' then 1 when 'authorized' then 2 else 3 end, s.name, s.id
    limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`);
  const count = await tx.row<{ total: number }>(sql`select count(*)::int as total from shop s where ${where}`);
  return { rows: rows.map((row) => shown(ctx, row)), total: count?.total ?? 0, totalExact: true };
}

/** Ids of what a filter matches, for bulk actions. */
export async function pickShops(tx: Tx, ctx: Ctx, filter: ShopFilter): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select s.id from shop s where ${matching(tx, ctx, filter)} order by s.id limit 1000`,
  );
  return rows.map((row) => row.id);
}

export async function findShop(tx: Tx, ctx: Ctx, shopId: number) {
  const row = await tx.row<Stored>(sql`select ${COLUMNS} from ${SHOPS}
    where ${matching(tx, ctx, { state: 'all' })} and s.id = ${shopId}`);
  if (!row) throw notFound('channels.shopNotFound');
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

/** What the program did by itself is told by the name of the job. */
const who = (ctx: Ctx, actor: string) => jobKinds().get(actor)?.title[ctx.language === 'zh' ? 0 : 1] ?? actor;

const iso = (at: Date | null) => at?.toISOString() ?? null;

function shown(ctx: Ctx, { lastError, ...row }: Stored): ShopRow {
  const live = row.state === 'authorized';
  return {
    ...row,
    // A shop that has not come back from the platform has no account yet.
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
