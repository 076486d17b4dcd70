import type { AssemblyLineRow, AssemblyMoveRow } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { shownHistory } from '../outbound/moves.ts';
import { ASSEMBLY } from './document.ts';
import { assemblies } from './list.ts';
import { availableOf, possibleOf } from './plan.ts';

export function shownLines(tx: Tx, id: number): Promise<AssemblyLineRow[]> {
  return tx.rows<AssemblyLineRow>(
    sql`select x.id, x.product_id, g.sku, g.name_zh, g.name_en, x.each, x.quantity, x.held, coalesce(b.available, 0) as available
     from assembly_line x join assembly a on a.company_id = ${sql.company} and a.id = x.assembly_id
     join product g on g.company_id = ${sql.company} and g.id = x.product_id
     left join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = a.warehouse_id and b.product_id = x.product_id
     where x.company_id = ${sql.company} and x.assembly_id = ${id} order by x.id`,
  );
}

function movesOf(tx: Tx, id: number): Promise<AssemblyMoveRow[]> {
  return tx.rows<AssemblyMoveRow>(
    sql`select m.id, m.product_id, g.sku, g.name_zh, g.name_en, l.code as location_code,
       (select t.code from stock_batch t where t.company_id = ${sql.company} and t.id = m.batch_id) as batch_code, m.on_hand as quantity
     from stock_movement m join product g on g.company_id = ${sql.company} and g.id = m.product_id
     join location l on l.company_id = ${sql.company} and l.id = m.location_id
     where m.company_id = ${sql.company} and m.doc_kind = ${ASSEMBLY} and m.doc_id = ${id} and m.on_hand <> 0 order by m.id limit 1000`,
  );
}

export async function assemblyDetail(tx: Tx, id: number) {
  const row = await assemblies.one(tx, id);
  const [lines, moves, history, free, recipe] = await Promise.all([
    shownLines(tx, id),
    movesOf(tx, id),
    shownHistory(tx, ASSEMBLY, id),
    availableOf(tx, row.warehouseId, [row.productId]),
    tx.row<{ version: number }>(
      sql`select r.version from assembly a join recipe r on r.company_id = ${sql.company} and r.id = a.recipe_id
        where a.company_id = ${sql.company} and a.id = ${id}`,
    ),
  ]);
  return {
    ...row,
    ...{ lines, moves, history, possible: possibleOf(lines) },
    available: free.get(row.productId) ?? 0,
    recipeVersion: recipe?.version ?? null,
  };
}
