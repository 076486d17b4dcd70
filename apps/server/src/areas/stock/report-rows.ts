import { type Sql, sql } from '../../core/database/sql.ts';
import { dayOf, endOfDay, startOfDay } from '../../core/database/statement.ts';
import { COUNTS } from './month.ts';

// Rows that reports sum. Stock at an earlier time is today's less what happened since, so that every row adds up: figures
// of any group are plain sums, and opening + in - out = closing holds in all of them.

interface Days {
  from: string;
  to: string;
}

/** Sums by product and warehouse: reports join and sort what is left. */
const byProduct = (rows: Sql, sums: readonly string[]): Sql =>
  sql`(select warehouse_id, product_id, ${sql.join(sums.map((name) => sql`sum(${sql.id(name, sums)}) as ${sql.id(name, sums)}`))}
    from (${rows}) r group by 1, 2)`;

/**
 * Good units that came and went on these days, with the stock before and after. `each`: every movement with its day and
 * reason, which the stock before and after has not; else by product and warehouse.
 */
export function movedRows({ from, to }: Days, each: boolean): Sql {
  const within = sql`m.at >= ${startOfDay(from)} and m.at < ${endOfDay(to)}`;
  const movements = sql`stock_movement m where m.company_id = ${sql.company} and ${COUNTS}`;
  const about = sql`m.warehouse_id, m.product_id`;
  const rows = sql`select b.warehouse_id, b.product_id, false as moved, '' as reason, null::date as on_day, b.on_hand as opening,
      0 as moved_in, 0 as moved_out, b.on_hand as closing
    from stock_balance b where b.company_id = ${sql.company} and b.on_hand <> 0
    union all
    select ${about}, true, m.reason, ${dayOf(sql`m.at`)}, -m.on_hand, greatest(m.on_hand, 0), greatest(-m.on_hand, 0), 0 from ${movements} and ${within}
    union all
    select ${about}, false, '', null, -m.on_hand, 0, 0, -m.on_hand from ${movements} and m.at >= ${endOfDay(to)}`;
  return each ? sql`(${rows})` : byProduct(rows, ['opening', 'moved_in', 'moved_out', 'closing']);
}

/** The movements that `movedRows` counts on these days, one by one; `line` is their own among those of `soldLines`. */
export const movedLines = ({ from, to }: Days): Sql =>
  sql`(select m.id * 4 + 3 as line, m.warehouse_id, m.product_id, m.reason, ${dayOf(sql`m.at`)} as on_day,
    date_trunc('month', ${dayOf(sql`m.at`)})::date as month, greatest(m.on_hand, 0) as moved_in, greatest(-m.on_hand, 0) as moved_out,
    case when m.reason = 'shipment' then -m.on_hand else 0 end as shipped, 0::numeric as sold, m.doc_kind, m.doc_id
    from stock_movement m where m.company_id = ${sql.company} and ${COUNTS} and m.at >= ${startOfDay(from)} and m.at < ${endOfDay(to)})`;

/** What changed the layers since: as much as they held less before. `aged`: with when the units were received. */
const layerChanges = (since: Sql, aged = false): Sql => {
  const layer = (of: Sql) =>
    aged ? sql`join cost_layer l on l.company_id = ${sql.company} and l.id = ${of}.layer_id` : sql.empty;
  const received = aged ? sql`l.received_at` : sql`null::timestamptz as received_at`;
  return sql`select i.at, i.warehouse_id, i.product_id, ${received}, i.quantity as units, i.quantity * i.unit_cost as value, i.doc_kind,
      i.doc_id, i.layer_id, i.id * 4 as line
      from cost_issue i ${layer(sql`i`)} where i.company_id = ${sql.company} and i.layer_id <> 0 and i.at >= ${since}
    union all
    select l.entered_at, l.warehouse_id, l.product_id, l.received_at, -l.quantity, -l.quantity * coalesce(l.received_cost, l.unit_cost), l.doc_kind,
      l.doc_id, l.id, l.id * 4 + 1
      from cost_layer l where l.company_id = ${sql.company} and l.entered_at >= ${since}
    union all
    select r.at, r.warehouse_id, r.product_id, ${received}, 0, -r.stock_value, r.doc_kind,
      r.doc_id, r.layer_id, r.id * 4 + 2
      from cost_revaluation r ${layer(sql`r`)} where r.company_id = ${sql.company} and r.at >= ${since}`;
};

