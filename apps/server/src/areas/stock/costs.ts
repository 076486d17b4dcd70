import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { bookedOf, consume, costOf, type Layer } from './fifo.ts';

export interface Receipt {
  warehouseId: number;
  productId: number;
  quantity: number;
  /** Base currency per unit, decimal string. */
  unitCost: string;
  receivedAt?: Date;
  docKind: string;
  docId: number;
  docLine?: number;
}

/** Opens a cost layer for each receipt; a repeated one changes nothing. */
export async function receiveLayers(tx: Tx, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.rows(
    sql`insert into cost_layer (company_id, warehouse_id, product_id, received_at, entered_at, quantity, remaining, unit_cost, doc_kind, doc_id, doc_line)
     select ${sql.company}, r."warehouseId", r."productId", coalesce(r."receivedAt", ${tx.now}), ${tx.now}, r.quantity, r.quantity, r."unitCost", r."docKind", r."docId", coalesce(r."docLine", 0)
     from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as r("warehouseId" bigint, "productId" bigint, quantity int, "unitCost" numeric,
       "receivedAt" timestamptz, "docKind" text, "docId" bigint, "docLine" bigint)
     on conflict do nothing`,
  );
}

export interface Issue {
  warehouseId: number;
  productId: number;
  quantity: number;
  docKind: string;
  docId: number;
  docLine: number;
  /** Layers to take from before the oldest: those of the receipt that brought the units. */
  layersFirst?: readonly number[];
}

export interface IssuedCost extends Issue {
  /** Base currency, whole line. */
  cost: string;
  /** As finance books it: each layer's part rounded to cents. */
  booked: string;
}

/**
 * Takes the units of `issues` out of their FIFO layers and returns each line's cost. Layers are locked in id order.
 * Call it once with the movement that takes the units out, in the same transaction.
 */
export async function issueCosts(tx: Tx, issues: readonly Issue[]): Promise<IssuedCost[]> {
  if (issues.length === 0) return [];
  const layers = await openLayers(tx, issues);
  const used = new Map<number, number>();
  const rows: Record<string, unknown>[] = [];
  const result: IssuedCost[] = [];
  for (const issue of issues) {
    const found = layers.get(`${issue.warehouseId}/${issue.productId}`) ?? { open: [], last: '0' };
    const { layersFirst = [], ...about } = issue;
    const own = new Set(layersFirst);
    const taken = consume(
      own.size === 0 ? found.open : found.open.toSorted((a, b) => Number(own.has(b.id)) - Number(own.has(a.id))),
      issue.quantity,
      found.last,
    );
    for (const part of taken) {
      const layer = found.open.find((l) => l.id === part.layerId);
      if (layer) layer.remaining -= part.quantity;
      if (part.layerId !== 0) used.set(part.layerId, (used.get(part.layerId) ?? 0) + part.quantity);
      rows.push({ ...about, layerId: part.layerId, quantity: part.quantity, unitCost: part.unitCost });
    }
    result.push({ ...issue, cost: costOf(taken), booked: bookedOf(taken) });
  }
  tx.later(
    sql`update cost_layer l set remaining = l.remaining - u.quantity from unnest(${[...used.keys()]}::bigint[], ${[...used.values()]}::int[]) as u(id, quantity)
     where l.company_id = ${sql.company} and l.id = u.id`,
  );
  tx.later(
    sql`insert into cost_issue (company_id, at, layer_id, warehouse_id, product_id, quantity, unit_cost, doc_kind, doc_id, doc_line)
     select ${sql.company}, ${tx.now}, r."layerId", r."warehouseId", r."productId", r.quantity, r."unitCost", r."docKind", r."docId", r."docLine"
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("layerId" bigint, "warehouseId" bigint, "productId" bigint, quantity int, "unitCost" numeric,
       "docKind" text, "docId" bigint, "docLine" bigint) returning 1`,
  );
  return result;
}

/**
 * Undoes a mistaken receipt: its units leave their own layer. Units already issued from it are taken from the next
 * layers instead. Called after the movement that takes the units out.
 */
export async function takeBackLayers(tx: Tx, receipts: readonly Issue[]): Promise<void> {
  if (receipts.length === 0) return;
  const taken = await tx.rows<{ layerId: number; docLine: number; quantity: number }>(
    sql`select l.id as layer_id, l.doc_line, least(l.remaining, r.quantity) as quantity
     from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as r("docKind" text, "docId" bigint, "docLine" bigint, quantity int)
     join cost_layer l on l.company_id = ${sql.company} and l.doc_kind = r."docKind" and l.doc_id = r."docId" and l.doc_line = r."docLine"
     where l.remaining > 0 order by l.id for update of l`,
  );
  const parts = sql`unnest(${taken.map((one) => one.layerId)}::bigint[], ${taken.map((one) => one.quantity)}::int[]) as u(id, quantity)`;
  tx.later(
    sql`update cost_layer l set remaining = l.remaining - u.quantity from ${parts} where l.company_id = ${sql.company} and l.id = u.id`,
  );
  tx.later(
    sql`insert into cost_issue (company_id, at, layer_id, warehouse_id, product_id, quantity, unit_cost, doc_kind, doc_id, doc_line)
     select ${sql.company}, ${tx.now}, l.id, l.warehouse_id, l.product_id, u.quantity, l.unit_cost, l.doc_kind, l.doc_id, l.doc_line
     from ${parts} join cost_layer l on l.company_id = ${sql.company} and l.id = u.id returning 1`,
  );
  const own = new Map(taken.map((row) => [row.docLine, row.quantity]));
  const rest = receipts.map((one) => ({ ...one, quantity: one.quantity - (own.get(one.docLine) ?? 0) }));
  await issueCosts(
    tx,
    rest.filter((one) => one.quantity > 0),
  );
}

