import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { holderRows } from '../../stock/public.ts';
import { defineInvariant } from './registry.ts';

/** Says "warehouse · SKU" of rows (warehouse_id, product_id, field, expected, actual). */
const ofProduct = (company: number, rows: SQL): SQL => sql`
  select coalesce(w.code, '#' || r.warehouse_id) || ' · ' || coalesce(p.sku, '#' || r.product_id) as subject,
    r.field, r.expected::text as expected, r.actual::text as actual
  from (${rows}) r
  left join warehouse w on w.company_id = ${company} and w.id = r.warehouse_id
  left join product p on p.company_id = ${company} and p.id = r.product_id`;

/** The same with the location: rows (location_id, product_id, field, expected, actual). */
const inLocation = (company: number, rows: SQL): SQL => sql`
  select coalesce(w.code || ' ' || l.code, '#' || r.location_id) || ' · ' || coalesce(p.sku, '#' || r.product_id) as subject,
    r.field, r.expected::text as expected, r.actual::text as actual
  from (${rows}) r
  left join location l on l.company_id = ${company} and l.id = r.location_id
  left join warehouse w on w.company_id = ${company} and w.id = l.warehouse_id
  left join product p on p.company_id = ${company} and p.id = r.product_id`;

const balances = (c: number): SQL => sql`select count(*) from stock_balance where company_id = ${c}`;
const bins = (c: number): SQL => sql`select count(*) from bin_stock where company_id = ${c}`;

defineInvariant({
  key: 'stock.balances',
  area: 'stock',
  title: ['库存余额等于库存流水之和', 'Stock balances equal the sum of their movements'],
  explain: [
    '每个仓库每个 SKU 的现有、预留、在途数量，都必须等于该 SKU 全部流水相加。不一致说明有数量绕过了流水。',
    'On hand, reserved and incoming of each SKU in each warehouse are the sum of its movements. If not, a quantity was changed past the ledger.',
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
  title: ['库位数量等于库位流水之和', 'What lies in locations equals the sum of their movements'],
  explain: [
    '每个库位每个 SKU 的数量必须等于该库位的全部流水相加。不一致时，拣货员会在库位上找不到货，或者找到系统里没有的货。',
    'What lies in each location is the sum of its movements. If not, pickers find too little in a bin, or goods that nobody knows of.',
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
  title: ['库位数量之和等于仓库数量', 'The locations of a warehouse hold what the warehouse holds'],
  explain: [
    '一个 SKU 在各库位的数量相加，必须等于它在仓库的现有数量：货总在某个库位上。',
    'Goods always lie somewhere: what the locations hold of a SKU adds up to what the warehouse has on hand.',
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
    '库位占用等于未拣与已拣未发的数量',
    'What locations promise equals what is to be picked and what waits to leave',
  ],
  explain: [
    '拣货库位的占用等于未完成拣货行的剩余数量；打包库位的占用等于已拣但还没有发出的数量。',
    'A bin promises the rest of its open pick lines; the packing location promises what was picked and has not left.',
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
  title: ['预留数量等于各单据占用之和', 'What is reserved equals what documents hold'],
  explain: [
    '仓库为一个 SKU 预留的数量，必须等于订单行、待发调拨、FBA 货件和中转单占用的数量之和。偏大说明有货被白白锁住，偏小说明可能超卖。',
    'What a warehouse reserves of a SKU is what order lines, transfers, FBA shipments and transit legs hold of it. More means goods locked for nobody, less means overselling ahead.',
  ],
  checked: (c) => sql`select count(*) from order_line where company_id = ${c} and reserved > 0`,
  broken: (c) =>
    ofProduct(
      c,
      sql`
      select coalesce(b.warehouse_id, l.warehouse_id) as warehouse_id, coalesce(b.product_id, l.product_id) as product_id,
        'reserved' as field, coalesce(l.held, 0) as expected, coalesce(b.reserved, 0) as actual
      from (select warehouse_id, product_id, reserved from stock_balance where company_id = ${c} and reserved <> 0) b
      full join (select warehouse_id, product_id, sum(quantity) as held from (${sql.raw(holderRows())}) h
        where company_id = ${c} group by warehouse_id, product_id) l
        on l.warehouse_id = b.warehouse_id and l.product_id = b.product_id
      where coalesce(l.held, 0) <> coalesce(b.reserved, 0)`,
    ),
});

defineInvariant({
  key: 'stock.neverBelowZero',
  area: 'stock',
  title: ['可用数量从不为负', 'Nothing is ever below zero'],
  explain: [
    '现有不小于预留，任何数量都不为负；库位同样如此。为负就是超卖。',
    'On hand covers what is reserved and no quantity is negative, in warehouses and in locations. Below zero is oversold.',
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
  title: ['成本批次余量等于入库减去已出', 'What is left of cost layers is what came in less what was issued'],
  explain: [
    '先进先出的每个成本批次，剩余数量必须等于入库数量减去从它发出的数量。不一致时出库成本不可信。',
    'What is left of each first-in-first-out layer is its receipt less what was issued from it. If not, costs of shipments cannot be trusted.',
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
