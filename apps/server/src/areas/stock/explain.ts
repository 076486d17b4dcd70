import type { MovementRow, StockFigure } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { endOfDay, Params, statement } from '../../core/database/statement.ts';
import { notFound } from '../../core/errors.ts';
import { MOVEMENT, MOVEMENT_FROM } from './movements.ts';

/** How a movement changes each figure. What is damaged or came back does not count as there. */
const CHANGE: Record<StockFigure, string> = {
  onHand: `case when m.condition = 'good' then m.on_hand else 0 end`,
  reserved: 'm.reserved',
  available: `case when m.condition = 'good' then m.on_hand else 0 end - m.reserved`,
  incoming: 'm.incoming',
};
/** Goods that only change their place in the warehouse: such pairs make no figure. */
const MAKES_FIGURE = `m.reason not in ('pick', 'pickUndo', 'putBack')`;
const COLUMN: Record<StockFigure, string> = {
  onHand: 'on_hand',
  reserved: 'reserved',
  available: 'available',
  incoming: 'incoming',
};

export interface Explained {
  productId: number;
  warehouseId: number;
  figure: StockFigure;
  asOf?: string | undefined;
  before?: number | undefined;
  limit: number;
}

/**
 * The movements of a figure with its value after each, newest first. The sum runs backwards from the balance, so that
 * it agrees with what the list shows and needs no look at the whole history.
 */
export async function explainStock(tx: Tx, asked: Explained) {
  if (tx.rights.warehouseIds && !tx.rights.warehouseIds.includes(asked.warehouseId)) throw notFound('stock.notFound');
  const { value, running } = await startOf(tx, asked);
  const params = new Params();
  const { where, change } = movementsOf(tx, asked, params);
  const before = asked.before ? `and m.id < ${params.add(asked.before)}` : '';
  const found = await statement<MovementRow & { change: number } & Record<string, unknown>>(
    tx,
    `select ${MOVEMENT}, (${change})::int as change ${MOVEMENT_FROM}
     where ${where} and (${change}) <> 0 ${before} order by m.id desc limit ${params.add(asked.limit + 1)}`,
    params,
  );
  let left = running;
  const movements = found.slice(0, asked.limit).map((row) => {
    const shown = { ...row, running: left };
    left -= row.change;
    return shown;
  });
  const next = found.length > asked.limit ? (movements.at(-1)?.id ?? null) : null;
  const now = asked.asOf === undefined && asked.before === undefined;
  const held = now && (asked.figure === 'reserved' || asked.figure === 'available');
  return {
    value,
    asOf: asked.asOf ?? tx.now.toISOString(),
    movements,
    next,
    reservations: held ? await reservationsOf(tx, asked) : [],
  };
}

function movementsOf(tx: Tx, asked: Explained, params: Params): { where: string; change: string } {
  const where = [
    `m.company_id = ${params.add(tx.companyId)}`,
    `m.product_id = ${params.add(asked.productId)}`,
    `m.warehouse_id = ${params.add(asked.warehouseId)}`,
    MAKES_FIGURE,
  ];
  if (asked.asOf) where.push(`m.at < ${endOfDay(params.add(asked.asOf))}`);
  return { where: where.join(' and '), change: CHANGE[asked.figure] };
}

/** The figure as of the day, and what it was after the first movement of the part that is shown. */
async function startOf(tx: Tx, asked: Explained): Promise<{ value: number; running: number }> {
  const params = new Params();
  const company = params.add(tx.companyId);
  const product = params.add(asked.productId);
  const warehouse = params.add(asked.warehouseId);
  const change = CHANGE[asked.figure];
  const later = asked.asOf ? `m.at >= ${endOfDay(params.add(asked.asOf))}` : 'false';
  const newer = asked.before ? `m.id >= ${params.add(asked.before)}` : 'false';
  const [row] = await statement<{ value: number; newer: number }>(
    tx,
    `select (b.${COLUMN[asked.figure]} - coalesce(s.later, 0))::int as value, coalesce(s.newer, 0)::int as newer
     from stock_balance b left join lateral (
       select sum(${change}) filter (where ${later}) as later, sum(${change}) filter (where ${newer} and not (${later})) as newer
       from stock_movement m where m.company_id = ${company} and m.product_id = ${product} and m.warehouse_id = ${warehouse}
         and ${MAKES_FIGURE} and (${later} or ${newer})) s on true
     where b.company_id = ${company} and b.product_id = ${product} and b.warehouse_id = ${warehouse}`,
    params,
  );
  if (!row) throw notFound('stock.notFound');
  return { value: row.value, running: row.value - row.newer };
}

type Reservation = { orderId: number; orderNo: string; status: string; quantity: number; reservedAt: Date | null };

/** Which orders hold it. Read across the areas by SQL: the order desk stands above and keeps these lines. */
async function reservationsOf(tx: Tx, asked: Explained) {
  const rows = await tx.prepared<Reservation>(
    'stock_reservations',
    `select o.id as "orderId", o.display_no as "orderNo", o.status, sum(l.reserved)::int as quantity,
       (select max(m.at) from stock_movement m where m.company_id = $1 and m.product_id = $2 and m.warehouse_id = $3
          and m.doc_kind = 'sales_order' and m.doc_id = o.id and m.reserved > 0) as "reservedAt"
     from order_line l join sales_order o on o.company_id = $1 and o.id = l.order_id
     where l.company_id = $1 and l.product_id = $2 and l.warehouse_id = $3 and l.reserved > 0
     group by o.id, o.display_no, o.status order by o.id desc limit 200`,
    [tx.companyId, asked.productId, asked.warehouseId],
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
  onHand: number;
  allocated: number;
};

export function productBins(tx: Tx, productId: number, warehouseId: number | undefined): Promise<ProductBin[]> {
  return tx.prepared<ProductBin>(
    'stock_product_bins',
    `select l.id as "locationId", l.code, l.kind, w.id as "warehouseId", w.name as "warehouseName", b.condition,
       b.on_hand as "onHand", b.allocated
     from bin_stock b join location l on l.company_id = $1 and l.id = b.location_id
     join warehouse w on w.company_id = $1 and w.id = b.warehouse_id
     where b.company_id = $1 and b.product_id = $2 and ($3::bigint is null or b.warehouse_id = $3)
       and ($4::bigint[] is null or b.warehouse_id = any($4)) and b.on_hand > 0
     order by w.priority, l.path_order, l.code limit 500`,
    [tx.companyId, productId, warehouseId ?? null, tx.rights.warehouseIds],
  );
}
