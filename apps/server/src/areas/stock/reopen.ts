import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import type { Issue } from './costs.ts';

/** Units that return to good stock. */
export interface GoodAgain extends Issue {
  batchId: number;
  /** Their condition meanwhile. */
  from: StockCondition;
}

type Taken = { line: number; layerId: number; unitCost: string; quantity: number };

/**
 * Returns units to good stock, into the layers they had left, the last one first: value and age are as before. Written
 * as negative issues. Called after the movement that returns them, which locks their balance.
 * @returns units of each line that found no layer
 */
export async function reopenLayers(tx: Tx, lines: readonly GoodAgain[]): Promise<number[]> {
  if (lines.length === 0) return [];
  const taken = await tx.rows<Taken>(
    sql`select s.line, t.* from jsonb_to_recordset(${JSON.stringify(lines.map((line, i) => ({ ...line, line: i })))}::jsonb) as s(line int, "warehouseId" bigint, "productId" bigint, "batchId" bigint,
       "from" text, "docKind" text)
     cross join lateral (
       select i.layer_id as "layerId", i.unit_cost as "unitCost", sum(i.quantity)::int as quantity, max(i.id) as newest
       from stock_movement m
       join cost_issue i on i.company_id = ${sql.company} and i.doc_kind = m.doc_kind and i.doc_id = m.doc_id and i.doc_line = m.doc_line
         and i.layer_id <> 0
       where m.company_id = ${sql.company} and m.product_id = s."productId" and m.warehouse_id = s."warehouseId" and m.batch_id = s."batchId"
         and m.condition = s."from" and m.doc_kind = s."docKind"
       group by i.layer_id, i.unit_cost having sum(i.quantity) > 0) t
     order by s.line, t.newest desc`,
  );
  const used = new Map<string, number>();
  const back: (Issue & { layerId: number; unitCost: string })[] = [];
  const rest = lines.map((line, i) => {
    const { warehouseId, productId, docKind, docId, docLine } = line;
    let left = line.quantity;
    for (const part of taken.filter((one) => one.line === i)) {
      // Lines of one kind share the units taken.
      const key = `${line.batchId}/${line.from}/${part.layerId}`;
      const quantity = Math.min(left, part.quantity - (used.get(key) ?? 0));
      if (quantity <= 0) continue;
      used.set(key, (used.get(key) ?? 0) + quantity);
      left -= quantity;
      const { layerId, unitCost } = part;
      back.push({ warehouseId, productId, docKind, docId, docLine, layerId, unitCost, quantity });
    }
    return left;
  });
  if (back.length > 0) write(tx, back);
  return rest;
}

function write(tx: Tx, back: readonly object[]): void {
  const rows = JSON.stringify(back);
  tx.later(
    sql`update cost_layer l set remaining = l.remaining + r.quantity from (
       select "layerId" as id, sum(quantity)::int as quantity from jsonb_to_recordset(${rows}::jsonb) as b("layerId" bigint, quantity int)
       group by 1) r where l.company_id = ${sql.company} and l.id = r.id`,
  );
  tx.later(
    sql`insert into cost_issue (company_id, at, layer_id, warehouse_id, product_id, quantity, unit_cost, doc_kind, doc_id, doc_line)
     select ${sql.company}, ${tx.now}, r."layerId", r."warehouseId", r."productId", -r.quantity, r."unitCost", r."docKind", r."docId", r."docLine"
     from jsonb_to_recordset(${rows}::jsonb) as r("layerId" bigint, "warehouseId" bigint, "productId" bigint, quantity int, "unitCost" numeric,
       "docKind" text, "docId" bigint, "docLine" bigint) returning 1`,
  );
}
