import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { decideAdvice } from '@tradewind/contract/procurement/advice.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineHook } from '../../../core/hooks.ts';
import { say } from '../../../core/text/texts.ts';
import { advices } from './list.ts';

export interface Decided {
  id: number;
  productId: number;
  warehouseId: number;
  supplierId: number | null;
  quantity: number;
  /** YYYY-MM-DD */
  neededBy: string | null;
}

/** Somebody decided how much is ordered, in the same transaction: whoever makes requisitions of it listens. */
export const adviceDecided = defineHook<{ lines: readonly Decided[] }>();

/** A decision of many at once is of no more than these. */
const AT_ONCE = 2000;

/** Keeps the decided quantities, and who decided. What somebody has decided stays as it is. */
export async function decide(
  tx: Tx,
  ctx: Ctx,
  { lines, ids, filter }: ParsedOf<typeof decideAdvice>,
): Promise<ResultOf<typeof decideAdvice>> {
  const quantities = new Map((lines ?? []).map((line) => [line.id, line.quantity]));
  const choice = ids ?? (filter ? await advices.choose(tx, { filter }, AT_ONCE, UNDECIDED) : []);
  const requested = [...new Set([...quantities.keys(), ...choice])].sort((a, b) => a - b);
  const rows = await advices.byIds(tx, requested);
  const done = await keep(
    tx,
    rows.map((row) => ({ id: row.id, quantity: quantities.get(row.id) ?? row.quantity })),
  );
  await adviceDecided.call(tx, {
    lines: rows.flatMap((row) => {
      const { id, productId, warehouseId, supplierId, runOutOn } = row;
      const quantity = done.get(id);
      return quantity === undefined ? [] : [{ id, productId, warehouseId, supplierId, quantity, neededBy: runOutOn }];
    }),
  });
  const skus = new Map(rows.map((row) => [row.id, row.sku]));
  return {
    done: done.size,
    failed: requested
      .filter((id) => !done.has(id))
      .map((id) => {
        const error = skus.has(id) ? 'advice.decided' : 'advice.notFound';
        return { id, label: skus.get(id) ?? `#${id}`, error, reason: say(ctx.language, error) };
      }),
  };
}

const UNDECIDED = sql`l.decided is null and l.quantity > 0`;

async function keep(tx: Tx, decided: readonly { id: number; quantity: number }[]): Promise<Map<number, number>> {
  const rows = await tx.rows<{ id: number; quantity: number }>(sql`
    update advice_line l set decided = w.quantity, decided_at = ${tx.now}, decided_by = ${tx.actor.name}
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as w(id bigint, quantity int)
    where l.company_id = ${sql.company} and l.id = w.id and l.decided is null returning l.id, w.quantity`);
  return new Map(rows.map((row) => [row.id, row.quantity]));
}
