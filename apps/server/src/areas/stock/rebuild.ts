import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';

/** A stored quantity that differs from the ledger. */
export interface StockDifference {
  /** stock_balance: warehouse, product. bin_stock: location, product, condition, batch. */
  table: 'stock_balance' | 'bin_stock';
  key: string;
  column: string;
  kept: number;
  told: number;
}

/** The ledger's own sums. Stock that is not good has a location but counts in no balance. */
const BALANCES = sql`select warehouse_id, product_id, coalesce(sum(on_hand) filter (where condition = 'good'), 0)::int as on_hand,
    sum(reserved)::int as reserved, sum(incoming)::int as incoming
  from stock_movement where company_id = ${sql.company} group by warehouse_id, product_id`;
const BINS = sql`select location_id, product_id, condition, batch_id, min(warehouse_id) as warehouse_id, sum(on_hand)::int as on_hand
  from stock_movement where company_id = ${sql.company} and location_id is not null group by location_id, product_id, condition, batch_id`;

/** Sums the whole ledger and compares it with the balances and bins, which stay locked meanwhile. */
export async function compareStock(tx: Tx): Promise<StockDifference[]> {
  // Movements wait: a half-written one would show differences that do not exist.
  await tx.rows(sql`lock table stock_balance, bin_stock in share mode`);
  const balances = await tx.rows<Omit<StockDifference, 'table'>>(
    sql`select coalesce(b.warehouse_id, m.warehouse_id) || '/' || coalesce(b.product_id, m.product_id) as key, c.column, c.kept, c.told
     from (select * from stock_balance where company_id = ${sql.company}) b full join (${BALANCES}) m using (warehouse_id, product_id)
     cross join lateral (values ('on_hand', coalesce(b.on_hand, 0), coalesce(m.on_hand, 0)),
       ('reserved', coalesce(b.reserved, 0), coalesce(m.reserved, 0)), ('incoming', coalesce(b.incoming, 0), coalesce(m.incoming, 0))) as c("column", kept, told)
     where c.kept <> c.told order by 1, 2`,
  );
  const bins = await tx.rows<Omit<StockDifference, 'table'>>(
    sql`select location_id || '/' || product_id || '/' || condition || '/' || batch_id as key, 'on_hand' as column,
       coalesce(b.on_hand, 0) as kept, coalesce(m.on_hand, 0) as told
     from (select * from bin_stock where company_id = ${sql.company}) b full join (${BINS}) m using (location_id, product_id, condition, batch_id)
     where coalesce(b.on_hand, 0) <> coalesce(m.on_hand, 0) order by 1`,
  );
  return [
    ...balances.map((row) => ({ table: 'stock_balance' as const, ...row })),
    ...bins.map((row) => ({ table: 'bin_stock' as const, ...row })),
  ];
}

/**
 * Resets balances and bins to the ledger's sums. Allocations to pickers are not in the ledger and stay.
 * @returns the differences
 * @throws the database's refusal if the ledger's sum is negative or below the allocations
 */
export async function rebuildStock(tx: Tx): Promise<StockDifference[]> {
  await tx.rows(sql`lock table stock_balance, bin_stock in share row exclusive mode`);
  const found = await compareStock(tx);
  if (found.length === 0) return found;
  await tx.rows(
    sql`insert into stock_balance as b (company_id, warehouse_id, product_id, on_hand, reserved, incoming, updated_at)
     select ${sql.company}, warehouse_id, product_id, on_hand, reserved, incoming, ${tx.now} from (${BALANCES}) m order by 2, 3
     on conflict (company_id, warehouse_id, product_id) do update set on_hand = excluded.on_hand, reserved = excluded.reserved,
       incoming = excluded.incoming, updated_at = excluded.updated_at
     where (b.on_hand, b.reserved, b.incoming) <> (excluded.on_hand, excluded.reserved, excluded.incoming)`,
  );
  await tx.rows(
    sql`insert into bin_stock as b (company_id, location_id, product_id, condition, batch_id, warehouse_id, on_hand)
     select ${sql.company}, location_id, product_id, condition, batch_id, warehouse_id, on_hand from (${BINS}) m order by 2, 3, 4, 5
     on conflict (company_id, location_id, product_id, condition, batch_id) do update set on_hand = excluded.on_hand
     where b.on_hand <> excluded.on_hand`,
  );
  // Rows the ledger does not know.
  await tx.rows(
    sql`update stock_balance b set on_hand = 0, reserved = 0, incoming = 0, updated_at = ${tx.now} where b.company_id = ${sql.company}
       and (b.on_hand, b.reserved, b.incoming) <> (0, 0, 0) and not exists (select 1 from stock_movement m
         where m.company_id = ${sql.company} and m.warehouse_id = b.warehouse_id and m.product_id = b.product_id)`,
  );
  await tx.rows(
    sql`update bin_stock b set on_hand = 0 where b.company_id = ${sql.company} and b.on_hand <> 0 and not exists (select 1 from stock_movement m
       where m.company_id = ${sql.company} and m.location_id = b.location_id and m.product_id = b.product_id and m.condition = b.condition
         and m.batch_id = b.batch_id)`,
  );
  return found;
}