/** Units in the cost layers and their value as they stood at the end of a day; `aged`: with when they were received. */
export function layerRows(day: string, aged: boolean): Sql {
  const rows = sql`select l.warehouse_id, l.product_id, l.received_at, l.remaining as units, l.remaining * l.unit_cost as value
    from cost_layer l where l.company_id = ${sql.company} and l.remaining > 0
    union all select c.warehouse_id, c.product_id, c.received_at, c.units, c.value from (${layerChanges(endOfDay(day), aged)}) c`;
  return aged ? sql`(${rows})` : byProduct(rows, ['units', 'value']);
}

/** The layers of `layerRows`, in a row or several each, with the document that brought their units. */
export const layerLines = (day: string): Sql =>
  sql`(select c.layer_id, c.warehouse_id, c.product_id, c.units, c.value, l.received_at, ${dayOf(sql`l.received_at`)} as on_day, l.doc_kind, l.doc_id
    from (select id as layer_id, warehouse_id, product_id, remaining as units, remaining * unit_cost as value from cost_layer
        where company_id = ${sql.company} and remaining > 0
      union all select layer_id, warehouse_id, product_id, units, value from (${layerChanges(endOfDay(day))}) x) c
    join cost_layer l on l.company_id = ${sql.company} and l.id = c.layer_id)`;

const LAYERS_BY_PRODUCT = sql`select warehouse_id, product_id, sum(remaining * unit_cost) as value from cost_layer
  where company_id = ${sql.company} and remaining > 0 group by 1, 2`;
const monthOf = (at: Sql): Sql => sql`date_trunc('month', ${dayOf(at)})::date`;

/**
 * Opening, in, out, closing and closing value by month, product and warehouse: closed months as stored, others counted back
 * from the balances. `first` and `last` columns are those of the first and last month alone. No month before the first movement, and none to come.
 */
export function monthRows({ from, to }: Days): Sql {
  const last = sql`least(date_trunc('month', ${to}::date::timestamp)::date, ${monthOf(sql`now()`)})`;
  const first = sql`date_trunc('month', ${from}::date::timestamp)::date`;
  const began = monthOf(
    sql`(select min(m.at) from stock_movement m where m.company_id = ${sql.company} and ${COUNTS})`,
  );
  return sql`(with months as materialized (
      select m::date as month, exists (select 1 from stock_month k where k.company_id = ${sql.company} and k.month = m::date) as kept
      from generate_series(greatest(${first}, ${began})::timestamp, ${last}::timestamp, interval '1 month') m
    ), changes as materialized (
      select ${monthOf(sql`m.at`)} as month, m.warehouse_id, m.product_id, sum(greatest(m.on_hand, 0)) as moved_in, sum(greatest(-m.on_hand, 0)) as moved_out
      from stock_movement m where m.company_id = ${sql.company} and ${COUNTS}
        and m.at >= ${startOfDay(sql`(select min(month) from months where not kept)`)} group by 1, 2, 3
    ), rows as (
      select k.month, k.warehouse_id, k.product_id, k.opening, k.moved_in, k.moved_out, k.closing, 0 as value
      from months n join stock_month k on k.company_id = ${sql.company} and k.month = n.month
      union all
      select n.month, b.warehouse_id, b.product_id, b.on_hand, 0, 0, b.on_hand, 0
      from months n join stock_balance b on b.company_id = ${sql.company} and b.on_hand <> 0 where not n.kept
      union all
      select n.month, c.warehouse_id, c.product_id, c.moved_out - c.moved_in, case when c.month = n.month then c.moved_in else 0 end,
        case when c.month = n.month then c.moved_out else 0 end, case when c.month = n.month then 0 else c.moved_out - c.moved_in end, 0
      from months n join changes c on c.month >= n.month where not n.kept
      union all
      select n.month, l.warehouse_id, l.product_id, 0, 0, 0, 0, l.value from months n cross join (${LAYERS_BY_PRODUCT}) l
      union all
      select n.month, c.warehouse_id, c.product_id, 0, 0, 0, 0, c.value from months n join (
        select ${monthOf(sql`c.at`)} as month, c.warehouse_id, c.product_id, sum(c.value) as value
        from (${layerChanges(startOfDay(sql`(select min(month) + interval '1 month' from months)`))}) c group by 1, 2, 3
      ) c on c.month > n.month
    )
    select r.month, r.warehouse_id, r.product_id, sum(r.opening) as opening, sum(r.moved_in) as moved_in, sum(r.moved_out) as moved_out,
      sum(r.closing) as closing, sum(r.value) as value, sum(case when r.month = ${first} then r.opening else 0 end) as first_opening,
      sum(case when r.month = ${last} then r.closing else 0 end) as last_closing, sum(case when r.month = ${last} then r.value else 0 end) as last_value
    from rows r group by 1, 2, 3)`;
}

