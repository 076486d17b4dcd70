import type { PlaceFilter, StockConditionRow, StockPlaceRow } from '@tradewind/contract/stock-views.ts';
import type { Tx } from '../../../core/database/database.ts';
import { countRows, Params, pageStatement } from '../../../core/database/statement.ts';
import { batchesByCode, productsByPrefix, warehousesOf } from '../list.ts';

interface Paged {
  page: number;
  pageSize: number;
}
const partOf = ({ page, pageSize }: Paged, params: Params) =>
  `limit ${params.add(pageSize)} offset ${params.add((page - 1) * pageSize)}`;

const PRODUCT = `p.id as "productId", p.sku, p.barcode, p.name_zh as "nameZh", p.name_en as "nameEn", p.images[1] as image`;

function placeWhere(tx: Tx, filter: PlaceFilter, params: Params): string {
  const where = [`s.company_id = ${params.add(tx.companyId)}`, 's.on_hand > 0'];
  const houses = warehousesOf(tx, filter);
  if (houses) where.push(`s.warehouse_id = any(${params.add(houses)}::bigint[])`);
  if (filter.condition) where.push(`s.condition = ${params.add(filter.condition)}`);
  if (filter.text) where.push(`s.product_id in (${productsByPrefix(filter.text, params)})`);
  if (filter.batch) where.push(`s.batch_id <> 0 and s.batch_id in (${batchesByCode(filter.batch, params)})`);
  if (filter.location)
    where.push(
      `s.location_id in (select id from location where company_id = $1 and code = ${params.add(filter.location.trim().toUpperCase())})`,
    );
  return where.join(' and ');
}

/** What lies in each location, in the order of the bins' key: location, product, condition, batch. */
export async function stockPlacePage(tx: Tx, query: PlaceFilter & Paged) {
  const params = new Params();
  const where = placeWhere(tx, query, params);
  const rows = await pageStatement<StockPlaceRow & Record<string, unknown>>(
    tx,
    `select s.location_id || '-' || s.product_id || '-' || s.condition || '-' || s.batch_id as id, ${PRODUCT},
       w.id as "warehouseId", w.name as "warehouseName", o.id as "locationId", o.code as "locationCode", o.kind as "locationKind",
       o.enabled as "locationEnabled", s.condition, s.batch_id as "batchId", t.code as "batchCode", t.expires_on::text as "expiresOn",
       s.on_hand as "onHand", s.allocated
     from (select * from bin_stock s where ${where} order by s.location_id, s.product_id, s.condition, s.batch_id ${partOf(query, params)}) s
     join product p on p.company_id = $1 and p.id = s.product_id
     join location o on o.company_id = $1 and o.id = s.location_id
     join warehouse w on w.company_id = $1 and w.id = s.warehouse_id
     left join stock_batch t on t.company_id = $1 and t.id = s.batch_id
     order by s.location_id, s.product_id, s.condition, s.batch_id`,
    params,
  );
  const counted = new Params();
  return { rows, ...(await countRows(tx, `from bin_stock s where ${placeWhere(tx, query, counted)}`, counted)) };
}

interface ConditionFilter {
  condition?: string | undefined;
  warehouseIds?: number[] | undefined;
  text?: string | undefined;
}

/** Groups of the index of what is not good, in its order. */
function conditionGroups(tx: Tx, filter: ConditionFilter, params: Params): string {
  const where = [`s.company_id = ${params.add(tx.companyId)}`, `s.condition <> 'good'`, 's.on_hand > 0'];
  const houses = warehousesOf(tx, filter);
  if (houses) where.push(`s.warehouse_id = any(${params.add(houses)}::bigint[])`);
  if (filter.condition) where.push(`s.condition = ${params.add(filter.condition)}`);
  if (filter.text) where.push(`s.product_id in (${productsByPrefix(filter.text, params)})`);
  return `select s.condition, s.product_id, s.warehouse_id, sum(s.on_hand)::int as on_hand, count(distinct s.location_id)::int as locations
    from bin_stock s where ${where.join(' and ')} group by s.condition, s.product_id, s.warehouse_id
    order by s.condition, s.product_id, s.warehouse_id`;
}

/** Goods that are not sold: why, how many, in how many places. */
export async function stockConditionPage(tx: Tx, query: ConditionFilter & Paged) {
  const params = new Params();
  const groups = conditionGroups(tx, query, params);
  const rows = await pageStatement<StockConditionRow & Record<string, unknown>>(
    tx,
    `select s.condition || '-' || s.warehouse_id || '-' || s.product_id as id, ${PRODUCT}, w.id as "warehouseId", w.name as "warehouseName",
       s.condition, s.on_hand as "onHand", s.locations
     from (${groups} ${partOf(query, params)}) s
     join product p on p.company_id = $1 and p.id = s.product_id
     join warehouse w on w.company_id = $1 and w.id = s.warehouse_id
     order by s.condition, s.product_id, s.warehouse_id`,
    params,
  );
  const counted = new Params();
  return { rows, ...(await countRows(tx, `from (${conditionGroups(tx, query, counted)}) x`, counted)) };
}
