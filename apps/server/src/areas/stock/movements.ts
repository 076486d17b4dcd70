import type { MovementFilter, MovementRow } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { endOfDay, Params, pageStatement, startOfDay } from '../../core/database/statement.ts';
import { productsByPrefix } from './list.ts';

const COUNT_LIMIT = 10_000;

export const MOVEMENT = `m.id, m.at, p.id as "productId", p.sku, p.name_zh as "nameZh", p.name_en as "nameEn",
  w.id as "warehouseId", w.name as "warehouseName", m.location_id as "locationId",
  (select l.code from location l where l.company_id = $1 and l.id = m.location_id) as "locationCode", m.condition,
  m.on_hand as "onHand", m.reserved, m.incoming, m.reason, m.doc_kind as "docKind", m.doc_id as "docId",
  case m.doc_kind
    when 'outbound' then (select d.number from outbound d where d.company_id = $1 and d.id = m.doc_id)
    when 'sales_order' then (select d.display_no from sales_order d where d.company_id = $1 and d.id = m.doc_id)
    when 'adjust' then (select d.number from stock_document d where d.company_id = $1 and d.id = m.doc_id)
    when 'receipt' then (select d.number from stock_document d where d.company_id = $1 and d.id = m.doc_id)
    when 'putback' then (select d.number from stock_document d where d.company_id = $1 and d.id = m.doc_id)
    when 'sales_return' then (select d.number from sales_return d where d.company_id = $1 and d.id = m.doc_id)
  end as "docNumber", m.actor, m.user_id = 0 as program`;
export const MOVEMENT_FROM = `from stock_movement m join product p on p.company_id = $1 and p.id = m.product_id
  join warehouse w on w.company_id = $1 and w.id = m.warehouse_id`;

export function movementWhere(tx: Tx, filter: MovementFilter, params: Params): string {
  const where = [`m.company_id = ${params.add(tx.companyId)}`];
  if (tx.rights.warehouseIds) where.push(`m.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`);
  if (filter.warehouseId) where.push(`m.warehouse_id = ${params.add(filter.warehouseId)}`);
  if (filter.productId) where.push(`m.product_id = ${params.add(filter.productId)}`);
  if (filter.text) where.push(`m.product_id in (${productsByPrefix(filter.text, params)})`);
  if (filter.locationId) where.push(`m.location_id = ${params.add(filter.locationId)}`);
  if (filter.location)
    where.push(
      `m.location_id in (select id from location where company_id = $1 and code = ${params.add(filter.location.trim().toUpperCase())})`,
    );
  if (filter.reasons?.length) where.push(`m.reason = any(${params.add(filter.reasons)}::text[])`);
  if (filter.docNumber) where.push(`(m.doc_kind, m.doc_id) in (${documentByNumber(filter.docNumber, params)})`);
  if (filter.from) where.push(`m.at >= ${startOfDay(params.add(filter.from))}`);
  if (filter.to) where.push(`m.at < ${endOfDay(params.add(filter.to))}`);
  return where.join(' and ');
}

function documentByNumber(typed: string, params: Params): string {
  const number = params.add(typed.trim().toUpperCase());
  return `select 'outbound', id from outbound where company_id = $1 and number = ${number}
    union all select 'sales_return', id from sales_return where company_id = $1 and number = ${number}
    union all select kind, id from stock_document where company_id = $1 and number = ${number}
    union all select 'sales_order', order_id from order_term where company_id = $1 and term = ${number}`;
}

export async function movementPage(tx: Tx, query: MovementFilter & { page: number; pageSize: number }) {
  const params = new Params();
  const where = movementWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await pageStatement<MovementRow & Record<string, unknown>>(
    tx,
    `with page as materialized (select m.id from stock_movement m where ${where} order by m.id desc ${limit})
     select ${MOVEMENT} ${MOVEMENT_FROM} join page on page.id = m.id where m.company_id = $1 order by m.id desc`,
    params,
  );
  const counted = new Params();
  const [count] = await pageStatement<{ n: number }>(
    tx,
    `select count(*)::int as n from (select 1 from stock_movement m where ${movementWhere(tx, query, counted)} limit ${COUNT_LIMIT + 1}) x`,
    counted,
  );
  const n = count?.n ?? 0;
  return { rows, total: Math.min(n, COUNT_LIMIT), totalExact: n <= COUNT_LIMIT };
}
