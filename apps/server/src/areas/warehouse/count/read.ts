import type { CountFilter, CountLine, CountPlace, CountRow } from '@tradewind/contract/warehouse.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import {
  countRows,
  endOfDay,
  endOfPrefix,
  Params,
  pageStatement,
  startOfDay,
  statement,
} from '../../../core/database/statement.ts';
import { notFound } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { shownHistory } from '../moved.ts';
import { seesBooks } from './sees.ts';
import { countTasks } from './tasks.ts';

const MOST = 2_000;

export function countWhere(tx: Tx, filter: CountFilter, params: Params): string {
  const where = [`c.company_id = ${params.add(tx.companyId)}`];
  if (tx.rights.warehouseIds) where.push(`c.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`);
  if (filter.state) where.push(`c.state = ${params.add(filter.state)}`);
  if (filter.kind) where.push(`c.kind = ${params.add(filter.kind)}`);
  if (filter.warehouseId) where.push(`c.warehouse_id = ${params.add(filter.warehouseId)}`);
  if (filter.from) where.push(`c.created_at >= ${startOfDay(params.add(filter.from))}`);
  if (filter.to) where.push(`c.created_at < ${endOfDay(params.add(filter.to))}`);
  if (filter.text) {
    const prefix = filter.text.trim().toUpperCase();
    where.push(`c.number >= ${params.add(prefix)} and c.number < ${params.add(endOfPrefix(prefix))}`);
  }
  return where.join(' and ');
}

type Row = CountRow & { productIds: number[] | null };
const ROW = `c.id, c.number, c.kind, c.state, c.blind, c.warehouse_id as "warehouseId", w.name as "warehouseName", c.remark,
  c.product_ids as "productIds", p.locations, p.counted, p.again, d.differences, d.refused, c.value::text as value,
  c.created_by as "createdBy", c.created_at as "createdAt", c.done_at as "doneAt"`;
const JOINED = `join warehouse w on w.company_id = $1 and w.id = c.warehouse_id
  cross join lateral (select count(*)::int as locations, count(*) filter (where x.round > 0)::int as counted,
    count(*) filter (where x.again)::int as again from count_location x where x.company_id = $1 and x.count_id = c.id) p
  cross join lateral (select count(*) filter (where l.counted <> l.expected)::int as differences,
    count(*) filter (where l.outcome = 'refused')::int as refused from count_location x
    join count_line l on l.company_id = $1 and l.count_id = c.id and l.location_id = x.location_id and l.round = x.round
    where x.company_id = $1 and x.count_id = c.id) d`;

function shown(tx: Tx, row: Row): CountRow {
  const { productIds: _scope, ...rest } = row;
  return {
    ...rest,
    differences: seesBooks(tx, row) ? row.differences : null,
    value: maySee(tx.rights, 'seeCost') ? row.value : null,
  };
}

export async function countPage(tx: Tx, query: CountFilter & { page: number; pageSize: number }) {
  const params = new Params();
  const where = countWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await pageStatement<Row>(
    tx,
    `with page as materialized (select c.* from stock_count c where ${where} order by c.id desc ${limit})
     select ${ROW} from page c ${JOINED} order by c.id desc`,
    params,
  );
  const counted = new Params();
  const totals = await countRows(tx, `from stock_count c where ${countWhere(tx, query, counted)}`, counted);
  return { rows: rows.map((row) => shown(tx, row)), ...totals };
}

export async function countTabs(tx: Tx, warehouseId: number | undefined) {
  const params = new Params();
  const where = countWhere(tx, { warehouseId }, params);
  const rows = await statement<{ state: string; n: number }>(
    tx,
    `select c.state, count(*)::int as n from stock_count c where ${where} and c.state in ('open', 'counting', 'waiting') group by c.state`,
    params,
  );
  const counts = Object.fromEntries(rows.map((row) => [row.state, row.n]));
  return { counts, tasks: await countTasks(tx, { warehouseId }) };
}

export async function countById(tx: Tx, id: number): Promise<Row> {
  const params = new Params();
  const where = countWhere(tx, {}, params);
  const [row] = await statement<Row>(
    tx,
    `select ${ROW} from stock_count c ${JOINED} where ${where} and c.id = ${params.add(id)}`,
    params,
  );
  if (!row) throw notFound('warehouse.countNotFound');
  return row;
}

export function placesOf(tx: Tx, countId: number, onlyLeft: boolean): Promise<CountPlace[]> {
  return tx.prepared<CountPlace>(
    'count_places',
    `select p.location_id as "locationId", l.code, p.round, p.again, p.actor, p.counted_at as "countedAt"
     from count_location p join location l on l.company_id = $1 and l.id = p.location_id
     where p.company_id = $1 and p.count_id = $2 and (not $3 or p.round = 0 or p.again)
     order by p.path_order, l.code limit ${MOST}`,
    [tx.companyId, countId, onlyLeft],
  );
}

