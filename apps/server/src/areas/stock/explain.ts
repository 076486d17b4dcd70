import { type MovementRow, PLACE_REASONS, type StockCondition, type StockFigure } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { endOfDay } from '../../core/database/statement.ts';
import { notFound } from '../../core/errors.ts';
import { holderRows } from './holders.ts';
import { warehousesOf } from './list.ts';
import { MOVEMENT_FROM, movementColumns } from './movements.ts';

/** How a movement changes each figure. Damaged and returned units do not count as on hand. */
const CHANGE: Record<StockFigure, Sql> = {
  onHand: sql`case when m.condition = 'good' then m.on_hand else 0 end`,
  reserved: sql`m.reserved`,
  available: sql`case when m.condition = 'good' then m.on_hand else 0 end - m.reserved`,
  incoming: sql`m.incoming`,
};
/** Moves within a warehouse: such pairs do not change the figure. */
const MAKES_FIGURE = sql`m.reason not in (${sql.join(PLACE_REASONS.map((r) => sql`'${sql.id(r, PLACE_REASONS)}'`))})`;
const COLUMN: Record<StockFigure, Sql> = {
  onHand: sql`on_hand`,
  reserved: sql`reserved`,
  available: sql`available`,
  incoming: sql`incoming`,
};

export interface Explained {
  productId: number;
  warehouseId?: number | undefined;
  warehouseIds?: number[] | undefined;
  figure: StockFigure;
  locationId?: number | undefined;
  batchId?: number | undefined;
  condition?: StockCondition | undefined;
  asOf?: string | undefined;
  before?: number | undefined;
  limit: number;
}

/**
 * The movements of a figure with its value after each, newest first. The sum runs backwards from the current figure, so
 * that it agrees with the list and does not read the whole history. For a location, batch or condition the figure is
 * its bin stock.
 */
export async function explainStock(tx: Tx, requested: Explained) {
  const warehouseRows = await warehousesFor(tx, requested);
  const { value, running } = await startOf(tx, requested, warehouseRows);
  const { where, change } = movementsOf(requested);
  const before = requested.before ? sql`and m.id < ${requested.before}` : sql.empty;
  const limit = sql`order by m.id desc limit ${requested.limit + 1}`;
  // The newest of each warehouse, in the order of the ledger's index.
  const found = await tx.rows<MovementRow & { change: number } & Record<string, unknown>>(
    sql`with newest as materialized (
       select m.id from unnest(${warehouseRows}::bigint[]) as h(id) cross join lateral (
         select m.id from stock_movement m where ${where} and m.warehouse_id = h.id and (${change}) <> 0 ${before} ${limit}) m ${limit})
     select ${movementColumns()}, (${change})::int as change ${MOVEMENT_FROM} join newest on newest.id = m.id
     where m.company_id = ${sql.company} order by m.id desc`,
  );
  let left = running;
  const movements = found.slice(0, requested.limit).map((row) => {
    const shown = { ...row, running: left };
    left -= row.change;
    return shown;
  });
  const next = found.length > requested.limit ? (movements.at(-1)?.id ?? null) : null;
  const now = requested.asOf === undefined && requested.before === undefined && !isPlace(requested);
  const held = now && (requested.figure === 'reserved' || requested.figure === 'available');
  return {
    value,
    asOf: requested.asOf ?? tx.now.toISOString(),
    movements,
    next,
    reservations: held ? await reservationsOf(tx, requested.productId, warehouseRows) : [],
  };
}

const isPlace = ({ locationId, batchId, condition }: Explained): boolean =>
  locationId !== undefined || batchId !== undefined || condition !== undefined;

/** The requested warehouses, or all that have the product and that the actor sees. */
export async function warehousesFor(
  tx: Tx,
  requested: Pick<Explained, 'productId' | 'warehouseId' | 'warehouseIds'>,
): Promise<number[]> {
  const [input, among] = [requested.warehouseId ?? null, warehousesOf(tx, requested)];
  const rows = await tx.rows<{ id: number }>(
    sql`select w.id from warehouse w where w.company_id = ${sql.company} and (${input}::bigint is null or w.id = ${input})
       and (${among}::bigint[] is null or w.id = any(${among}::bigint[])) and (
         exists (select 1 from stock_balance b where b.company_id = ${sql.company} and b.warehouse_id = w.id and b.product_id = ${requested.productId})
         or exists (select 1 from bin_stock b where b.company_id = ${sql.company} and b.warehouse_id = w.id and b.product_id = ${requested.productId}))`,
  );
  if (rows.length === 0) throw notFound('stock.notFound');
  return rows.map((row) => row.id);
}

/** Movements of a location, in the requested condition or any. */
export function placeConditions(
  { locationId, batchId, condition }: Pick<Explained, 'locationId' | 'batchId' | 'condition'>,
  alias: Sql,
): Sql {
  const where = [sql`true`];
  if (locationId !== undefined) where.push(sql`${alias}.location_id = ${locationId}`);
  if (batchId !== undefined) where.push(sql`${alias}.batch_id = ${batchId}`);
  if (condition !== undefined) where.push(sql`${alias}.condition = ${condition}`);
  return sql.join(where, sql` and `);
}

