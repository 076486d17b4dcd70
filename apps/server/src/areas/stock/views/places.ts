import type {
  ConditionFilter,
  PlaceFilter,
  StockConditionRow,
  StockPlaceRow,
} from '@tradewind/contract/stock-views.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { countAll, countOf } from '../../../core/database/statement.ts';
import { batchesByCode, productsByPrefix, warehousesOf } from '../list.ts';

interface Paged {
  page: number;
  pageSize: number;
}
const partOf = ({ page, pageSize }: Paged) => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;

const PRODUCT = sql`p.id as "productId", p.sku, p.barcode, p.name_zh, p.name_en, p.images[1] as image`;

function placeWhere(tx: Tx, filter: PlaceFilter): Sql {
  const where = [sql`s.company_id = ${sql.company}`, sql`s.on_hand > 0`];
  const warehouses = warehousesOf(tx, filter);
  if (warehouses) where.push(sql`s.warehouse_id = any(${warehouses}::bigint[])`);
  if (filter.condition) where.push(sql`s.condition = ${filter.condition}`);
  if (filter.text) where.push(sql`s.product_id in (${productsByPrefix(filter.text)})`);
  if (filter.batch) where.push(sql`s.batch_id <> 0 and s.batch_id in (${batchesByCode(filter.batch)})`);
  if (filter.location)
    where.push(
      sql`s.location_id in (select id from location where company_id = ${sql.company} and code = ${filter.location.trim().toUpperCase()})`,
    );
  return sql.join(where, sql` and `);
}

/** The bins' key. */
const PLACE_ORDER = sql`s.location_id, s.product_id, s.condition, s.batch_id`;

/** Bin stock in the order of its key: location, product, condition, batch. */
export async function stockPlacePage(tx: Tx, query: PlaceFilter & Paged) {
  const where = placeWhere(tx, query);
  const rows = await placesOf(tx, sql`${where} order by ${PLACE_ORDER} ${partOf(query)}`);
  return { rows, ...(await countOf(tx, sql`from bin_stock s where ${placeWhere(tx, query)}`)) };
}

export const stockPlaceCount = (tx: Tx, filter: PlaceFilter): Promise<number> =>
  countAll(tx, sql`from bin_stock s where ${placeWhere(tx, filter)}`);

/** The next rows after the row with the id `after`, for files. */
export function stockPlacesAfter(tx: Tx, filter: PlaceFilter, after: string | null, most: number) {
  const where = placeWhere(tx, filter);
  const [location, product, condition, batch] = after?.split('-') ?? [0, 0, '', 0];
  const key = sql`${Number(location)}, ${Number(product)}, ${condition ?? ''}, ${Number(batch)}`;
  const rest = sql`${where} and (${PLACE_ORDER}) > (${key}) order by ${PLACE_ORDER} limit ${most}`;
  return placesOf(tx, rest);
}

/** `page`: the bins to show, in order. */
function placesOf(tx: Tx, page: Sql) {
  return tx.rows<StockPlaceRow & Record<string, unknown>>(
    sql`select s.location_id || '-' || s.product_id || '-' || s.condition || '-' || s.batch_id as id, ${PRODUCT},
       w.id as "warehouseId", w.name as "warehouseName", o.id as "locationId", o.code as "locationCode", o.kind as "locationKind",
       o.enabled as "locationEnabled", s.condition, s.batch_id, t.code as "batchCode", t.expires_on::text as "expiresOn",
       s.on_hand, s.allocated
     from (select * from bin_stock s where ${page}) s
     join product p on p.company_id = ${sql.company} and p.id = s.product_id
     join location o on o.company_id = ${sql.company} and o.id = s.location_id
     join warehouse w on w.company_id = ${sql.company} and w.id = s.warehouse_id
     left join stock_batch t on t.company_id = ${sql.company} and t.id = s.batch_id
     order by ${PLACE_ORDER}`,
  );
}

const CONDITION_ORDER = sql`s.condition, s.product_id, s.warehouse_id`;

/** Groups of the index of stock that is not good, in its order. `after`: the key they follow. */
function conditionGroups(tx: Tx, filter: ConditionFilter, after?: Sql): Sql {
  const where = [sql`s.company_id = ${sql.company}`, sql`s.condition <> 'good'`, sql`s.on_hand > 0`];
  const warehouses = warehousesOf(tx, filter);
  if (warehouses) where.push(sql`s.warehouse_id = any(${warehouses}::bigint[])`);
  if (filter.condition) where.push(sql`s.condition = ${filter.condition}`);
  if (filter.text) where.push(sql`s.product_id in (${productsByPrefix(filter.text)})`);
  if (after) where.push(sql`(${CONDITION_ORDER}) > (${after})`);
  return sql`select s.condition, s.product_id, s.warehouse_id, sum(s.on_hand)::int as on_hand, count(distinct s.location_id)::int as locations
    from bin_stock s where ${sql.join(where, sql` and `)} group by ${CONDITION_ORDER} order by ${CONDITION_ORDER}`;
}

/** Stock that is not for sale: condition, units, and number of locations. */
export async function stockConditionPage(tx: Tx, query: ConditionFilter & Paged) {
  const groups = conditionGroups(tx, query);
  const rows = await conditionsOf(tx, sql`${groups} ${partOf(query)}`);
  return { rows, ...(await countOf(tx, sql`from (${conditionGroups(tx, query)}) x`)) };
}

export const stockConditionCount = (tx: Tx, filter: ConditionFilter): Promise<number> =>
  countAll(tx, sql`from (${conditionGroups(tx, filter)}) x`);

/** The next rows after the row with the id `after`, for files. */
export function stockConditionsAfter(tx: Tx, filter: ConditionFilter, after: string | null, most: number) {
  const [condition, warehouse, product] = after?.split('-') ?? ['', 0, 0];
  const key = sql`${condition ?? ''}, ${Number(product)}, ${Number(warehouse)}`;
  const groups = conditionGroups(tx, filter, key);
  return conditionsOf(tx, sql`${groups} limit ${most}`);
}

function conditionsOf(tx: Tx, page: Sql) {
  return tx.rows<StockConditionRow & Record<string, unknown>>(
    sql`select s.condition || '-' || s.warehouse_id || '-' || s.product_id as id, ${PRODUCT}, w.id as "warehouseId", w.name as "warehouseName",
       s.condition, s.on_hand, s.locations
     from (${page}) s
     join product p on p.company_id = ${sql.company} and p.id = s.product_id
     join warehouse w on w.company_id = ${sql.company} and w.id = s.warehouse_id
     order by ${CONDITION_ORDER}`,
  );
}