/**
 * Undoes issues of a document: units go back into the layers that they left, at what these cost by now, written as
 * negative issues of other lines. Layers are locked in id order. Called after the movement that returns the units.
 * @returns what came back in base currency, as finance books it, by line
 */
export async function returnIssues(
  tx: Tx,
  document: { docKind: string; docId: number },
  lines: readonly { fromLine: number; docLine: number }[],
): Promise<Map<number, string>> {
  const issued = sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r("fromLine" bigint, "docLine" bigint)
     join cost_issue i on i.company_id = ${sql.company} and i.doc_kind = ${document.docKind} and i.doc_id = ${document.docId}
       and i.doc_line = r."fromLine"`;
  await tx.rows(
    sql`select id from cost_layer where company_id = ${sql.company} and id in (select i.layer_id from ${issued}) order by id for update`,
  );
  tx.later(
    sql`update cost_layer l set remaining = l.remaining + u.quantity
     from (select i.layer_id, sum(i.quantity)::int as quantity from ${issued} group by i.layer_id) u
     where l.company_id = ${sql.company} and l.id = u.layer_id`,
  );
  const rows = await tx.rows<{ docLine: number; quantity: number; unitCost: string }>(
    sql`insert into cost_issue (company_id, at, layer_id, warehouse_id, product_id, quantity, unit_cost, doc_kind, doc_id, doc_line)
     select ${sql.company}, ${tx.now}, i.layer_id, i.warehouse_id, i.product_id, -i.quantity, coalesce(l.unit_cost, i.unit_cost),
       i.doc_kind, i.doc_id, r."docLine" from ${issued} left join cost_layer l on l.company_id = i.company_id and l.id = i.layer_id
     returning doc_line, quantity, unit_cost`,
  );
  const back = new Map<number, string>();
  for (const [line, parts] of Map.groupBy(rows, (row) => row.docLine))
    back.set(line, bookedOf(parts.map((part) => ({ ...part, quantity: -part.quantity }))));
  return back;
}

async function openLayers(tx: Tx, issues: readonly Issue[]): Promise<Map<string, { open: Layer[]; last: string }>> {
  const pairs = [
    ...new Map(issues.map((i) => [`${i.warehouseId}/${i.productId}`, { w: i.warehouseId, p: i.productId }])).values(),
  ];
  const rows = await tx.rows<
    Layer & { warehouseId: number; productId: number; receivedAt: Date } & Record<string, unknown>
  >(
    sql`select l.id, l.warehouse_id as "warehouseId", l.product_id as "productId", l.remaining,
       l.unit_cost as "unitCost", l.received_at as "receivedAt"
     from unnest(${pairs.map((pair) => pair.w)}::bigint[], ${pairs.map((pair) => pair.p)}::bigint[]) as d(w, p)
     join cost_layer l on l.company_id = ${sql.company} and l.warehouse_id = d.w and l.product_id = d.p
     where l.company_id = ${sql.company} and l.remaining > 0 order by l.id for update of l`,
  );
  const found = new Map<string, { open: Layer[]; last: string }>();
  for (const row of rows.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime() || a.id - b.id)) {
    const key = `${row.warehouseId}/${row.productId}`;
    const entry = found.get(key) ?? { open: [], last: '0' };
    entry.open.push({ id: row.id, remaining: row.remaining, unitCost: row.unitCost });
    entry.last = row.unitCost;
    found.set(key, entry);
  }
  const without = pairs.filter((pair) => !found.has(`${pair.w}/${pair.p}`));
  if (without.length > 0) for (const [key, last] of await lastCosts(tx, without)) found.set(key, { open: [], last });
  return found;
}

/** The product's last cost in that warehouse, for units that leave without a layer. */
export async function lastCosts(tx: Tx, pairs: readonly { w: number; p: number }[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ key: string; unitCost: string }>(
    sql`select d.w || '/' || d.p as key, coalesce((select l.unit_cost from cost_layer l where l.company_id = ${sql.company} and l.warehouse_id = d.w
       and l.product_id = d.p order by l.received_at desc, l.id desc limit 1), 0) as "unitCost"
     from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as d(w bigint, p bigint)`,
  );
  return new Map(rows.map((row) => [row.key, row.unitCost]));
}
