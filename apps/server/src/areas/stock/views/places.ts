import type {
  ConditionFilter,
  PlaceFilter,
  StockConditionRow,
  StockPlaceRow,
} from '@tradewind/contract/stock-views.ts';
import type { Tx } from '../../../core/database/database.ts';
import { countFiltered, countRows, Params, pageStatement } from '../../../core/database/statement.ts';
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

/** The bins' key. */
const PLACE_ORDER = 's.location_id, s.product_id, s.condition, s.batch_id';

/** What lies in each location, in the order of the bins' key: location, product, condition, batch. */
export async function stockPlacePage(tx: Tx, query: PlaceFilter & Paged) {
  const params = new Params();
  const where = placeWhere(tx, query, params);
  const rows = await placesOf(tx, `${where} order by ${PLACE_ORDER} ${partOf(query, params)}`, params);
  const counted = new Params();
  return { rows, ...(await countRows(tx, `from bin_stock s where ${placeWhere(tx, query, counted)}`, counted)) };
}

export const stockPlaceCount = (tx: Tx, filter: PlaceFilter): Promise<number> =>
  countFiltered(tx, (params) => `from bin_stock s where ${placeWhere(tx, filter, params)}`);

/** The next of the list after the row with the id `after`, for files. */
export function stockPlacesAfter(tx: Tx, filter: PlaceFilter, after: string | null, most: number) {
  const params = new Params();
  const where = placeWhere(tx, filter, params);
  const [location, product, condition, batch] = after?.split('-') ?? [0, 0, '', 0];
  const key = [Number(location), Number(product), condition, Number(batch)].map((part) => params.add(part)).join(', ');
  const rest = `${where} and (${PLACE_ORDER}) > (${key}) order by ${PLACE_ORDER} limit ${params.add(most)}`;
  return placesOf(tx, rest, params);
}

/** `page`: which of the bins, in their order. */
function placesOf(tx: Tx, page: string, params: Params) {
  return pageStatement<StockPlaceRow & Record<string, unknown>>(
    tx,
    `select s.location_id || '-' || s.product_id || '-' || s.condition || '-' || s.batch_id as id, ${PRODUCT},
       w.id as "warehouseId", w.name as "warehouseName", o.id as "locationId", o.code as "locationCode", o.kind as "locationKind",
       o.enabled as "locationEnabled", s.condition, s.batch_id as "batchId", t.code as "batchCode", t.expires_on::text as "expiresOn",
       s.on_hand as "onHand", s.allocated
     from (select * from bin_stock s where ${page}) s
     join product p on p.company_id = $1 and p.id = s.product_id
     join location o on o.company_id = $1 and o.id = s.location_id
     join warehouse w on w.company_id = $1 and w.id = s.warehouse_id
     left join stock_batch t on t.company_id = $1 and t.id = s.batch_id
     order by ${PLACE_ORDER}`,
    params,
  );
}

const CONDITION_ORDER = 's.condition, s.product_id, s.warehouse_id';

/** Groups of the index of what is not good, in its order; `after`: the key that they follow. */
function conditionGroups(tx: Tx, filter: ConditionFilter, params: Params, after?: readonly unknown[]): string {
  const where = [`s.company_id = ${params.add(tx.companyId)}`, `s.condition <> 'good'`, 's.on_hand > 0'];
  const houses = warehousesOf(tx, filter);
  if (houses) where.push(`s.warehouse_id = any(${params.add(houses)}::bigint[])`);
  if (filter.condition) where.push(`s.condition = ${params.add(filter.condition)}`);
  if (filter.text) where.push(`s.product_id in (${productsByPrefix(filter.text, params)})`);
  if (after) where.push(`(${CONDITION_ORDER}) > (${after.map((part) => params.add(part)).join(', ')})`);
  return `select s.condition, s.product_id, s.warehouse_id, sum(s.on_hand)::int as on_hand, count(distinct s.location_id)::int as locations
    from bin_stock s where ${where.join(' and ')} group by ${CONDITION_ORDER} order by ${CONDITION_ORDER}`;
}

/** Goods that are not sold: why, how many, in how many places. */
export async function stockConditionPage(tx: Tx, query: ConditionFilter & Paged) {
  const params = new Params();
  const groups = conditionGroups(tx, query, params);
  const rows = await conditionsOf(tx, `${groups} ${partOf(query, params)}`, params);
  const counted = new Params();
  return { rows, ...(await countRows(tx, `from (${conditionGroups(tx, query, counted)}) x`, counted)) };
}

export const stockConditionCount = (tx: Tx, filter: ConditionFilter): Promise<number> =>
  countFiltered(tx, (params) => `from (${conditionGroups(tx, filter, params)}) x`);

/** The next of the list after the row with the id `after`, for files. */
export function stockConditionsAfter(tx: Tx, filter: ConditionFilter, after: string | null, most: number) {
  const params = new Params();
  const [condition, warehouse, product] = after?.split('-') ?? ['', 0, 0];
  const groups = conditionGroups(tx, filter, params, [condition, Number(product), Number(warehouse)]);
  return conditionsOf(tx, `${groups} limit ${params.add(most)}`, params);
}

function conditionsOf(tx: Tx, page: string, params: Params) {
  return pageStatement<StockConditionRow & Record<string, unknown>>(
    tx,
    `select s.condition || '-' || s.warehouse_id || '-' || s.product_id as id, ${PRODUCT}, w.id as "warehouseId", w.name as "warehouseName",
       s.condition, s.on_hand as "onHand", s.locations
     from (${page}) s
     join product p on p.company_id = $1 and p.id = s.product_id
     join warehouse w on w.company_id = $1 and w.id = s.warehouse_id
     order by ${CONDITION_ORDER}`,
    params,
  );
}
