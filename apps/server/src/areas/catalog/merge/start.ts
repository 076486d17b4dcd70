import { rights } from '@tradewind/contract/access/modules.ts';
import { MERGE_AT_ONCE } from '@tradewind/contract/catalog/merge.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { forbidden } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { queueMerge } from './job.ts';
import { assertAllowed, assertTwo, carryOut } from './merge.ts';
import { forbidsOf, movesOf, placesOf } from './parts.ts';

const MERGE = { kind: 'product_merge', prefix: 'MRG' };

/** What would move and what forbids it, as of now. */
export async function previewMerge(tx: Tx, ctx: Ctx, input: { fromId: number; intoId: number }) {
  const pair = { from: input.fromId, into: input.intoId };
  await assertTwo(tx, pair);
  const [moves, forbids, stock] = await Promise.all([movesOf(tx, pair), forbidsOf(tx, pair), placesOf(tx, pair)]);
  const textOf = ({ reason, numbers }: (typeof forbids)[number]) =>
    say(ctx.language, `catalog.merge.${reason}`, { numbers: numbers.join(', ') });
  return {
    ...{ moves, stock, queued: await isLong(tx, moves) },
    forbids: forbids.map((one) => ({ ...one, text: textOf(one) })),
  };
}

/** Many rows move, or it would wait for a merge that runs. */
async function isLong(tx: Tx, moves: readonly { count: number }[]): Promise<boolean> {
  if (moves.reduce((sum, one) => sum + one.count, 0) > MERGE_AT_ONCE) return true;
  const running = sql`select 1 as one from product_merge where company_id = ${sql.company} and state = 'running' limit 1`;
  return (await tx.row(running)) !== undefined;
}

/**
 * Makes `from` the same product as `into`: now, or in a job if that takes long. Neither product is part of another merge
 * that runs.
 * @throws ruleBroken catalog.merge.<reason> with the numbers of documents
 */
export async function mergeProducts(tx: Tx, ctx: Ctx, input: { fromId: number; intoId: number }) {
  if (!mayPress(ctx.rights, rights.product.edit) || !mayPress(ctx.rights, rights.product.delete)) throw forbidden();
  const pair = { from: input.fromId, into: input.intoId };
  // Taken with the product, as the trigger on order lines (follow_merges) takes it with them: a cluster holds both there.
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended('merging/' || p.company_id, 0))
     from product p where p.company_id = ${sql.company} and p.id = ${pair.into}`,
  );
  const { from, into } = await assertTwo(tx, pair);
  await assertAllowed(tx, pair);
  const long = await isLong(tx, await movesOf(tx, pair));
  const [number = ''] = await nextNumbers(tx, MERGE);
  const row = await tx.row<{ id: number }>(
    sql`insert into product_merge (company_id, number, product_id, merged_id, merged_sku, at, actor, state)
     values (${sql.company}, ${number}, ${pair.into}, ${pair.from}, ${from.sku}, ${tx.now}, ${tx.actor.name}, 'running') returning id`,
  );
  if (!row) throw new Error('a merge was not written');
  if (!long) {
    await carryOut(tx, row.id);
    return { number, state: 'done' as const };
  }
  const entry = (docId: number, sku: string) => ({
    ...{ docKind: 'product', docId, event: 'mergeStarted' },
    detail: { name: `${sku} · ${number}` },
  });
  writeHistory(tx, [entry(pair.from, into.sku), entry(pair.into, from.sku)]);
  await queueMerge(tx, ctx, row.id);
  return { number, state: 'running' as const };
}
