import { type BatchFilter, type BatchRow, batchFilter } from '@tradewind/contract/stock-batches.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { beginsWith, dayOf } from '../../../core/database/statement.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { among, defineList, exportOf, is, when } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';

const TODAY = dayOf(sql`now()`);

interface Filter extends BatchFilter {
  /** Not expired. */
  unexpired?: true;
}
type BatchListRow = BatchRow & { barcode: string | null };

/** Units of `stock_batch t` in warehouses that the actor sees and the filter names. */
function lying(tx: Tx, { warehouseIds }: BatchFilter): Sql {
  const named = warehouseIds ? among(sql`b.warehouse_id`)(warehouseIds) : sql`true`;
  return sql`from bin_stock b where b.company_id = ${sql.company} and b.batch_id = t.id and b.batch_id <> 0
    and ${inWarehouses(tx, sql`b.warehouse_id`)} and ${named}`;
}
const inStock = (tx: Tx, filter: BatchFilter) => sql`exists (select ${lying(tx, filter)} and b.on_hand > 0)`;

export const batches = defineList<Filter, BatchListRow>({
  table: 'stock_batch',
  as: 't',
  filters: {
    productId: is(sql`t.product_id`),
    state: is(sql`t.state`),
    expiresWithin: (days) => sql`t.expires_on < ${TODAY} + ${days}::int`,
    unexpired: when(sql`t.expires_on >= ${TODAY}`),
    text: textCondition,
    inStock: (_on, tx, filter) => inStock(tx, filter),
    warehouseIds: (_ids, tx, filter) => (filter.inStock ? undefined : inStock(tx, filter)),
  },
  order: sql`t.expires_on, t.id desc`,
  columns: sql`t.id, t.code, t.product_id, p.sku, p.barcode, p.name_zh, p.name_en, p.images[1] as image,
    t.produced_on::text as produced_on, t.expires_on::text as expires_on,
    coalesce(t.expires_on < ${TODAY}, false) as expired, t.state, t.remark, t.created_at, s.good, s.promised, s.held`,
  joins: (tx, filter) => sql`join product p on p.company_id = ${sql.company} and p.id = t.product_id
    cross join lateral (
      select coalesce(sum(b.on_hand) filter (where b.condition = 'good'), 0)::int as good,
        coalesce(sum(b.allocated), 0)::int as promised,
        coalesce(sum(b.on_hand) filter (where b.condition = 'held'), 0)::int as held
      ${lying(tx, filter)}) s`,
  customPlans: true,
  missing: 'stock.batchNotFound',
});

function textCondition(text: string): Sql {
  const sku = text.toUpperCase();
  return sql`t.id in (
    select id from stock_batch where company_id = ${sql.company} and ${beginsWith(sql`code`, text)}
    union all select o.id from product g join stock_batch o on o.company_id = ${sql.company} and o.product_id = g.id
      where g.company_id = ${sql.company} and ${beginsWith(sql`g.sku`, sku)}
    union all select o.id from product g join stock_batch o on o.company_id = ${sql.company} and o.product_id = g.id
      where g.company_id = ${sql.company} and g.barcode is not null and ${beginsWith(sql`g.barcode`, text)})`;
}

const standing = ({ state, expired }: BatchRow) => (state === 'active' && expired ? 'expired' : state);

/** Formatted as in the list of batches. */
export const batchExport = exportOf<BatchFilter, BatchListRow>(batches, {
  name: 'stock.batches',
  title: ['库存（按批次）', 'Stock by batch'],
  filter: batchFilter,
  columns: [
    { title: ['批次', 'Batch'], width: 20, value: (row) => row.code },
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['条码', 'Barcode'], width: 18, value: (row) => row.barcode },
    { title: ['品名', 'Name'], width: 36, value: (row, ctx) => nameIn(ctx.language, row) },
    { title: ['状态', 'Status'], value: (row, ctx) => say(ctx.language, `stock.batchState.${standing(row)}`) },
    { title: ['生产日期', 'Production date'], value: (row) => row.producedOn },
    { title: ['到期日', 'Expiry date'], value: (row) => row.expiresOn },
    { title: ['良品', 'Good'], value: (row) => row.good },
    { title: ['已分配', 'Allocated'], value: (row) => row.promised },
    { title: ['冻结', 'On hold'], value: (row) => row.held },
    { title: ['备注', 'Remark'], width: 30, value: (row) => row.remark },
  ],
});
