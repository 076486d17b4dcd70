import { sql } from 'drizzle-orm/sql/sql';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { enqueueFetch } from '../sync/fetch-order.ts';
import { shopInScope } from './shops.ts';

interface Parked extends Record<string, unknown> {
  id: number;
  shopId: number;
  platformOrderNo: string | null;
}

export async function listParked(
  tx: Tx,
  ctx: Ctx,
  input: { shopId: number; resolved: 'open' | 'resolved'; page: number; pageSize: number },
) {
  await shopInScope(tx, ctx, input.shopId);
  const where = sql`company_id = ${tx.companyId} and shop_id = ${input.shopId} and resolved = ${input.resolved === 'resolved'}`;
  const rows = await tx.rows<{
    id: number;
    platformOrderNo: string | null;
    reason: string;
    raw: unknown;
    seen: number;
    firstAt: Date;
    lastAt: Date;
    resolved: boolean;
  }>(sql`select id, platform_order_no as "platformOrderNo", reason, raw, seen, first_at as "firstAt", last_at as "lastAt", resolved
    from parked_record where ${where} order by id desc limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`);
  const count = await tx.row<{ total: number }>(sql`select count(*)::int as total from parked_record where ${where}`);
  const buyers = maySee(ctx.rights, 'seeBuyer');
  return {
    rows: rows.map((row) => ({
      ...row,
      raw: buyers ? row.raw : null,
      firstAt: row.firstAt.toISOString(),
      lastAt: row.lastAt.toISOString(),
    })),
    total: count?.total ?? 0,
    totalExact: true,
  };
}

function openOnes(tx: Tx, ctx: Ctx, ids: readonly number[]): Promise<Parked[]> {
  return tx.rows<Parked>(sql`select id, shop_id as "shopId", platform_order_no as "platformOrderNo" from parked_record
    where company_id = ${tx.companyId} and id = any(${arrayOf(ids)}::bigint[]) and not resolved and ${inShops(ctx, sql`shop_id`)}`);
}

const missing = (ctx: Ctx, ids: readonly number[], found: readonly Parked[]) => {
  const known = new Set(found.map((row) => row.id));
  const error = 'channels.parkedNotFound';
  return ids
    .filter((id) => !known.has(id))
    .map((id) => ({ id, label: String(id), error, reason: say(ctx.language, error) }));
};

export async function retryParked(tx: Tx, ctx: Ctx, ids: readonly number[]) {
  const found = await openOnes(tx, ctx, ids);
  const failed = missing(ctx, ids, found);
  for (const { id, shopId, platformOrderNo } of found) {
    if (platformOrderNo) await enqueueFetch(tx, shopId, platformOrderNo);
    else {
      const error = 'channels.parkedNoNumber';
      failed.push({ id, label: String(id), error, reason: say(ctx.language, error) });
    }
  }
  return { done: ids.length - failed.length, failed };
}

export async function resolveParked(tx: Tx, ctx: Ctx, ids: readonly number[]) {
  const found = await openOnes(tx, ctx, ids);
  await tx.rows(sql`update parked_record set resolved = true, resolved_at = ${tx.now}
    where company_id = ${tx.companyId} and id = any(${arrayOf(found.map((row) => row.id))}::bigint[])`);
  const failed = missing(ctx, ids, found);
  return { done: found.length, failed };
}
