import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arranging } from '../hooks.ts';
import type { Decision } from './decide.ts';

export interface Evaluated {
  id: number;
  orderedAt: string | Date;
  decision: Decision;
}

/** Indexes the tags of orders that already carry them. */
export function giveTags(tx: Tx, evaluated: readonly Evaluated[]): void {
  const rows = evaluated.flatMap(({ id, orderedAt, decision }) =>
    decision.tagIds.map((tagId) => ({ tagId, orderedAt, orderId: id })),
  );
  if (rows.length === 0) return;
  tx.later(
    sql`insert into order_tagged (company_id, tag_id, ordered_at, order_id)
     select ${sql.company}, r."tagId", r."orderedAt", r."orderId"
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("tagId" bigint, "orderedAt" timestamptz, "orderId" bigint) on conflict do nothing`,
  );
}

/** Automatically approved orders that a rule splits or merges. */
export async function askArranging(tx: Tx, evaluated: readonly Evaluated[]): Promise<void> {
  const orders = evaluated.flatMap(({ id, decision: { status, split, merge } }) => {
    if (status !== 'allocate' || !(split || merge)) return [];
    return [{ id, ...(split ? { split } : {}), ...(merge ? { merge } : {}) }];
  });
  if (orders.length > 0) await arranging.call(tx, { orders });
}
