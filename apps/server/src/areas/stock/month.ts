import { PLACE_REASONS } from '@tradewind/contract/stock.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { Params, startOfDay, statement } from '../../core/database/statement.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';

/** What a warehouse had of a product when a month began, what came and went, and what it had when it ended. Good goods. */
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
  /** Movements up to this one are older than the month; null: the month is over and kept. */
  since: number | null;
}

interface MonthPart {
  rows: StockMonthRow[];
  next: MonthCursor | null;
}

export interface MonthAsked {
  /** The month's first day, yyyy-mm-01, in the company's time. */
  month: string;
  warehouseIds?: readonly number[] | undefined;
}

const COUNTS = `m.condition = 'good' and m.on_hand <> 0 and m.reason not in (${PLACE_REASONS.map((r) => `'${r}'`).join(', ')})`;
const nextMonth = (month: string) => `(${month}::date + interval '1 month')::date`;

/**
 * The next rows of a month in the order of warehouses and products; `null` begins. A month that was closed is read as it
 * was kept; any other is reckoned backwards from the balances, of the products of this part alone.
 */
export async function stockMonth(
  tx: Tx,
  asked: MonthAsked,
  cursor: MonthCursor | null,
  limit: number,
): Promise<MonthPart> {
  const from = cursor ?? { warehouseId: 0, productId: 0, since: await sinceOf(tx, asked.month) };
  const rows = await (from.since === null ? keptRows : reckonedRows)(tx, asked, from, limit);
  const last = rows.at(-1);
  const next =
    rows.length === limit && last ? { ...from, warehouseId: last.warehouseId, productId: last.productId } : null;
  return { rows: rows.filter((row) => row.opening || row.movedIn || row.movedOut), next };
}

/** A whole month in parts, each in a transaction of its own. */
export async function* stockMonthParts(
  app: App,
  ctx: Ctx,
  asked: MonthAsked,
  limit: number,
): AsyncGenerator<StockMonthRow[]> {
  let cursor: MonthCursor | null = null;
  do {
    const from: MonthCursor | null = cursor;
    const part: MonthPart = await app.database.inCompany(ctx, (tx) => stockMonth(tx, asked, from, limit));
    yield part.rows;
    cursor = part.next;
  } while (cursor);
}

/** The newest movement that is older than the month by a day: ids are given a little before their transaction's instant. */
async function sinceOf(tx: Tx, month: string): Promise<number | null> {
  const [row] = await tx.prepared<{ kept: boolean; since: number | null }>(
    'stock_month_since',
    `select exists (select 1 from stock_month k where k.company_id = $1 and k.month = $2::date) as kept,
       (select m.id from stock_movement m where m.company_id = $1 and m.at < ${startOfDay('$2')} - interval '1 day'
        order by m.id desc limit 1) as since`,
    [tx.companyId, month],
  );
  return row?.kept ? null : (row?.since ?? 0);
}

/** The actor's warehouses among those asked for. */
function inHouses(tx: Tx, alias: string, asked: MonthAsked, params: Params): string {
  const own = tx.rights.warehouseIds;
  const parts = [own, asked.warehouseIds].flatMap((ids) =>
    ids ? [`${alias}.warehouse_id = any(${params.add([...ids])}::bigint[])`] : [],
  );
  return parts.length > 0 ? `and ${parts.join(' and ')}` : '';
}

function keptRows(tx: Tx, asked: MonthAsked, from: MonthCursor, limit: number): Promise<StockMonthRow[]> {
  const params = new Params();
  const [company, month] = [params.add(tx.companyId), params.add(asked.month)];
  return statement<StockMonthRow & Record<string, unknown>>(
    tx,
    `select k.warehouse_id as "warehouseId", k.product_id as "productId", k.opening, k.moved_in as "movedIn", k.moved_out as "movedOut", k.closing
     from stock_month k where k.company_id = ${company} and k.month = ${month}::date
       and (k.warehouse_id, k.product_id) > (${params.add(from.warehouseId)}, ${params.add(from.productId)}) ${inHouses(tx, 'k', asked, params)}
     order by k.warehouse_id, k.product_id limit ${params.add(limit)}`,
    params,
  );
}

