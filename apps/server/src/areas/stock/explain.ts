import { type MovementRow, PLACE_REASONS, type StockCondition, type StockFigure } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { endOfDay, Params, statement } from '../../core/database/statement.ts';
import { notFound } from '../../core/errors.ts';
import { holderRows } from './holders.ts';
import { warehousesOf } from './list.ts';
import { MOVEMENT_FROM, movementColumns } from './movements.ts';

/** How a movement changes each figure. What is damaged or came back does not count as there. */
const CHANGE: Record<StockFigure, string> = {
  onHand: `case when m.condition = 'good' then m.on_hand else 0 end`,
  reserved: 'm.reserved',
  available: `case when m.condition = 'good' then m.on_hand else 0 end - m.reserved`,
  incoming: 'm.incoming',
};
/** Goods that only change their place in the warehouse: such pairs make no figure. */
const MAKES_FIGURE = `m.reason not in (${PLACE_REASONS.map((reason) => `'${reason}'`).join(', ')})`;
const COLUMN: Record<StockFigure, string> = {
  onHand: 'on_hand',
  reserved: 'reserved',
  available: 'available',
  incoming: 'incoming',
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
 * The movements of a figure with its value after each, newest first. The sum runs backwards from what there is, so that
 * it agrees with what the list shows and needs no look at the whole history. Of a location, a batch or a condition the
 * figure is what lies there.
 */
export async function explainStock(tx: Tx, asked: Explained) {
  const houses = await housesOf(tx, asked);
  const { value, running } = await startOf(tx, asked, houses);
  const params = new Params();
  const { where, change } = movementsOf(tx, asked, params);
  const before = asked.before ? `and m.id < ${params.add(asked.before)}` : '';
  const limit = `order by m.id desc limit ${params.add(asked.limit + 1)}`;
  // The newest of each warehouse: the index of the ledger has them in that order.
  const found = await statement<MovementRow & { change: number } & Record<string, unknown>>(
    tx,
    `with newest as materialized (
       select m.id from unnest(${params.add(houses)}::bigint[]) as h(id) cross join lateral (
         select m.id from stock_movement m where ${where} and m.warehouse_id = h.id and (${change}) <> 0 ${before} ${limit}) m ${limit})
     select ${movementColumns()}, (${change})::int as change ${MOVEMENT_FROM} join newest on newest.id = m.id
     where m.company_id = $1 order by m.id desc`,
    params,
  );
  let left = running;
  const movements = found.slice(0, asked.limit).map((row) => {
    const shown = { ...row, running: left };
    left -= row.change;
    return shown;
  });
  const next = found.length > asked.limit ? (movements.at(-1)?.id ?? null) : null;
  const now = asked.asOf === undefined && asked.before === undefined && !isPlace(asked);
  const held = now && (asked.figure === 'reserved' || asked.figure === 'available');
  return {
    value,
    asOf: asked.asOf ?? tx.now.toISOString(),
    movements,
    next,
    reservations: held ? await reservationsOf(tx, asked.productId, houses) : [],
  };
}

const isPlace = ({ locationId, batchId, condition }: Explained): boolean =>
  locationId !== undefined || batchId !== undefined || condition !== undefined;

/** The asked warehouses, or all that have the product and that the actor sees. */
export async function housesOf(
  tx: Tx,
  asked: Pick<Explained, 'productId' | 'warehouseId' | 'warehouseIds'>,
): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    'stock_explain_houses',
    `select w.id from warehouse w where w.company_id = $1 and ($3::bigint is null or w.id = $3)
       and ($4::bigint[] is null or w.id = any($4)) and (
         exists (select 1 from stock_balance b where b.company_id = $1 and b.warehouse_id = w.id and b.product_id = $2)
         or exists (select 1 from bin_stock b where b.company_id = $1 and b.warehouse_id = w.id and b.product_id = $2))`,
    [tx.companyId, asked.productId, asked.warehouseId ?? null, warehousesOf(tx, asked)],
  );
  if (rows.length === 0) throw notFound('stock.notFound');
  return rows.map((row) => row.id);
}

/** What a place holds: what moved there, in whatever condition it asks for. */
export function placeConditions(
  { locationId, batchId, condition }: Pick<Explained, 'locationId' | 'batchId' | 'condition'>,
  alias: string,
  params: Params,
): string {
  const where = ['true'];
  if (locationId !== undefined) where.push(`${alias}.location_id = ${params.add(locationId)}`);
  if (batchId !== undefined) where.push(`${alias}.batch_id = ${params.add(batchId)}`);
  if (condition !== undefined) where.push(`${alias}.condition = ${params.add(condition)}`);
  return where.join(' and ');
}

