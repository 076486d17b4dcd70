import { type LegFilter, type LegRow, legFilter } from '@tradewind/contract/transit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { beginsWith, dayOf } from '../../../core/database/statement.ts';
import { defineList, exportOf, is, when } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { beginsWithWord } from '../fba/list.ts';

const today = (tx: Pick<Tx, 'now'>): Sql => dayOf(sql`${tx.now}`);
const UNDER_WAY = sql`g.state in ('submitted', 'shipped') and g.eta_on`;
const legsWhere = (begins: Sql) => sql`select id from transit_leg where company_id = ${sql.company} and ${begins}`;

export const legs = defineList<LegFilter, LegRow>({
  table: 'transit_leg',
  as: 'g',
  // Users of either end see the first leg.
  scope: (tx) => sql`(${inWarehouses(tx, sql`g.warehouse_id`)} or ${inWarehouses(tx, sql`g.from_warehouse_id`)})`,
  filters: {
    state: is(sql`g.state`),
    mode: is(sql`g.mode`),
    late: when((tx) => sql`${UNDER_WAY} < ${today(tx)}`),
    text: (text) => sql`g.id in (
      ${legsWhere(beginsWith(sql`number`, text.toUpperCase()))}
      union all ${legsWhere(beginsWith(sql`container`, text.toUpperCase()))} and container <> ''
      union all ${legsWhere(beginsWith(sql`tracking_number`, text))} and tracking_number <> ''
      union all ${legsWhere(beginsWithWord(sql`forwarder_lower`, text))} and forwarder_lower <> ''
      union all select x.leg_id from product p join transit_leg_line x on x.company_id = p.company_id and x.product_id = p.id
        where p.company_id = ${sql.company} and ${beginsWith(sql`p.sku`, text.toUpperCase())})`,
  },
  order: sql`g.id desc`,
  columns: (tx) => sql`g.id, g.number, g.state, g.mode, g.from_warehouse_id,
    coalesce(v.name, g.supplier) as from_name, g.supplier, g.warehouse_id, w.name as warehouse_name,
    g.forwarder, g.container, g.tracking_number, g.cartons, g.depart_on::text as depart_on,
    g.eta_on::text as eta_on, g.arrived_on::text as arrived_on, l.units, l.received, g.inbound_id, i.number as inbound_no,
    g.remark, g.version, g.created_at,
    case when ${UNDER_WAY} < ${today(tx)} then ${today(tx)} - g.eta_on
      when g.arrived_on > g.eta_on then g.arrived_on - g.eta_on else 0 end as late_days`,
  joins: sql`join warehouse w on w.company_id = ${sql.company} and w.id = g.warehouse_id
    left join warehouse v on v.company_id = ${sql.company} and v.id = g.from_warehouse_id
    left join inbound i on i.company_id = ${sql.company} and i.id = g.inbound_id
    cross join lateral (select coalesce(sum(quantity), 0)::int as units, coalesce(sum(received), 0)::int as received
      from transit_leg_line where company_id = ${sql.company} and leg_id = g.id) l`,
  missing: 'transit.legNotFound',
  customPlans: true,
});

export const legExport = exportOf(legs, {
  name: 'transit.legs',
  title: ['头程单', 'First-leg shipments'],
  filter: legFilter,
  columns: [
    { title: ['单号', 'Number'], width: 20, value: (row) => row.number },
    { title: ['状态', 'Status'], value: (row, ctx) => say(ctx.language, `transit.legStates.${row.state}`) },
    { title: ['运输方式', 'Transport mode'], value: (row, ctx) => say(ctx.language, `transit.modes.${row.mode}`) },
    { title: ['起运地', 'Origin'], width: 24, value: (row) => row.fromName },
    { title: ['目的仓', 'To'], width: 24, value: (row) => row.warehouseName },
    { title: ['货代', 'Forwarder'], width: 20, value: (row) => row.forwarder },
    { title: ['柜号', 'Container no.'], width: 16, value: (row) => row.container },
    { title: ['跟踪号', 'Tracking number'], width: 20, value: (row) => row.trackingNumber },
    { title: ['离港日期', 'Departure'], value: (row) => row.departOn ?? '' },
    { title: ['预计到达', 'ETA'], value: (row) => row.etaOn ?? '' },
    { title: ['到达日期', 'Arrival'], value: (row) => row.arrivedOn ?? '' },
    { title: ['延误天数', 'Days late'], value: (row) => row.lateDays },
    { title: ['箱数', 'Cartons'], value: (row) => row.cartons },
    { title: ['数量', 'Units'], value: (row) => row.units },
    { title: ['已收', 'Received'], value: (row) => row.received },
  ],
});
