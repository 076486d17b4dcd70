import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { adviceCalendar, adviceTabs } from '@tradewind/contract/procurement/advice.ts';
import {
  ADVICE_REASONS,
  type AdviceFilter,
  type AdviceRow,
  type AdviceRun,
  adviceFilter,
} from '@tradewind/contract/procurement/advice.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { COUNT_LIMIT, dayOf } from '../../../core/database/statement.ts';
import { among, defineList, exportOf, is, tabFor, when } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { termRanges } from '../../../core/text/search-terms.ts';
import { say } from '../../../core/text/texts.ts';
import { shownRun } from './run.ts';

/** Of the run that is shown. */
const SHOWN = sql`l.run_id = (select r.id from advice_run r where r.company_id = ${sql.company} and r.state = 'done'
  order by r.id desc limit 1)`;

const foundBy = (text: string): Sql =>
  sql.and(
    termRanges(text).map(
      ({ from, to }) => sql`l.product_id in (select t.product_id from product_term t
        where t.company_id = ${sql.company} and t.term >= ${from} and t.term < ${to})`,
    ),
  );

/** Cubic metres or kilograms of what is decided, else advised. */
const measure = (of: Sql): Sql => sql`round((l.terms ->> ${of})::numeric * coalesce(l.decided, l.quantity), 3)::float8`;

/** The newest advice, what runs out soonest first. */
export const advices = defineList<AdviceFilter, AdviceRow>({
  table: 'advice_line',
  as: 'l',
  scope: (tx) => sql`${SHOWN} and ${inWarehouses(tx, sql`l.warehouse_id`)}`,
  filters: {
    urgent: when(sql`l.urgent`),
    reason: is(sql`l.reason`),
    open: when(sql`l.reason = 'order' and l.decided is null`),
    decided: when(sql`l.decided is not null`),
    warehouseIds: among(sql`l.warehouse_id`),
    supplierId: is(sql`l.supplier_id`),
    runOutUntil: (day) => sql`l.run_out_on <= ${day}::date`,
    runOutFrom: (day) => sql`l.run_out_on >= ${day}::date`,
    text: foundBy,
  },
  order: sql`l.run_out_on, l.id`,
  columns: sql`l.id, l.product_id, p.sku, p.name_zh, p.name_en, p.images[1] as image, l.warehouse_id, w.name as warehouse_name,
    l.supplier_id, s.code as supplier_code, s.name_zh as supplier_zh, s.name_en as supplier_en, l.reason, l.urgent,
    l.available, l.incoming, l.per_day, l.cover, l.run_out_on::text as run_out_on, l.order_on::text as order_on, l.quantity,
    coalesce((l.terms ->> 'fromHome')::int, 0) as from_home, l.decided, l.decided_at, l.decided_by, (l.terms ->> 'leadDays')::int as lead_days,
    ${measure(sql`'unitCbm'`)} as cbm, ${measure(sql`'unitKg'`)} as kg`,
  joins: sql`join product p on p.company_id = ${sql.company} and p.id = l.product_id
    join warehouse w on w.company_id = ${sql.company} and w.id = l.warehouse_id
    left join supplier s on s.company_id = ${sql.company} and s.id = l.supplier_id`,
  missing: 'advice.notFound',
});

/** What a decision of all matching lines is about. */
export const UNDECIDED = sql`l.decided is null and l.quantity > 0`;

const runs = defineList<object, AdviceRun>({
  table: 'advice_run',
  as: 'r',
  filters: {},
  order: sql`r.id desc`,
  columns: sql`r.id, r.at, r.actor, r.day::text as day, r.state, r.products, r.handled, r.advised, r.urgent, r.finished_at, r.policy`,
  missing: 'advice.notFound',
});

export { runs as adviceRuns };

export async function tabs(tx: Tx): Promise<ResultOf<typeof adviceTabs>> {
  const [counts, newest, shown] = await Promise.all([
    advices.tabs(tx, {
      ...{ open: { open: true }, urgent: { urgent: true }, decided: { decided: true }, all: {} },
      ...tabFor('reason', ADVICE_REASONS),
    }),
    tx.row<{ id: number }>(sql`select id from advice_run where company_id = ${sql.company} order by id desc limit 1`),
    shownRun(tx),
  ]);
  const found = await runs.byIds(tx, [...new Set([newest, shown].flatMap((one) => (one ? [one.id] : [])))]);
  const last = found.find((run) => run.id === newest?.id);
  // It may have ended since the first look: then it is the one that is shown.
  if (last?.state === 'done') return { counts, shown: last, working: null };
  return { counts, shown: found.find((run) => run.id === shown?.id) ?? null, working: last ?? null };
}

const CALENDAR_DAYS = 60;

export async function calendar(
  tx: Tx,
  { warehouseIds }: ParsedOf<typeof adviceCalendar>,
): Promise<ResultOf<typeof adviceCalendar>> {
  const days = await tx.rows<{ day: string; lines: number; urgent: number }>(sql`
    select l.run_out_on::text as day, count(*)::int as lines, (count(*) filter (where l.urgent))::int as urgent from advice_line l
    where ${advices.where(tx, { warehouseIds })} and l.run_out_on < ${dayOf(sql`${tx.now}`)} + ${CALENDAR_DAYS}::int
    group by l.run_out_on order by l.run_out_on`);
  return { days };
}

/** Lines that run out before goods can arrive, and nobody has decided about. */
export const urgentCount = (tx: Tx): Promise<number> => advices.count(tx, { urgent: true, open: true }, COUNT_LIMIT);

export const adviceExport = exportOf(advices, {
  name: 'procurement.advice',
  title: ['建议采购量', 'Recommended quantities'],
  filter: adviceFilter,
  columns: [
    { title: ['SKU', 'SKU'], width: 20, value: (row) => row.sku },
    { title: ['商品名称', 'Product'], width: 30, value: (row, ctx) => nameIn(ctx.language, row) },
    { title: ['仓库', 'Warehouse'], width: 18, value: (row) => row.warehouseName },
    { title: ['供应商', 'Supplier'], width: 18, value: (row) => row.supplierCode ?? '' },
    { title: ['可用库存', 'Available'], value: (row) => row.available },
    { title: ['在途', 'On the way'], value: (row) => row.incoming },
    { title: ['预测日销', 'Forecast per day'], value: (row) => row.perDay },
    { title: ['可售天数', 'Days of cover'], value: (row) => row.cover },
    { title: ['断货日期', 'Runs out on'], width: 12, value: (row) => row.runOutOn ?? '' },
    { title: ['下单日期', 'Order on'], width: 12, value: (row) => row.orderOn ?? '' },
    { title: ['交期（天）', 'Lead time (days)'], value: (row) => row.leadDays },
    { title: ['建议采购量', 'Recommended quantity'], width: 14, value: (row) => row.quantity },
    { title: ['国内仓发货', 'From home'], value: (row) => row.fromHome },
    { title: ['体积（m³）', 'Volume (m³)'], value: (row) => row.cbm },
    { title: ['毛重（kg）', 'Gross weight (kg)'], value: (row) => row.kg },
    { title: ['确认数量', 'Decided quantity'], width: 14, value: (row) => row.decided },
    { title: ['确认人', 'Decided by'], value: (row) => row.decidedBy },
    { title: ['说明', 'Reason'], width: 30, value: (row, ctx) => say(ctx.language, `advice.reasons.${row.reason}`) },
  ],
});
