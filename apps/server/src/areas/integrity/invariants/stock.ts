import { type Sql, sql } from '../../../core/database/sql.ts';
import { holderRows } from '../../stock/public.ts';
import { defineInvariant } from './registry.ts';

/** Says "warehouse · SKU" of rows (warehouse_id, product_id, field, expected, actual). */
const ofProduct = (company: number, rows: Sql): Sql => sql`
  select coalesce(w.code, '#' || r.warehouse_id) || ' · ' || coalesce(p.sku, '#' || r.product_id) as subject,
    r.field, r.expected::text as expected, r.actual::text as actual
  from (${rows}) r
  left join warehouse w on w.company_id = ${company} and w.id = r.warehouse_id
  left join product p on p.company_id = ${company} and p.id = r.product_id`;

/** The same with the location: rows (location_id, product_id, field, expected, actual). */
const inLocation = (company: number, rows: Sql): Sql => sql`
  select coalesce(w.code || ' ' || l.code, '#' || r.location_id) || ' · ' || coalesce(p.sku, '#' || r.product_id) as subject,
    r.field, r.expected::text as expected, r.actual::text as actual
  from (${rows}) r
  left join location l on l.company_id = ${company} and l.id = r.location_id
  left join warehouse w on w.company_id = ${company} and w.id = l.warehouse_id
  left join product p on p.company_id = ${company} and p.id = r.product_id`;

const balances = (c: number): Sql => sql`select count(*) from stock_balance where company_id = ${c}`;
const bins = (c: number): Sql => sql`select count(*) from bin_stock where company_id = ${c}`;

defineInvariant({
  key: 'stock.balances',
  area: 'stock',
  title: ['库存余额等于库存流水之和', 'Stock balances equal the sum of their movements'],
  explain: [
    '每个仓库每个 SKU 的现有库存、占用和待收数量必须等于全部流水之和。不一致说明有数量绕过了流水。',
    'On hand, allocated and expected units of each SKU in each warehouse must equal the sum of its movements. A mismatch means a quantity bypassed the ledger.',
  ],
  checked: balances,
  broken: (c) =>
    ofProduct(
      c,
      sql`
      select coalesce(b.warehouse_id, m.warehouse_id) as warehouse_id, coalesce(b.product_id, m.product_id) as product_id, f.*
      from (select * from stock_balance where company_id = ${c}) b
      full join (select warehouse_id, product_id, sum(on_hand) filter (where condition = 'good') as on_hand,
        sum(reserved) as reserved, sum(incoming) as incoming
        from stock_movement where company_id = ${c} group by warehouse_id, product_id) m
        on m.warehouse_id = b.warehouse_id and m.product_id = b.product_id
      cross join lateral (values ('onHand', coalesce(m.on_hand, 0), coalesce(b.on_hand, 0)),
        ('reserved', coalesce(m.reserved, 0), coalesce(b.reserved, 0)),
        ('incoming', coalesce(m.incoming, 0), coalesce(b.incoming, 0))) f(field, expected, actual)
      where f.expected <> f.actual`,
    ),
});

defineInvariant({
  key: 'stock.bins',
  area: 'stock',
  title: ['库位库存等于库位流水之和', 'Bin stock equals the sum of its movements'],
  explain: [
    '每个库位每个 SKU 的数量必须等于该库位全部流水之和。不一致时，拣货员会在库位上找不到货，或找到系统中没有的货。',
    'The units of each SKU in each location must equal the sum of its movements. Otherwise pickers find too few units, or units the system does not have.',
  ],
  checked: bins,
  broken: (c) =>
    inLocation(
      c,
      sql`
      select coalesce(b.location_id, m.location_id) as location_id, coalesce(b.product_id, m.product_id) as product_id,
        'onHand' as field, coalesce(m.on_hand, 0) as expected, coalesce(b.on_hand, 0) as actual
      from (select * from bin_stock where company_id = ${c}) b
      full join (select location_id, product_id, condition, batch_id, sum(on_hand) as on_hand from stock_movement
        where company_id = ${c} and location_id is not null group by location_id, product_id, condition, batch_id) m
        on m.location_id = b.location_id and m.product_id = b.product_id and m.condition = b.condition and m.batch_id = b.batch_id
      where coalesce(m.on_hand, 0) <> coalesce(b.on_hand, 0)`,
    ),
});

