import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { Decimal, split } from '../../core/money.ts';
import { issueCosts, lastCosts, receiveLayers } from './costs.ts';

interface Converted {
  docLine: number;
  productId: number;
  quantity: number;
}

export interface Conversion {
  warehouseId: number;
  docKind: string;
  docId: number;
  taken: readonly Converted[];
  /** Lines of their own: none of them is among `taken`. */
  made: readonly Converted[];
  /** Added to the cost of what is made, in base currency: labour. */
  added: Decimal.Value;
}

/**
 * Moves cost where units become units of other products: what is made costs what was taken, and what is added. Several
 * products share it by their last costs, to the cent; without any, by units. Called after the movements.
 * @returns what the taken units cost, in base currency
 */
export async function convertCosts(tx: Tx, input: Conversion): Promise<string> {
  const { warehouseId, docKind, docId, made, added } = input;
  const about = { warehouseId, docKind, docId };
  const last = await lastCosts(
    tx,
    made.map((line) => ({ w: warehouseId, p: line.productId })),
  );
  const issued = await issueCosts(
    tx,
    input.taken.map((line) => ({ ...about, ...line })),
  );
  const cost = issued.reduce((sum, one) => sum.plus(one.cost), new Decimal(0));
  const byCost = made.map((line) =>
    new Decimal(last.get(`${warehouseId}/${line.productId}`) ?? 0).times(line.quantity),
  );
  const weights = byCost.some((weight) => !weight.isZero()) ? byCost : made.map((line) => line.quantity);
  const shares = split(cost.plus(added), weights);
  await receiveLayers(
    tx,
    made.map((line, i) => ({
      ...about,
      ...line,
      unitCost: new Decimal(shares[i] ?? 0).div(line.quantity).toFixed(6),
    })),
  );
  return cost.toFixed(4);
}

type Kept = { id: number; productId: number; untouched: boolean };

/**
 * Takes a conversion back: what was made leaves its layers, what was taken returns to its own at its old cost. Written
 * as issues of `undoKind`. Called after the movements.
 * @returns a product whose layer was used or has changed its cost since; then nothing is written
 */
export async function convertBack(
  tx: Tx,
  { docKind, docId, undoKind }: { docKind: string; docId: number; undoKind: string },
): Promise<number | undefined> {
  const of = sql`company_id = ${sql.company} and doc_kind = ${docKind} and doc_id = ${docId}`;
  const layers = await tx.rows<Kept>(
    sql`select l.id, l.product_id,
       case when l.doc_kind = ${docKind} and l.doc_id = ${docId} then l.remaining = l.quantity and l.received_cost is null
         else not exists (select from cost_issue i where i.company_id = ${sql.company} and i.doc_kind = ${docKind}
           and i.doc_id = ${docId} and i.layer_id = l.id and i.unit_cost <> l.unit_cost) end as untouched
     from cost_layer l where l.company_id = ${sql.company} and (l.id in (select id from cost_layer where ${of})
       or l.id in (select layer_id from cost_issue where ${of}))
     order by l.id for update of l`,
  );
  const changed = layers.find((layer) => !layer.untouched);
  if (changed) return changed.productId;
  tx.later(
    sql`update cost_layer l set remaining = l.remaining + i.quantity
     from (select layer_id, sum(quantity)::int as quantity from cost_issue where ${of} group by 1) i
     where l.company_id = ${sql.company} and l.id = i.layer_id`,
  );
  tx.later(sql`update cost_layer set remaining = 0 where ${of}`);
  const undo = sql`insert into cost_issue (company_id, at, layer_id, warehouse_id, product_id, quantity, unit_cost, doc_kind, doc_id, doc_line)`;
  const undone = sql`unit_cost, ${undoKind}::text, ${docId}::bigint, doc_line`;
  tx.later(
    sql`${undo} select company_id, ${tx.now}::timestamptz, layer_id, warehouse_id, product_id, -quantity, ${undone} from cost_issue where ${of} returning 1`,
  );
  tx.later(
    sql`${undo} select company_id, ${tx.now}::timestamptz, id, warehouse_id, product_id, quantity, ${undone} from cost_layer where ${of} returning 1`,
  );
  return undefined;
}