export const LINE = `l.id, l.location_id as "locationId", o.code as "locationCode", l.round, l.round = p.round as last,
  l.product_id as "productId", g.sku, g.name_zh as "nameZh", g.name_en as "nameEn", l.batch_id as "batchId",
  (select t.code from stock_batch t where t.company_id = $1 and t.id = l.batch_id) as "batchCode", l.condition,
  l.expected, l.counted, l.counted - l.expected as difference, l.outcome, l.code, l.actor, l.counted_at as "countedAt",
  case when l.counted = l.expected or l.condition <> 'good' then null
    when l.outcome is not null then l.value::text
    else ((l.counted - l.expected) * coalesce((select y.unit_cost from cost_layer y where y.company_id = $1
      and y.warehouse_id = c.warehouse_id and y.product_id = l.product_id order by y.received_at desc, y.id desc limit 1), 0))::numeric(18,2)::text
    end as value`;
export const LINE_FROM = `from count_line l join stock_count c on c.company_id = $1 and c.id = l.count_id
  join count_location p on p.company_id = $1 and p.count_id = l.count_id and p.location_id = l.location_id
  join location o on o.company_id = $1 and o.id = l.location_id join product g on g.company_id = $1 and g.id = l.product_id`;

type LineRow = Omit<CountLine, 'reason'> & { code: string | null };

function linesOf(tx: Tx, id: number): Promise<LineRow[]> {
  return tx.prepared<LineRow>(
    'count_lines_shown',
    `select ${LINE} ${LINE_FROM} where l.company_id = $1 and l.count_id = $2
     order by (l.counted <> l.expected and l.round = p.round) desc, p.path_order, o.code, g.sku, l.batch_id, l.round desc limit ${MOST}`,
    [tx.companyId, id],
  );
}

/** Whoever counts blind sees what they told, and nothing that the books or others say: neither what is not there nor an order of differences. */
function ownLinesOf(tx: Tx, id: number): Promise<LineRow[]> {
  return tx.prepared<LineRow>(
    'count_lines_own',
    `select ${LINE} ${LINE_FROM} where l.company_id = $1 and l.count_id = $2 and l.user_id = $3 and l.counted > 0
     order by p.path_order, o.code, g.sku, l.batch_id, l.round desc limit ${MOST}`,
    [tx.companyId, id, tx.actor.userId],
  );
}

export async function countDetail(tx: Tx, ctx: Ctx, id: number) {
  const row = await countById(tx, id);
  const sees = seesBooks(tx, row);
  const seesCost = maySee(tx.rights, 'seeCost');
  const [places, lines, products, history, soFar] = await Promise.all([
    placesOf(tx, id, false),
    sees ? linesOf(tx, id) : ownLinesOf(tx, id),
    tx.prepared<{ id: number; sku: string }>(
      'count_products',
      'select id, sku from product where company_id = $1 and id = any($2::bigint[]) order by sku',
      [tx.companyId, row.productIds ?? []],
    ),
    shownHistory(tx, 'count', id),
    sees && seesCost && ['counting', 'waiting'].includes(row.state) ? valueSoFar(tx, id) : null,
  ]);
  return {
    ...shown(tx, row),
    valueSoFar: soFar,
    products,
    places,
    history,
    lines: lines.map(({ code, ...line }) => ({
      ...line,
      expected: sees ? line.expected : null,
      difference: sees ? line.difference : null,
      value: sees && seesCost ? line.value : null,
      reason: code ? say(ctx.language, code) : null,
    })),
  };
}

/** What differs by now at the products' last costs, finds less losses; null before anything was counted. */
async function valueSoFar(tx: Tx, id: number): Promise<string | null> {
  const [row] = await tx.prepared<{ value: string | null }>(
    'count_value_so_far',
    `select case when count(*) > 0 then coalesce(sum(value::numeric), 0)::numeric(18,2)::text end as value
     from (select ${LINE} ${LINE_FROM} where l.company_id = $1 and l.count_id = $2 and l.round = p.round) x`,
    [tx.companyId, id],
  );
  return row?.value ?? null;
}

type Lying = {
  locationId: number;
  sku: string;
  barcode: string | null;
  nameZh: string;
  nameEn: string;
  condition: string;
  onHand: number;
};

/** What lies by the books in locations, a row a product and condition. */
export function goodsOf(
  tx: Tx,
  locationIds: readonly number[],
  productIds: readonly number[] | null,
): Promise<Lying[]> {
  return tx.prepared<Lying>(
    'count_goods',
    `select b.location_id as "locationId", g.sku, g.barcode, g.name_zh as "nameZh", g.name_en as "nameEn", b.condition,
       sum(b.on_hand)::int as "onHand"
     from bin_stock b join product g on g.company_id = $1 and g.id = b.product_id
     where b.company_id = $1 and b.location_id = any($2::bigint[]) and b.on_hand > 0 and ($3::bigint[] is null or b.product_id = any($3))
     group by 1, 2, 3, 4, 5, 6 order by g.sku, b.condition`,
    [tx.companyId, locationIds, productIds],
  );
}

export async function countWork(tx: Tx, id: number) {
  const row = await countById(tx, id);
  const places = await placesOf(tx, id, true);
  const goods = seesBooks(tx, row)
    ? Map.groupBy(
        await goodsOf(
          tx,
          places.map((place) => place.locationId),
          row.productIds,
        ),
        (one) => one.locationId,
      )
    : new Map<number, Lying[]>();
  return {
    id,
    number: row.number,
    blind: !seesBooks(tx, row),
    total: row.locations,
    left: row.locations - row.counted + row.again,
    places: places.map((place) => ({
      ...place,
      goods: (goods.get(place.locationId) ?? []).map(({ locationId: _place, ...one }) => one),
    })),
  };
}