defineInvariant({
  key: 'stock.binsMakeWarehouse',
  area: 'stock',
  title: ['库位库存之和等于仓库现有库存', 'Bin stock adds up to the warehouse’s on hand'],
  explain: [
    '一个 SKU 在各库位的数量之和必须等于它在仓库的现有库存。',
    'The units of a SKU in all locations must add up to its on hand in the warehouse.',
  ],
  checked: balances,
  broken: (c) =>
    ofProduct(
      c,
      sql`
      select coalesce(b.warehouse_id, s.warehouse_id) as warehouse_id, coalesce(b.product_id, s.product_id) as product_id,
        'onHand' as field, coalesce(s.on_hand, 0) as expected, coalesce(b.on_hand, 0) as actual
      from (select * from stock_balance where company_id = ${c}) b
      full join (select warehouse_id, product_id, sum(on_hand) as on_hand from bin_stock where company_id = ${c} and condition = 'good'
        group by warehouse_id, product_id) s on s.warehouse_id = b.warehouse_id and s.product_id = b.product_id
      where coalesce(s.on_hand, 0) <> coalesce(b.on_hand, 0)`,
    ),
});

defineInvariant({
  key: 'stock.promises',
  area: 'stock',
  title: [
    '库位占用等于待拣与已拣未发的数量',
    'Units allocated in locations equal units to pick and picked units not shipped',
  ],
  explain: [
    '拣货库位的占用必须等于未完成拣货任务的剩余数量；打包库位的占用必须等于已拣未发的数量。',
    'Units allocated in a picking location must equal the remaining units of its open pick tasks. Units allocated in the packing location must equal picked units not shipped yet.',
  ],
  checked: bins,
  broken: (c) =>
    inLocation(
      c,
      sql`
      select coalesce(b.location_id, n.location_id) as location_id, coalesce(b.product_id, n.product_id) as product_id,
        'allocated' as field, coalesce(n.needed, 0) as expected, coalesce(b.allocated, 0) as actual
      from (select location_id, product_id, batch_id, sum(allocated) as allocated from bin_stock where company_id = ${c}
        group by location_id, product_id, batch_id) b
      full join (
        select location_id, product_id, batch_id, sum(units) as needed from (
          select location_id, product_id, batch_id, quantity - picked as units from pick_line where company_id = ${c} and state = 'open'
          union all
          select o.packing_location_id, p.product_id, p.batch_id, p.picked from outbound o
          join pick_line p on p.company_id = ${c} and p.outbound_id = o.id
          where o.company_id = ${c} and o.state in ('picking', 'picked', 'packed') and p.picked > 0
        ) promised group by location_id, product_id, batch_id
      ) n on n.location_id = b.location_id and n.product_id = b.product_id and n.batch_id = b.batch_id
      where coalesce(n.needed, 0) <> coalesce(b.allocated, 0)`,
    ),
});

defineInvariant({
  key: 'stock.reservations',
  area: 'stock',
  title: ['占用数量等于各单据占用之和', 'Allocated units equal the allocations of documents'],
  explain: [
    '一个 SKU 在仓库的占用数量必须等于订单行、待发调拨、待加工的加工单、FBA 货件和头程单占用的数量之和。偏大说明库存被无故占用，偏小说明可能超卖。',
    'The allocated units of a SKU in a warehouse must equal the units allocated by order lines, transfers, assemblies, FBA shipments and first-leg shipments. Too many means stock is blocked for no reason, too few means a risk of overselling.',
  ],
  checked: (c) => sql`select count(*) from order_line where company_id = ${c} and reserved > 0`,
  broken: (c) =>
    ofProduct(
      c,
      sql`
      select coalesce(b.warehouse_id, l.warehouse_id) as warehouse_id, coalesce(b.product_id, l.product_id) as product_id,
        'reserved' as field, coalesce(l.held, 0) as expected, coalesce(b.reserved, 0) as actual
      from (select warehouse_id, product_id, reserved from stock_balance where company_id = ${c} and reserved <> 0) b
      full join (select warehouse_id, product_id, sum(quantity) as held from (${holderRows()}) h
        where company_id = ${c} group by warehouse_id, product_id) l
        on l.warehouse_id = b.warehouse_id and l.product_id = b.product_id
      where coalesce(l.held, 0) <> coalesce(b.reserved, 0)`,
    ),
});

