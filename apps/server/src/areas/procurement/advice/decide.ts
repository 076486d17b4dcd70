import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { decideAdvice, Terms } from '@tradewind/contract/procurement/advice.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField } from '../../../core/errors.ts';
import { defineHook } from '../../../core/hooks.ts';
import { say } from '../../../core/text/texts.ts';
import { dayAt, numberOf } from './days.ts';
import { advices, UNDECIDED } from './list.ts';

export interface Decided {
  id: number;
  productId: number;
  warehouseId: number;
  supplierId: number | null;
  /** What is requested of it, each part with the way by which it travels: one, or the faster one before the slow one. */
  parts: readonly Part[];
}

export interface Part {
  quantity: number;
  /** YYYY-MM-DD */
  neededBy: string | null;
  remark: string;
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
  const fast = await fastParts(tx, ctx, lines ?? []);
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
      if (quantity === undefined) return [];
      const parts = fast.get(id) ?? [{ quantity, neededBy: runOutOn, remark: '' }];
      return [{ id, productId, warehouseId, supplierId, parts: parts.filter((part) => part.quantity > 0) }];
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

/**
 * The parts of lines of which some travels by the faster way, by advice.
 * @throws badField lines.N.fast where it is more than the quantity, or where there is no faster way
 */
async function fastParts(
  tx: Tx,
  { language }: Ctx,
  lines: readonly { id: number; quantity: number; fast?: number | undefined }[],
): Promise<ReadonlyMap<number, readonly Part[]>> {
  const parted = lines.flatMap((line, at) => (line.fast ? [{ ...line, at, fast: line.fast }] : []));
  if (parted.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; fast: Terms['fast']; runDay: string }>(sql`
    select l.id, l.terms -> 'fast' as fast, r.day::text as "runDay" from advice_line l
    join advice_run r on r.company_id = ${sql.company} and r.id = l.run_id
    where l.company_id = ${sql.company} and l.id = any(${parted.map((line) => line.id)}::bigint[])`);
  const known = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    parted.map(({ id, quantity, fast, at }) => {
      const row = known.get(id);
      if (!row?.fast) throw badField(`lines.${at}.fast`, 'advice.noFast');
      if (fast > quantity) throw badField(`lines.${at}.fast`, 'advice.fastMost', { quantity });
      const { mode, arrives, slowMode, slowArrives } = row.fast;
      const part = (units: number, by: typeof mode, days: number): Part => ({
        quantity: units,
        neededBy: dayAt(numberOf(row.runDay) + days),
        remark: say(language, `advice.modes.${by}`),
      });
      return [id, [part(fast, mode, arrives), part(quantity - fast, slowMode, slowArrives)]];
    }),
  );
}

async function keep(tx: Tx, decided: readonly { id: number; quantity: number }[]): Promise<Map<number, number>> {
  const rows = await tx.rows<{ id: number; quantity: number }>(sql`
    update advice_line l set decided = w.quantity, decided_at = ${tx.now}, decided_by = ${tx.actor.name}
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as w(id bigint, quantity int)
    where l.company_id = ${sql.company} and l.id = w.id and l.decided is null returning l.id, w.quantity`);
  return new Map(rows.map((row) => [row.id, row.quantity]));
}