const changeOf = (requested: Explained): Sql => (isPlace(requested) ? sql`m.on_hand` : CHANGE[requested.figure]);
/** Moves between locations change the figure of a location. */
const makesFigure = (requested: Explained): Sql => (requested.locationId === undefined ? MAKES_FIGURE : sql`true`);

function movementsOf(requested: Explained): { where: Sql; change: Sql } {
  const where = [
    sql`m.company_id = ${sql.company}`,
    sql`m.product_id = ${requested.productId}`,
    makesFigure(requested),
    placeConditions(requested, sql`m`),
  ];
  if (requested.asOf) where.push(sql`m.at < ${endOfDay(requested.asOf)}`);
  return { where: sql.join(where, sql` and `), change: changeOf(requested) };
}

/** The figure as of the day, and its value after the first movement shown. */
async function startOf(
  tx: Tx,
  requested: Explained,
  warehouseRows: number[],
): Promise<{ value: number; running: number }> {
  const company = tx.companyId;
  const product = requested.productId;
  const warehouses = sql`= any(${warehouseRows}::bigint[])`;
  const change = changeOf(requested);
  const later = requested.asOf ? sql`m.at >= ${endOfDay(requested.asOf)}` : sql`false`;
  const newer = requested.before ? sql`m.id >= ${requested.before}` : sql`false`;
  const kept = isPlace(requested)
    ? sql`select sum(b.on_hand) from bin_stock b where b.company_id = ${company} and b.warehouse_id ${warehouses} and b.product_id = ${product}
         and ${placeConditions(requested, sql`b`)}`
    : sql`select sum(b.${COLUMN[requested.figure]}) from stock_balance b where b.company_id = ${company} and b.warehouse_id ${warehouses}
         and b.product_id = ${product}`;
  const [row] = await tx.rows<{ value: number; newer: number }>(
    sql`select (coalesce((${kept}), 0) - coalesce(s.later, 0))::int as value, coalesce(s.newer, 0)::int as newer
     from (select sum(${change}) filter (where ${later}) as later, sum(${change}) filter (where ${newer} and not (${later})) as newer
       from stock_movement m where m.company_id = ${company} and m.product_id = ${product} and m.warehouse_id ${warehouses}
         and ${makesFigure(requested)} and ${placeConditions(requested, sql`m`)} and (${later} or ${newer})) s`,
  );
  return { value: row?.value ?? 0, running: (row?.value ?? 0) - (row?.newer ?? 0) };
}

type Reservation = {
  kind: 'order' | 'transfer' | 'assembly' | 'fba' | 'transit';
  orderId: number;
  orderNo: string;
  status: string;
  quantity: number;
  reservedAt: Date | null;
};

/** Documents that allocate it, the newest 200. */
async function reservationsOf(tx: Tx, productId: number, warehouseRows: number[]) {
  const rows = await tx.rows<Reservation>(
    sql`select h.kind, h.doc_id as "orderId", h.number as "orderNo", h.state as status, sum(h.quantity)::int as quantity,
       (select max(m.at) from stock_movement m where m.company_id = ${sql.company} and m.product_id = ${productId} and m.warehouse_id = any(${warehouseRows}::bigint[])
          and m.doc_kind = h.doc_kind and m.doc_id = h.doc_id and m.reserved > 0) as "reservedAt"
     from (${holderRows()}) h where h.company_id = ${sql.company} and h.product_id = ${productId} and h.warehouse_id = any(${warehouseRows}::bigint[])
     group by h.kind, h.doc_kind, h.doc_id, h.number, h.state order by h.kind <> 'order', h.doc_id desc limit 200`,
  );
  return rows.map((row) => ({ ...row, reservedAt: row.reservedAt?.toISOString() ?? null }));
}

export type ProductBin = {
  locationId: number;
  code: string;
  kind: string;
  warehouseId: number;
  warehouseName: string;
  condition: string;
  batchId: number;
  batchCode: string | null;
  expiresOn: string | null;
  onHand: number;
  allocated: number;
};

export function productBins(tx: Tx, productId: number, warehouseId: number | undefined): Promise<ProductBin[]> {
  return tx.rows<ProductBin>(
    sql`select l.id as "locationId", l.code, l.kind, w.id as "warehouseId", w.name as "warehouseName", b.condition,
       b.batch_id, t.code as "batchCode", t.expires_on::text as "expiresOn", b.on_hand, b.allocated
     from bin_stock b left join stock_batch t on t.company_id = ${sql.company} and t.id = b.batch_id
     join location l on l.company_id = ${sql.company} and l.id = b.location_id
     join warehouse w on w.company_id = ${sql.company} and w.id = b.warehouse_id
     where b.company_id = ${sql.company} and b.product_id = ${productId} and (${warehouseId ?? null}::bigint is null or b.warehouse_id = ${warehouseId ?? null}::bigint)
       and (${tx.rights.warehouseIds}::bigint[] is null or b.warehouse_id = any(${tx.rights.warehouseIds}::bigint[])) and b.on_hand > 0
     order by w.priority, l.path_order, l.code limit 500`,
  );
}
