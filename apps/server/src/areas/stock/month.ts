import { PLACE_REASONS } from '@tradewind/contract/stock.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { startOfDay } from '../../core/database/statement.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';

/** A product's opening stock, movements and closing stock of a month in a warehouse. Good stock only. */
export interface StockMonthRow {
  warehouseId: number;
  productId: number;
  opening: number;
  movedIn: number;
  movedOut: number;
  closing: number;
}

export interface MonthCursor {
  warehouseId: number;
  productId: number;
  /** Movements up to this one precede the month. Null: the month is closed and stored. */
  since: number | null;
}

interface MonthPart {
  rows: StockMonthRow[];
  next: MonthCursor | null;
}

export interface MonthQuery {
  /** The month's first day, yyyy-mm-01, in the company's time. */
  month: string;
  warehouseIds?: readonly number[] | undefined;
}

/** Movements `m` that bring or take good units of a warehouse. */
export const COUNTS = sql`m.condition = 'good' and m.on_hand <> 0 and m.reason not in (${sql.join(PLACE_REASONS.map((r) => sql`'${sql.id(r, PLACE_REASONS)}'`))})`;
const nextMonth = (month: string) => sql`(${month}::date + interval '1 month')::date`;

/**
 * The next rows of a month in the order of warehouses and products. `null` begins. A closed month is read as stored.
 * Any other is calculated backwards from the balances, for the products of this part only.
 */
export async function stockMonth(
  tx: Tx,
  requested: MonthQuery,
  cursor: MonthCursor | null,
  limit: number,
): Promise<MonthPart> {
  const from = cursor ?? { warehouseId: 0, productId: 0, since: await sinceOf(tx, requested.month) };
  const rows = await (from.since === null ? keptRows : calculatedRows)(tx, requested, from, limit);
  const last = rows.at(-1);
  const next =
    rows.length === limit && last ? { ...from, warehouseId: last.warehouseId, productId: last.productId } : null;
  return { rows: rows.filter((row) => row.opening || row.movedIn || row.movedOut), next };
}

/** A whole month in parts, one transaction each. */
export async function* stockMonthParts(
  app: App,
  ctx: Ctx,
  requested: MonthQuery,
  limit: number,
): AsyncGenerator<StockMonthRow[]> {
  let cursor: MonthCursor | null = null;
  do {
    const from: MonthCursor | null = cursor;
    const part: MonthPart = await app.database.inCompany(ctx, (tx) => stockMonth(tx, requested, from, limit));
    yield part.rows;
    cursor = part.next;
  } while (cursor);
}

/** The newest movement older than the month by a day: ids are assigned a little before their transaction's time. */
async function sinceOf(tx: Tx, month: string): Promise<number | null> {
  const [row] = await tx.rows<{ kept: boolean; since: number | null }>(
    sql`select exists (select 1 from stock_month k where k.company_id = ${sql.company} and k.month = ${month}::date) as kept,
       (select m.id from stock_movement m where m.company_id = ${sql.company} and m.at < ${startOfDay(month)} - interval '1 day'
        order by m.id desc limit 1) as since`,
  );
  return row?.kept ? null : (row?.since ?? 0);
}

/** The requested warehouses that the actor sees. */
function inWarehouses(tx: Tx, alias: Sql, requested: MonthQuery): Sql {
  const own = tx.rights.warehouseIds;
  const parts = [own, requested.warehouseIds].flatMap((ids) =>
    ids ? [sql`${alias}.warehouse_id = any(${[...ids]}::bigint[])`] : [],
  );
  return parts.length > 0 ? sql`and ${sql.join(parts, sql` and `)}` : sql.empty;
}