function reckonedRows(tx: Tx, asked: MonthAsked, from: MonthCursor, limit: number): Promise<StockMonthRow[]> {
  const params = new Params();
  const [company, month, since] = [params.add(tx.companyId), params.add(asked.month), params.add(from.since)];
  const end = startOfDay(nextMonth(month));
  return statement<StockMonthRow & Record<string, unknown>>(
    tx,
    `select b.warehouse_id as "warehouseId", b.product_id as "productId", (b.on_hand - x.later - x.came + x.went)::int as opening,
       x.came::int as "movedIn", x.went::int as "movedOut", (b.on_hand - x.later)::int as closing
     from (select b.warehouse_id, b.product_id, b.on_hand from stock_balance b where b.company_id = ${company}
         and (b.warehouse_id, b.product_id) > (${params.add(from.warehouseId)}, ${params.add(from.productId)}) ${inHouses(tx, 'b', asked, params)}
       order by b.warehouse_id, b.product_id limit ${params.add(limit)}) b
     cross join lateral (
       select coalesce(sum(m.on_hand) filter (where m.at >= ${end}), 0) as later,
         coalesce(sum(m.on_hand) filter (where m.at < ${end} and m.on_hand > 0), 0) as came,
         coalesce(-sum(m.on_hand) filter (where m.at < ${end} and m.on_hand < 0), 0) as went
       from stock_movement m where m.company_id = ${company} and m.product_id = b.product_id and m.warehouse_id = b.warehouse_id
         and m.id > ${since} and m.at >= ${startOfDay(month)} and ${COUNTS}) x
     order by b.warehouse_id, b.product_id`,
    params,
  );
}

const CLOSED_AT_ONCE = 2_000;

const closeJob = defineJob<{ month: string }>(
  'stock.month',
  ['结转月度库存', 'Keep what stock a month ended with'],
  (app, ctx, { month }) => closeMonth(app, ctx, month),
);

/** Keeps a month that is over. Doing it twice changes nothing: what is over does not move any more. */
export async function closeMonth(app: App, ctx: Ctx, month: string): Promise<void> {
  const parts: StockMonthRow[][] = [];
  for await (const rows of stockMonthParts(app, ctx, { month }, CLOSED_AT_ONCE)) parts.push(rows);
  // All of it or nothing: a month of which a part is kept would be read as the whole.
  await app.database.inCompany(ctx, async (tx) => {
    for (const rows of parts)
      await tx.prepared(
        'stock_month_keep',
        `insert into stock_month (company_id, month, warehouse_id, product_id, opening, moved_in, moved_out, closing)
         select $1, $2::date, r."warehouseId", r."productId", r.opening, r."movedIn", r."movedOut", r.closing
         from jsonb_to_recordset($3::jsonb) as r("warehouseId" bigint, "productId" bigint, opening int, "movedIn" int, "movedOut" int, closing int)
         on conflict do nothing`,
        [tx.companyId, month, JSON.stringify(rows)],
      );
  });
}

/** On the second day of a month the one before it is over everywhere. */
async function closeDue(app: App): Promise<void> {
  const found = await app.database.owner.query<{ id: number; month: string }>(
    `select id, (date_trunc('month', now() at time zone time_zone) - interval '1 month')::date::text as month from company order by id`,
  );
  for (const { id, month } of found.rows)
    await app.database.inCompany(systemContext(id, 'stock.month'), (tx) =>
      addJob(tx, closeJob, { month }, { key: `stock.month:${month}`, queue: 'stock.totals', priority: 30 }),
    );
}

defineSchedule({ name: 'stock.month', cron: '40 12 2 * *', work: closeDue });
