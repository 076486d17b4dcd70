import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { enqueueFetch } from '../sync/fetch-order.ts';

interface DeadLetter extends Record<string, unknown> {
  id: number;
  shopId: number;
  platformOrderNo: string | null;
}

function openOnes(tx: Tx, ctx: Ctx, ids: readonly number[]): Promise<DeadLetter[]> {
  return tx.rows<DeadLetter>(sql`select id, shop_id, platform_order_no from dead_letter
    where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[]) and not resolved and ${inShops(ctx, sql`shop_id`)}`);
}

const missing = (ctx: Ctx, ids: readonly number[], found: readonly DeadLetter[]) => {
  const known = new Set(found.map((row) => row.id));
  const error = 'channels.parkedNotFound';
  return ids
    .filter((id) => !known.has(id))
    .map((id) => ({ id, label: String(id), error, reason: say(ctx.language, error) }));
};

export async function retryDeadLetters(tx: Tx, ctx: Ctx, ids: readonly number[]) {
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

export async function resolveDeadLetter(tx: Tx, ctx: Ctx, ids: readonly number[]) {
  const found = await openOnes(tx, ctx, ids);
  await tx.rows(sql`update dead_letter set resolved = true, resolved_at = ${tx.now}
    where company_id = ${sql.company} and id = any(${arrayOf(found.map((row) => row.id))}::bigint[])`);
  const failed = missing(ctx, ids, found);
  return { done: found.length, failed };
}