function keptRows(tx: Tx, requested: MonthQuery, from: MonthCursor, limit: number): Promise<StockMonthRow[]> {
  const [company, month] = [tx.companyId, requested.month];
  return tx.rows<StockMonthRow & Record<string, unknown>>(
    sql`select k.warehouse_id as "warehouseId", k.product_id as "productId", k.opening, k.moved_in as "movedIn", k.moved_out as "movedOut", k.closing
     from stock_month k where k.company_id = ${company} and k.month = ${month}::date
       and (k.warehouse_id, k.product_id) > (${from.warehouseId}, ${from.productId}) ${inWarehouses(tx, sql`k`, requested)}
     order by k.warehouse_id, k.product_id limit ${limit}`,
  );
}

function calculatedRows(tx: Tx, requested: MonthQuery, from: MonthCursor, limit: number): Promise<StockMonthRow[]> {
  const [company, month, since] = [tx.companyId, requested.month, from.since];
  const end = startOfDay(nextMonth(month));
  return tx.rows<StockMonthRow & Record<string, unknown>>(
    sql`select b.warehouse_id as "warehouseId", b.product_id as "productId", (b.on_hand - x.later - x.came + x.went)::int as opening,
       x.came::int as "movedIn", x.went::int as "movedOut", (b.on_hand - x.later)::int as closing
     from (select b.warehouse_id, b.product_id, b.on_hand from stock_balance b where b.company_id = ${company}
         and (b.warehouse_id, b.product_id) > (${from.warehouseId}, ${from.productId}) ${inWarehouses(tx, sql`b`, requested)}
       order by b.warehouse_id, b.product_id limit ${limit}) b
     cross join lateral (
       select coalesce(sum(m.on_hand) filter (where m.at >= ${end}), 0) as later,
         coalesce(sum(m.on_hand) filter (where m.at < ${end} and m.on_hand > 0), 0) as came,
         coalesce(-sum(m.on_hand) filter (where m.at < ${end} and m.on_hand < 0), 0) as went
       from stock_movement m where m.company_id = ${company} and m.product_id = b.product_id and m.warehouse_id = b.warehouse_id
         and m.id > ${since} and m.at >= ${startOfDay(month)} and ${COUNTS}) x
     order by b.warehouse_id, b.product_id`,
  );
}

const CLOSED_AT_ONCE = 2_000;

const closeJob = defineJob<{ month: string }>(
  'stock.month',
  ['结转月度库存', 'Record month-end stock'],
  (app, ctx, { month }) => closeMonth(app, ctx, month),
);

/** Stores a closed month. Repeating it changes nothing: a closed month no longer moves. */
export async function closeMonth(app: App, ctx: Ctx, month: string): Promise<void> {
  const parts: StockMonthRow[][] = [];
  for await (const rows of stockMonthParts(app, ctx, { month }, CLOSED_AT_ONCE)) parts.push(rows);
  // All or nothing: a partly stored month would be read as complete.
  await app.database.inCompany(ctx, async (tx) => {
    for (const rows of parts)
      await tx.rows(
        sql`insert into stock_month (company_id, month, warehouse_id, product_id, opening, moved_in, moved_out, closing)
         select ${sql.company}, ${month}::date, r."warehouseId", r."productId", r.opening, r."movedIn", r."movedOut", r.closing
         from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("warehouseId" bigint, "productId" bigint, opening int, "movedIn" int, "movedOut" int, closing int)
         on conflict do nothing`,
      );
  });
}

/** On the second day of a month the previous month has ended in every time zone. */
async function closeDue(app: App): Promise<void> {
  const found = await app.database.asOwner<{ id: number; month: string }>(
    sql`select id, (date_trunc('month', now() at time zone time_zone) - interval '1 month')::date::text as month from company order by id`,
  );
  for (const { id, month } of found)
    await app.database.inCompany(systemContext(id, 'stock.month'), (tx) =>
      addJob(tx, closeJob, { month }, { key: `stock.month:${month}`, queue: 'stock.totals', priority: 30 }),
    );
}

defineSchedule({ name: 'stock.month', cron: '40 12 2 * *', work: closeDue });
