import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { Decimal, split } from '../../core/money.ts';

/** A cost that is known after the goods came in. */
export interface LateCost {
  docKind: string;
  docId: number;
  docLine: number;
  /** Base currency, two places; below zero: the goods cost less. */
  amount: string;
  /** The layers of these goods. */
  layerIds: readonly number[];
}

export interface Revalued {
  docLine: number;
  /** What the units in stock cost more, by warehouse. */
  stock: { warehouseId: number; value: string }[];
  /** The share of the units that have left, or the whole where no layer is known. */
  difference: string;
}

/**
 * Spreads late costs over the layers of their goods by received units: remaining units take their share into their cost,
 * the share of those that have left is returned as a difference. Stock and difference sum to the amount, to the cent. A
 * repeated one changes nothing and returns nothing. Layers are locked in id order.
 */
export async function revalueLayers(tx: Tx, costs: readonly LateCost[]): Promise<Revalued[]> {
  const [first] = costs;
  if (!first) return [];
  const done = await tx.row(sql`select 1 as one from cost_revaluation where company_id = ${sql.company}
    and doc_kind = ${first.docKind} and doc_id = ${first.docId} limit 1`);
  if (done) return [];
  const layers = await lockLayers(
    tx,
    costs.flatMap((one) => one.layerIds),
  );
  const rows: { layerId: number; docLine: number; stockValue: string; difference: string }[] = [];
  const answers = costs.map(({ docLine, amount, layerIds }): Revalued => {
    const own = layerIds.flatMap((id) => layers.get(id) ?? []);
    const stock = new Map<number, Decimal>();
    let difference = own.length === 0 ? new Decimal(amount) : new Decimal(0);
    const shares = split(
      amount,
      own.map((layer) => layer.quantity),
    );
    for (const [at, layer] of own.entries()) {
      const share = new Decimal(shares[at] ?? 0);
      const stays = share.times(layer.remaining).div(layer.quantity).toDecimalPlaces(2);
      difference = difference.plus(share.minus(stays));
      stock.set(layer.warehouseId, (stock.get(layer.warehouseId) ?? new Decimal(0)).plus(stays));
      rows.push({
        layerId: layer.id,
        docLine,
        stockValue: stays.toFixed(4),
        difference: share.minus(stays).toFixed(4),
      });
    }
    return {
      docLine,
      stock: [...stock].map(([warehouseId, value]) => ({ warehouseId, value: value.toFixed(4) })),
      difference: difference.toFixed(4),
    };
  });
  await write(tx, first, rows);
  return answers;
}

interface Layer {
  id: number;
  warehouseId: number;
  quantity: number;
  remaining: number;
}

async function lockLayers(tx: Tx, ids: readonly number[]): Promise<Map<number, Layer>> {
  const rows = await tx.rows<{ id: number; warehouseId: number; quantity: number; remaining: number }>(sql`
    select id, warehouse_id, quantity, remaining from cost_layer
    where company_id = ${sql.company} and id = any(${[...ids]}::bigint[]) order by id for update`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function write(
  tx: Tx,
  { docKind, docId }: Pick<LateCost, 'docKind' | 'docId'>,
  rows: readonly { layerId: number; docLine: number; stockValue: string; difference: string }[],
): Promise<void> {
  await tx.rows(sql`insert into cost_revaluation (company_id, at, layer_id, warehouse_id, product_id, remaining, stock_value, difference, doc_kind, doc_id, doc_line, actor)
    select ${sql.company}, ${tx.now}, l.id, l.warehouse_id, l.product_id, l.remaining, r."stockValue", r.difference, ${docKind}, ${docId}, r."docLine", ${tx.actor.name}
    from jsonb_to_recordset(${sql.json(rows)}) as r("layerId" bigint, "docLine" bigint, "stockValue" numeric, difference numeric)
    join cost_layer l on l.company_id = ${sql.company} and l.id = r."layerId" returning 1`);
  await tx.rows(sql`update cost_layer l set received_cost = coalesce(l.received_cost, l.unit_cost),
      unit_cost = l.unit_cost + round(r.value / l.remaining, 6)
    from (select "layerId" as id, sum("stockValue") as value
      from jsonb_to_recordset(${sql.json(rows)}) as r("layerId" bigint, "stockValue" numeric) group by 1) r
    where l.company_id = ${sql.company} and l.id = r.id and l.remaining > 0 and r.value <> 0`);
}