/**
 * What was shipped on these days, the stock at their end, and how long units lay there: `unit_seconds` over `span` is the
 * average stock, up to now. `sold` is what the shipped units cost.
 */
export function turnoverRows({ from, to }: Days): Sql {
  const begin = startOfDay(from);
  const end = sql`least(${endOfDay(to)}, now())`;
  const span = sql`(extract(epoch from ${end} - ${begin})::bigint)`;
  // What came later was not there before.
  const before = (at: Sql) => sql`extract(epoch from least(${at}, ${end}) - ${begin})::bigint`;
  const rows = sql`select b.warehouse_id, b.product_id, 0 as shipped, b.on_hand as closing, b.on_hand * ${span} as unit_seconds, 0 as sold, 0 as value_seconds
    from stock_balance b where b.company_id = ${sql.company} and b.on_hand <> 0
    union all
    select m.warehouse_id, m.product_id, case when m.at < ${end} and m.reason = 'shipment' then -m.on_hand else 0 end,
      case when m.at < ${end} then 0 else -m.on_hand end, -m.on_hand * ${before(sql`m.at`)}, 0, 0
    from stock_movement m where m.company_id = ${sql.company} and ${COUNTS} and m.at >= ${begin}
    union all
    select l.warehouse_id, l.product_id, 0, 0, 0, 0, l.value * ${span} from (${LAYERS_BY_PRODUCT}) l
    union all
    select c.warehouse_id, c.product_id, 0, 0, 0, case when c.at < ${end} and c.doc_kind = 'outbound' then c.value else 0 end, c.value * ${before(sql`c.at`)}
    from (${layerChanges(begin)}) c`;
  const sums = ['shipped', 'closing', 'unit_seconds', 'sold', 'value_seconds'];
  return sql`(select t.*, ${span} as span, ${to}::date - ${from}::date + 1 as days from ${byProduct(rows, sums)} t)`;
}

/** What was shipped on these days, and what it cost: movements and issues of layers, one by one. */
export const soldLines = ({ from, to }: Days): Sql =>
  sql`(select line, warehouse_id, product_id, on_day, shipped, sold, doc_kind, doc_id from ${movedLines({ from, to })} m where shipped <> 0
    union all
    select c.line, c.warehouse_id, c.product_id, ${dayOf(sql`c.at`)}, 0, c.value, c.doc_kind, c.doc_id
    from (${layerChanges(startOfDay(from))}) c where c.doc_kind = 'outbound' and c.at < ${endOfDay(to)})`;