defineInvariant({
  key: 'stock.neverBelowZero',
  area: 'stock',
  title: ['可用库存不为负', 'Available stock is never negative'],
  explain: [
    '现有库存不小于占用，任何数量都不为负，库位同样如此。为负就是超卖。',
    'On hand covers allocated units and no quantity is negative, in warehouses and in locations. A negative quantity means overselling.',
  ],
  checked: (c) => sql`(${balances(c)}) + (${bins(c)})`,
  broken: (c) => sql`
    ${ofProduct(
      c,
      sql`select warehouse_id, product_id, 'available' as field, '>= 0' as expected, on_hand - reserved as actual
        from stock_balance where company_id = ${c} and (on_hand < reserved or reserved < 0 or incoming < 0)`,
    )}
    union all
    ${inLocation(
      c,
      sql`select location_id, product_id, 'available' as field, '>= 0' as expected, on_hand - allocated as actual
        from bin_stock where company_id = ${c} and (on_hand < allocated or allocated < 0)`,
    )}`,
});

defineInvariant({
  key: 'stock.layers',
  area: 'stock',
  title: ['成本批余量等于入库减去出库', 'Remaining units of cost layers equal received less issued'],
  explain: [
    '每个先进先出的成本批，剩余数量必须等于入库数量减去出库数量。不一致时出库成本不准确。',
    'The remaining units of each first-in-first-out cost layer must equal units received less units issued from it. A mismatch means wrong shipment costs.',
  ],
  checked: (c) => sql`select count(*) from cost_layer where company_id = ${c}`,
  broken: (c) =>
    ofProduct(
      c,
      sql`
      select coalesce(l.warehouse_id, i.warehouse_id) as warehouse_id, coalesce(l.product_id, i.product_id) as product_id,
        'remaining' as field, coalesce(l.quantity, 0) - coalesce(i.issued, 0) as expected, coalesce(l.remaining, 0) as actual
      from (select * from cost_layer where company_id = ${c}) l
      full join (select layer_id, min(warehouse_id) as warehouse_id, min(product_id) as product_id, sum(quantity) as issued
        from cost_issue where company_id = ${c} and layer_id <> 0 group by layer_id) i on i.layer_id = l.id
      where coalesce(l.quantity, 0) - coalesce(i.issued, 0) <> coalesce(l.remaining, 0)`,
    ),
});

defineInvariant({
  key: 'stock.merged',
  area: 'stock',
  title: ['已合并的商品没有库存、配对和未完成订单', 'Merged products have no stock, mappings or open orders'],
  explain: [
    '合并后，原商品的库存、SKU 配对和未完成订单都属于保留的商品。原商品上还有数量，说明有单据绕过了合并。',
    'After a merge, stock, SKU mappings and open orders belong to the product that stays. Anything left on the other one bypassed the merge.',
  ],
  checked: (c) => sql`select count(*) from product_merge where company_id = ${c}`,
  broken: (c) => sql`
    select p.sku as subject, f.field, '0' as expected, f.n::text as actual
    from product p cross join lateral (
      select 'onHand' as field, coalesce(sum(on_hand), 0)::int as n from bin_stock where company_id = ${c} and product_id = p.id
      union all select 'mappings', count(*)::int from sku_mapping where company_id = ${c} and product_id = p.id
      union all select 'lines', count(*)::int from order_line l join sales_order o on o.company_id = ${c} and o.id = l.order_id
        where l.company_id = ${c} and l.product_id = p.id and o.status not in ('shipped', 'delivered', 'cancelled', 'refunded')
      union all select 'demand', count(*)::int from demand_entry where company_id = ${c} and product_id = p.id
    ) f where p.company_id = ${c} and p.merged_into is not null and f.n <> 0`,
});
