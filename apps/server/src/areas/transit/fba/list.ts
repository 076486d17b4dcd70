import { type CaseFilter, type FbaCase, type FbaFilter, type FbaRow, fbaFilter } from '@tradewind/contract/transit.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { beginsWith, dayOf, endOfPrefix } from '../../../core/database/statement.ts';
import { defineList, exportOf, is } from '../../../core/lists.ts';
import { inShops, inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';

/** Ignores case: `column` holds lower case, by the database's rules. */
export const beginsWithWord = (column: Sql, text: string): Sql =>
  sql`${column} >= lower(${text}) and ${column} < lower(${text}) || ${endOfPrefix('')}`;

export const shipments = defineList<FbaFilter, FbaRow>({
  table: 'fba_shipment',
  as: 'f',
  scope: (tx) => sql`${inShops(tx, sql`f.shop_id`)} and ${inWarehouses(tx, sql`f.warehouse_id`)}`,
  filters: {
    state: is(sql`f.state`),
    shopId: is(sql`f.shop_id`),
    text: (text) => sql`f.id in (
      select id from fba_shipment where company_id = ${sql.company} and ${beginsWith(sql`number`, text.toUpperCase())}
      union all select id from fba_shipment where company_id = ${sql.company} and ${beginsWithWord(sql`name_lower`, text)}
      union all select shipment_id from fba_part
        where company_id = ${sql.company} and ${beginsWith(sql`confirmation_id`, text.toUpperCase())}
      union all select shipment_id from fba_line where company_id = ${sql.company} and ${beginsWith(sql`seller_sku`, text)})`,
  },
  order: sql`f.id desc`,
  columns: sql`f.id, f.number, f.name, f.state, f.step, f.step_error, f.shop_id,
    s.name as shop_name, w.name as warehouse_name, l.skus, l.units, coalesce(p.received, 0) as received,
    (select count(*)::int from fba_box b where b.company_id = ${sql.company} and b.shipment_id = f.id) as boxes,
    coalesce(p.confirmations, '{}') as confirmation_ids, f.created_at, f.shipped_at,
    (select count(*)::int from fba_case c where c.company_id = ${sql.company} and c.shipment_id = f.id
      and c.state in ('open', 'sent')) as open_cases`,
  joins: sql`join shop s on s.company_id = ${sql.company} and s.id = f.shop_id
    join warehouse w on w.company_id = ${sql.company} and w.id = f.warehouse_id
    cross join lateral (select count(*)::int as skus, coalesce(sum(quantity), 0)::int as units from fba_line
      where company_id = ${sql.company} and shipment_id = f.id) l
    cross join lateral (select array_agg(x.confirmation_id order by x.id) filter (where x.confirmation_id <> '') as confirmations,
        sum(x.received)::int as received
      from (select a.id, a.confirmation_id, (select sum(y.received) from fba_part_line y
        where y.company_id = ${sql.company} and y.part_id = a.id) as received
        from fba_part a where a.company_id = ${sql.company} and a.shipment_id = f.id) x) p`,
  missing: 'transit.notFound',
  customPlans: true,
});

export const fbaExport = exportOf(shipments, {
  name: 'transit.fba',
  title: ['FBA货件', 'FBA shipments'],
  filter: fbaFilter,
  columns: [
    { title: ['单号', 'Number'], width: 20, value: (row) => row.number },
    { title: ['名称', 'Name'], width: 28, value: (row) => row.name },
    { title: ['状态', 'Status'], value: (row, ctx) => say(ctx.language, `transit.states.${row.state}`) },
    { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shopName },
    { title: ['发货仓', 'From'], width: 20, value: (row) => row.warehouseName },
    { title: ['亚马逊货件号', 'Amazon shipment ID'], width: 28, value: (row) => row.confirmationIds.join(' ') },
    { title: ['SKU 数', 'SKUs'], value: (row) => row.skus },
    { title: ['数量', 'Units'], value: (row) => row.units },
    { title: ['已接收', 'Received'], value: (row) => row.received },
    { title: ['箱数', 'Boxes'], value: (row) => row.boxes },
    { title: ['未结申诉', 'Open cases'], value: (row) => row.openCases },
  ],
});

/** The earliest deadline first. */
export const cases = defineList<CaseFilter, FbaCase>({
  table: 'fba_case',
  as: 'c',
  scope: (tx) => sql`c.shipment_id in (select f.id from fba_shipment f where ${shipments.where(tx, {})})`,
  filters: { shipmentId: is(sql`c.shipment_id`), state: is(sql`c.state`) },
  order: sql`c.state in ('open', 'sent') desc, c.due_on, c.id`,
  columns: (tx) => sql`c.id, c.number, c.shipment_id, f.number as shipment_no, p.confirmation_id,
    l.seller_sku, c.kind, c.quantity, c.state, c.due_on::text as due_on, c.claim, c.amount, c.currency,
    c.remark, c.version, c.state = 'open' and c.due_on < ${dayOf(sql`${tx.now}`)} as late`,
  joins: sql`join fba_shipment f on f.company_id = ${sql.company} and f.id = c.shipment_id
    join fba_part_line x on x.company_id = ${sql.company} and x.id = c.part_line_id
    join fba_part p on p.company_id = ${sql.company} and p.id = x.part_id
    join fba_line l on l.company_id = ${sql.company} and l.id = x.line_id`,
});