const changeOf = (asked: Explained): string => (isPlace(asked) ? 'm.on_hand' : CHANGE[asked.figure]);
/** Goods that change their place make the figure of a place. */
const makesFigure = (asked: Explained): string => (asked.locationId === undefined ? MAKES_FIGURE : 'true');

function movementsOf(tx: Tx, asked: Explained, params: Params): { where: string; change: string } {
  const where = [
    `m.company_id = ${params.add(tx.companyId)}`,
    `m.product_id = ${params.add(asked.productId)}`,
    makesFigure(asked),
    placeConditions(asked, 'm', params),
  ];
  if (asked.asOf) where.push(`m.at < ${endOfDay(params.add(asked.asOf))}`);
  return { where: where.join(' and '), change: changeOf(asked) };
}

/** The figure as of the day, and what it was after the first movement of the part that is shown. */
async function startOf(tx: Tx, asked: Explained, houses: number[]): Promise<{ value: number; running: number }> {
  const params = new Params();
  const company = params.add(tx.companyId);
  const product = params.add(asked.productId);
  const warehouses = `= any(${params.add(houses)}::bigint[])`;
  const change = changeOf(asked);
  const later = asked.asOf ? `m.at >= ${endOfDay(params.add(asked.asOf))}` : 'false';
  const newer = asked.before ? `m.id >= ${params.add(asked.before)}` : 'false';
  const kept = isPlace(asked)
    ? `select sum(b.on_hand) from bin_stock b where b.company_id = ${company} and b.warehouse_id ${warehouses} and b.product_id = ${product}
         and ${placeConditions(asked, 'b', params)}`
    : `select sum(b.${COLUMN[asked.figure]}) from stock_balance b where b.company_id = ${company} and b.warehouse_id ${warehouses}
         and b.product_id = ${product}`;
  const [row] = await statement<{ value: number; newer: number }>(
    tx,
    `select (coalesce((${kept}), 0) - coalesce(s.later, 0))::int as value, coalesce(s.newer, 0)::int as newer
     from (select sum(${change}) filter (where ${later}) as later, sum(${change}) filter (where ${newer} and not (${later})) as newer
       from stock_movement m where m.company_id = ${company} and m.product_id = ${product} and m.warehouse_id ${warehouses}
         and ${makesFigure(asked)} and ${placeConditions(asked, 'm', params)} and (${later} or ${newer})) s`,
    params,
  );
  return { value: row?.value ?? 0, running: (row?.value ?? 0) - (row?.newer ?? 0) };
}

type Reservation = {
  kind: 'order' | 'transfer' | 'fba' | 'transit';
  orderId: number;
  orderNo: string;
  status: string;
  quantity: number;
  reservedAt: Date | null;
};

/** Which documents hold it: the newest 200. */
async function reservationsOf(tx: Tx, productId: number, houses: number[]) {
  const rows = await tx.prepared<Reservation>(
    'stock_reservations',
    `select h.kind, h.doc_id as "orderId", h.number as "orderNo", h.state as status, sum(h.quantity)::int as quantity,
       (select max(m.at) from stock_movement m where m.company_id = $1 and m.product_id = $2 and m.warehouse_id = any($3::bigint[])
          and m.doc_kind = h.doc_kind and m.doc_id = h.doc_id and m.reserved > 0) as "reservedAt"
     from (${holderRows()}) h where h.company_id = $1 and h.product_id = $2 and h.warehouse_id = any($3::bigint[])
     group by h.kind, h.doc_kind, h.doc_id, h.number, h.state order by h.kind <> 'order', h.doc_id desc limit 200`,
    [tx.companyId, productId, houses],
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
  return tx.prepared<ProductBin>(
    'stock_product_bins',
    `select l.id as "locationId", l.code, l.kind, w.id as "warehouseId", w.name as "warehouseName", b.condition,
       b.batch_id as "batchId", t.code as "batchCode", t.expires_on::text as "expiresOn", b.on_hand as "onHand", b.allocated
     from bin_stock b left join stock_batch t on t.company_id = $1 and t.id = b.batch_id
     join location l on l.company_id = $1 and l.id = b.location_id
     join warehouse w on w.company_id = $1 and w.id = b.warehouse_id
     where b.company_id = $1 and b.product_id = $2 and ($3::bigint is null or b.warehouse_id = $3)
       and ($4::bigint[] is null or b.warehouse_id = any($4)) and b.on_hand > 0
     order by w.priority, l.path_order, l.code limit 500`,
    [tx.companyId, productId, warehouseId ?? null, tx.rights.warehouseIds],
  );
}
