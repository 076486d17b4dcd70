import type { LegDetail, LegRow, LegState } from '@tradewind/contract/transit.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { beginsWith, countAll, countOf } from '../../../core/database/statement.ts';
import { notFound } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { beginsWithWord, costsOf } from '../fba/read.ts';

export interface Filter {
  state?: LegState | undefined;
  mode?: string | undefined;
  late?: boolean | undefined;
  text?: string | undefined;
}
type Row = LegRow & Record<string, unknown>;

const UNDER_WAY = sql.raw(`g.state in ('submitted', 'shipped') and g.eta_on`);
const shown = (tx: Tx): SQL => sql`g.id, g.number, g.state, g.mode, g.from_warehouse_id as "fromWarehouseId",
  coalesce(v.name, g.supplier) as "fromName", g.supplier, g.warehouse_id as "warehouseId", w.name as "warehouseName",
  g.forwarder, g.container, g.tracking_number as "trackingNumber", g.cartons, g.depart_on::text as "departOn",
  g.eta_on::text as "etaOn", g.arrived_on::text as "arrivedOn", l.units, l.received, g.inbound_id as "inboundId", i.number as "inboundNo", g.remark,
  g.version, g.created_at as "createdAt",
  case when ${UNDER_WAY} < ${tx.now}::date then ${tx.now}::date - g.eta_on
    when g.arrived_on > g.eta_on then g.arrived_on - g.eta_on else 0 end as "lateDays"`;
const JOINS = sql.raw(`join warehouse w on w.company_id = g.company_id and w.id = g.warehouse_id
  left join warehouse v on v.company_id = g.company_id and v.id = g.from_warehouse_id
  left join inbound i on i.company_id = g.company_id and i.id = g.inbound_id
  cross join lateral (select coalesce(sum(quantity), 0)::int as units, coalesce(sum(received), 0)::int as received
    from transit_leg_line where company_id = g.company_id and leg_id = g.id) l`);
/** Whoever sees either end sees the leg. */
const seen = (tx: Tx): SQL => sql`g.company_id = ${tx.companyId} and (${inWarehouses(tx, sql`g.warehouse_id`)}
  or ${inWarehouses(tx, sql`g.from_warehouse_id`)})`;

function where(tx: Tx, { state, mode, late, text }: Filter): SQL {
  const parts = [seen(tx)];
  const head = (begins: SQL) => sql`select id from transit_leg where company_id = ${tx.companyId} and ${begins}`;
  if (state) parts.push(sql`g.state = ${state}`);
  if (mode) parts.push(sql`g.mode = ${mode}`);
  if (late) parts.push(sql`${UNDER_WAY} < ${tx.now}::date`);
  if (text)
    parts.push(sql`g.id in (
      ${head(beginsWith(sql`number`, text.toUpperCase()))}
      union all ${head(beginsWith(sql`container`, text.toUpperCase()))} and container <> ''
      union all ${head(beginsWith(sql`tracking_number`, text))} and tracking_number <> ''
      union all ${head(beginsWithWord(sql`forwarder_lower`, text))} and forwarder_lower <> ''
      union all select x.leg_id from product p join transit_leg_line x on x.company_id = p.company_id and x.product_id = p.id
        where p.company_id = ${tx.companyId} and ${beginsWith(sql`p.sku`, text.toUpperCase())})`);
  return sql.join(parts, sql` and `);
}

export function legRows(
  tx: Tx,
  filter: Filter,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: number },
): Promise<Row[]> {
  // How far a page reaches and what a text matches decides which index is walked.
  tx.set('plan_cache_mode', 'force_custom_plan');
  const from = before === undefined ? sql`` : sql`and g.id < ${before}`;
  return tx.rows<Row>(sql`select ${shown(tx)} from (select g.id from transit_leg g where ${where(tx, filter)} ${from}
    order by g.id desc limit ${limit} offset ${offset}) page
    join transit_leg g on g.company_id = ${tx.companyId} and g.id = page.id ${JOINS} order by g.id desc`);
}

const matching = (tx: Tx, filter: Filter): SQL => sql`from transit_leg g where ${where(tx, filter)}`;
export const countLegs = (tx: Tx, filter: Filter) => countAll(tx, matching(tx, filter));

export async function legPage(tx: Tx, query: Filter & { page: number; pageSize: number }) {
  const { page, pageSize, ...filter } = query;
  const rows = await legRows(tx, filter, { limit: pageSize, offset: (page - 1) * pageSize });
  return { rows, ...(await countOf(tx, matching(tx, filter))) };
}

export async function legTabs(tx: Tx) {
  const rows = await tx.rows<{ state: string; n: number }>(sql`select g.state, count(*)::int as n from transit_leg g
    where ${seen(tx)} group by g.state`);
  return { states: Object.fromEntries(rows.map((row) => [row.state, row.n])) };
}

/** @throws notFound transit.legNotFound */
export async function legDetail(tx: Tx, ctx: Ctx, id: number): Promise<LegDetail> {
  const head = await tx.row<Row>(
    sql`select ${shown(tx)} from transit_leg g ${JOINS} where ${seen(tx)} and g.id = ${id}`,
  );
  if (!head) throw notFound('transit.legNotFound');
  const costs = maySee(ctx.rights, 'seeCost');
  const lines = await tx.rows<
    LegDetail['lines'][number] & Record<string, unknown>
  >(sql`select l.id, l.product_id as "productId",
      p.sku, p.name_zh as "nameZh", p.name_en as "nameEn", l.quantity, l.received,
      case when ${costs} then l.goods_cost end as "goodsCost", case when ${costs} then l.landed_cost end as "landedCost"
    from transit_leg_line l join product p on p.company_id = l.company_id and p.id = l.product_id
    where l.company_id = ${tx.companyId} and l.leg_id = ${id} order by l.id`);
  return { ...head, lines, costs: await costsOf(tx, 'transit_leg', id) };
}
