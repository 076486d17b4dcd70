import type { StockCondition } from '@tradewind/contract/stock.ts';
import { BeginAnew, type Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineMergePart, defineOwnRows, type Merge } from '../catalog/public.ts';
import { batchesOf, setBatchState } from './batches.ts';
import { holderRows } from './holders.ts';
import { moveStock } from './ledger.ts';
import { lockBalances } from './lock.ts';
import { defineMovementDocument } from './movements.ts';
import { touch } from './touched.ts';

const KIND = 'product_merge';
defineMovementDocument(KIND, KIND);

defineMergePart({
  kind: 'stock',
  stock: true,
  rows: ({ from }) =>
    sql`select 1 from bin_stock where company_id = ${sql.company} and product_id = ${from} and on_hand > 0`,
  forbids: {
    reserved: ({ from }) =>
      sql`select h.number from (${holderRows()}) h where h.company_id = ${sql.company} and h.product_id = ${from}`,
    batch: ({ from, into }) =>
      sql`select f.code as number from stock_batch f join stock_batch i on i.company_id = ${sql.company}
          and i.product_id = ${into} and i.code = f.code
        where f.company_id = ${sql.company} and f.product_id = ${from}
          and (f.expires_on, f.state) is distinct from (i.expires_on, i.state)`,
  },
  move,
});

defineOwnRows('limit', 'stock_limit', sql`o.warehouse_id = d.warehouse_id`);

/**
 * Moves the units of all conditions where they lie, and their cost layers with cost and age. New movements, out and in:
 * the ledger of the old product ends at zero.
 */
async function move(tx: Tx, { id, from, into }: Merge): Promise<void> {
  const places = await tx.rows<{ warehouseId: number }>(
    sql`select warehouse_id from stock_balance where company_id = ${sql.company} and product_id = ${from}`,
  );
  const pairs = places.flatMap(({ warehouseId }) => [from, into].map((productId) => ({ warehouseId, productId })));
  const balances = await lockBalances(tx, pairs);
  // An order was served between the check and the lock: the next try names it.
  if (balances.some((one) => one.productId === from && one.reserved > 0)) throw new BeginAnew('Stock was reserved');
  await moveBins(tx, { id, from, into });
  await moveLayers(tx, { id, from, into });
  touch(tx, [from, into]);
}

interface Bin {
  warehouseId: number;
  locationId: number;
  condition: StockCondition;
  batchId: number;
  onHand: number;
  code: string | null;
  expiresOn: string | null;
  producedOn: string | null;
  state: 'active' | 'recalled' | null;
}

async function moveBins(tx: Tx, { id, from, into }: Merge): Promise<void> {
  const bins = await tx.rows<Bin>(
    sql`select b.warehouse_id, b.location_id, b.condition, b.batch_id, b.on_hand, t.code, t.expires_on::text as expires_on,
       t.produced_on::text as produced_on, t.state
     from bin_stock b left join stock_batch t on t.company_id = ${sql.company} and t.id = b.batch_id
     where b.company_id = ${sql.company} and b.product_id = ${from} and b.on_hand > 0
     order by b.location_id, b.product_id, b.condition, b.batch_id for update of b`,
  );
  const batches = await batchesOf(
    tx,
    bins.map(({ code, expiresOn, producedOn }) => ({
      productId: into,
      ...(code ? { code } : {}),
      ...(expiresOn ? { expiresOn } : {}),
      ...(producedOn ? { producedOn } : {}),
    })),
  );
  for (const [i, bin] of bins.entries())
    if (bin.state === 'recalled') await setBatchState(tx, batches[i] ?? 0, 'recalled');
  await moveStock(
    tx,
    bins.flatMap(({ warehouseId, locationId, condition, batchId, onHand }, i) => {
      const common = { warehouseId, locationId, condition, reason: 'merge', docKind: KIND, docId: id, docLine: i + 1 };
      return [
        { ...common, productId: from, batchId, onHand: -onHand, step: 'out' },
        { ...common, productId: into, batchId: batches[i] ?? 0, onHand, step: 'in' },
      ];
    }),
  );
}

async function moveLayers(tx: Tx, { id, from, into }: Merge): Promise<void> {
  const layers = await tx.rows<{ id: number }>(
    sql`select id from cost_layer where company_id = ${sql.company} and product_id = ${from} and remaining > 0 order by id for update`,
  );
  const own = sql`cost_layer where company_id = ${sql.company} and id = any(${layers.map((layer) => layer.id)}::bigint[])`;
  tx.later(
    sql`insert into cost_layer (company_id, warehouse_id, product_id, received_at, entered_at, quantity, remaining, unit_cost, doc_kind, doc_id, doc_line)
     select company_id, warehouse_id, ${into}::bigint, received_at, ${tx.now}, remaining, remaining, unit_cost, ${KIND}, ${id}, id from ${own} returning 1`,
  );
  tx.later(
    sql`insert into cost_issue (company_id, at, layer_id, warehouse_id, product_id, quantity, unit_cost, doc_kind, doc_id, doc_line)
     select company_id, ${tx.now}::timestamptz, id, warehouse_id, ${from}::bigint, remaining, unit_cost, ${KIND}, ${id}, id from ${own} returning 1`,
  );
  tx.later(
    sql`update cost_layer set remaining = 0 where company_id = ${sql.company} and id = any(${layers.map((layer) => layer.id)}::bigint[])`,
  );
}
