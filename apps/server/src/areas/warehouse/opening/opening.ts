import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { adjustStock } from '../../stock/public.ts';
import { goodsAwaited } from '../hooks.ts';
import { warehouses } from '../warehouses/list.ts';

export interface OpeningLine {
  productId: number;
  locationId: number;
  quantity: number;
  unitCost?: string | undefined;
}

const SHOWN = 50;
/** Where goods lie that orders may take. */
export const SHELVES = sql`('picking', 'storage')`;

/** What the form begins with. */
export async function openingChoices(tx: Tx, warehouseId: number) {
  await warehouses.one(tx, warehouseId);
  const [products, location] = await Promise.all([
    unopened(tx, SHOWN + 1),
    tx.row<{ id: number; code: string }>(firstShelf(warehouseId)),
  ]);
  return { location: location ?? null, products: products.slice(0, SHOWN), more: products.length > SHOWN };
}

const firstShelf = (warehouseId: number) => sql`
  select id, code from location where company_id = ${sql.company} and warehouse_id = ${warehouseId} and enabled
    and kind in ${SHELVES} order by kind, path_order, code limit 1`;

export interface UnopenedProduct {
  id: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  barcode: string | null;
  /** Units that open orders wait for. */
  awaited: number;
}

/** Enabled products without stock that nobody has entered yet: first those that orders wait for, the others by SKU. */
export async function unopened(tx: Tx, most: number): Promise<UnopenedProduct[]> {
  const awaited = new Map<number, number>();
  await goodsAwaited.call(tx, { most, add: ({ productId, units }) => void awaited.set(productId, units) });
  const first = await tx.rows<Omit<UnopenedProduct, 'awaited'>>(
    sql`${UNOPENED} and p.id = any(${[...awaited.keys()]}::bigint[])`,
  );
  const rest = await tx.rows<Omit<UnopenedProduct, 'awaited'>>(sql`${UNOPENED} order by p.sku limit ${most}`);
  const all = new Map([...first, ...rest].map((product) => [product.id, product]));
  return [...all.values()]
    .map((product) => ({ ...product, awaited: awaited.get(product.id) ?? 0 }))
    .sort((a, b) => b.awaited - a.awaited || (a.sku < b.sku ? -1 : 1))
    .slice(0, most);
}

const UNOPENED = sql`
  select p.id, p.sku, p.name_zh, p.name_en, p.barcode from product p
  where p.company_id = ${sql.company} and p.enabled and not exists (select from stock_movement m
    where m.company_id = ${sql.company} and m.product_id = p.id and m.reason = 'opening')
    and not exists (select from stock_balance b
      where b.company_id = ${sql.company} and b.product_id = p.id and b.on_hand > 0)`;

export interface SuggestedPlace {
  warehouse: string;
  location: string;
}

/** Where a sheet puts goods unless somebody changes it: the default warehouse and its first shelf. */
export async function suggestedPlace(tx: Tx): Promise<SuggestedPlace | undefined> {
  return tx.row<SuggestedPlace>(sql`
    select w.code as warehouse, coalesce(l.code, '') as location from warehouse w
    left join lateral (select l.code from location l where l.company_id = ${sql.company} and l.warehouse_id = w.id and l.enabled
      and l.kind in ${SHELVES} order by l.kind, l.path_order, l.code limit 1) l on true
    where w.company_id = ${sql.company} and w.enabled and ${inWarehouses(tx, sql`w.id`)}
    order by w.is_default desc, w.priority, w.id limit 1`);
}

type Typed = Omit<OpeningLine, 'quantity'> & { quantity?: number | undefined };

/**
 * Lines without a quantity are left out. @throws badField at the line whose product has opening stock in that location,
 * or comes twice, or whose location is none for goods
 */
export async function enterOpening(tx: Tx, warehouseId: number, lines: readonly Typed[]) {
  const filled = lines.flatMap(({ quantity, ...line }, i) =>
    quantity === undefined ? [] : [{ ...line, quantity, i }],
  );
  if (filled.length === 0) throw badField('lines', 'warehouse.openingNone');
  const known = await openedUnits(tx, warehouseId, filled);
  const shelves = await shelvesOf(tx, warehouseId, filled);
  const before = new Set<string>();
  for (const line of filled) {
    const key = keyOf(line);
    const units = known.get(key);
    if (units !== undefined) throw badField(`lines.${line.i}.quantity`, 'warehouse.openingThere', { units });
    if (before.has(key)) throw badField(`lines.${line.i}.productId`, 'warehouse.openingTwice');
    if (!shelves.has(line.locationId)) throw badField(`lines.${line.i}.locationId`, 'stock.noLocation');
    before.add(key);
  }
  return bookOpening(
    tx,
    warehouseId,
    filled.map(({ i: _place, ...line }) => line),
  );
}

async function shelvesOf(tx: Tx, warehouseId: number, places: readonly Place[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(sql`
    select id from location where company_id = ${sql.company} and warehouse_id = ${warehouseId} and enabled
      and kind in ${SHELVES} and id = any(${places.map((one) => one.locationId)}::bigint[])`);
  return new Set(rows.map((row) => row.id));
}

/** For lines that are checked: a document of its own, which waits where adjustments need approval. */
export function bookOpening(tx: Tx, warehouseId: number, lines: readonly OpeningLine[]) {
  const changes = lines.map(({ quantity, unitCost, ...place }) => ({
    ...place,
    delta: quantity,
    ...(unitCost === undefined ? {} : { unitCost }),
  }));
  return adjustStock(tx, { warehouseId, reason: 'opening', remark: '', lines: changes });
}

type Place = Pick<OpeningLine, 'productId' | 'locationId'>;
export const keyOf = ({ productId, locationId }: Place): string => `${productId}/${locationId}`;

/**
 * Units already entered for these products and locations, also those that wait for approval. Until the transaction
 * ends nobody else enters opening stock in this warehouse.
 */
export async function openedUnits(tx: Tx, warehouseId: number, places: readonly Place[]): Promise<Map<string, number>> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`opening:${tx.companyId}:${warehouseId}`}, 0))`);
  const rows = await tx.rows<Place & { units: number }>(sql`
    select product_id, location_id, sum(units)::int as units from (
      select m.product_id, m.location_id, m.on_hand as units
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r("productId" bigint, "locationId" bigint)
      join stock_movement m on m.company_id = ${sql.company} and m.product_id = r."productId" and m.reason = 'opening'
        and m.location_id = r."locationId"
      union all
      select w."productId", w."locationId", w.delta from stock_document d
      cross join jsonb_to_recordset(d.wanted->'lines') as w("productId" bigint, "locationId" bigint, delta int)
      where d.company_id = ${sql.company} and d.state = 'waiting' and d.warehouse_id = ${warehouseId} and d.reason = 'opening') known
    group by 1, 2`);
  return new Map(rows.map((row) => [keyOf(row), row.units]));
}
