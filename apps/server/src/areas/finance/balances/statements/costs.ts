import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  type CostFilter,
  type CostRow,
  costFilter,
  type listCostFees,
  type listProviderCosts,
} from '@tradewind/contract/finance.ts';
import { maySee } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { type Sql, sql } from '../../../../core/database/sql.ts';
import { countAll, countOf, endOfDay, startOfDay } from '../../../../core/database/statement.ts';
import { defineExport } from '../../../../core/exports.ts';
import { inWarehouses } from '../../../../core/scope.ts';

const MOST = 100;

/** Fees `f` of the filter that the actor may see: all of them are costs. Fees of no warehouse belong to the whole company. */
const matching = (tx: Tx, filter: CostFilter & { currency?: string | undefined }): Sql =>
  sql.and([
    sql`f.company_id = ${sql.company}`,
    maySee(tx.rights, 'seeCost') ? sql`true` : sql`false`,
    tx.rights.warehouseIds === null ? sql`true` : inWarehouses(tx, sql`f.warehouse_id`),
    sql`f.direction <> 'topUp'`,
    ...(filter.connectionId ? [sql`f.connection_id = ${filter.connectionId}`] : []),
    ...(filter.feeType ? [sql`f.fee_type = ${filter.feeType}`] : []),
    ...(filter.currency ? [sql`f.currency = ${filter.currency}`] : []),
    ...(filter.from ? [sql`f.at >= ${startOfDay(filter.from)}`] : []),
    ...(filter.to ? [sql`f.at < ${endOfDay(filter.to)}`] : []),
  ]);

const of = (direction: string) => sql`coalesce(sum(f.amount) filter (where f.direction = ${direction}), 0)`;
const grouped = (tx: Tx, filter: CostFilter): Sql => sql`
  select f.connection_id, f.fee_type, f.currency, ${of('charge')} as charged, ${of('refund')} as refunded,
    ${of('freeze')} - ${of('unfreeze')} as frozen, count(distinct f.wms_order_id)::int as orders
  from wms_fee f where ${matching(tx, filter)} group by 1, 2, 3`;

function costRows(tx: Tx, filter: CostFilter, rest: Sql): Promise<CostRow[]> {
  return tx.rows<CostRow>(sql`select concat_ws('/', g.connection_id, g.currency, g.fee_type) as key, g.connection_id, c.name,
      g.fee_type, g.currency, round(g.charged, 2)::text as charged, round(g.refunded, 2)::text as refunded,
      round(g.frozen, 2)::text as frozen, round(g.charged - g.refunded + g.frozen, 2)::text as balance, g.orders
    from (${grouped(tx, filter)}) g join wms_connection c on c.company_id = ${sql.company} and c.id = g.connection_id
    order by c.name, g.connection_id, g.charged desc, g.fee_type, g.currency ${rest}`);
}

export async function costPage(
  tx: Tx,
  { page, pageSize, ...filter }: ParsedOf<typeof listProviderCosts>,
): Promise<ResultOf<typeof listProviderCosts>> {
  const rows = await costRows(tx, filter, sql`limit ${pageSize} offset ${(page - 1) * pageSize}`);
  const total = await countAll(tx, sql`from (${grouped(tx, filter)}) g`);
  const whole = maySee(tx.rights, 'seeCost') && tx.rights.warehouseIds === null;
  const accounts = whole
    ? await tx.rows<
        ResultOf<typeof listProviderCosts>['accounts'][number]
      >(sql`select name, balances from wms_connection
        where company_id = ${sql.company} and enabled order by name limit ${sql.literal(MOST)}`)
    : [];
  return { rows, total, totalExact: true, accounts };
}

export async function costFees(
  tx: Tx,
  { page, pageSize, ...filter }: ParsedOf<typeof listCostFees>,
): Promise<ResultOf<typeof listCostFees>> {
  const from = sql`from wms_fee f where ${matching(tx, filter)}`;
  const rows = await tx.rows<ResultOf<typeof listCostFees>['rows'][number]>(sql`
    select f.id, f.fee_id, f.at, f.fee_type, f.direction, f.ref_no, o.order_id, s.display_no as order_no,
      round(f.amount, 2)::text as amount, f.currency, f.settlement
    from (select f.* ${from} order by f.at desc, f.id desc limit ${pageSize} offset ${(page - 1) * pageSize}) f
    left join wms_order o on o.company_id = ${sql.company} and o.id = f.wms_order_id
    left join sales_order s on s.company_id = ${sql.company} and s.id = o.order_id order by f.at desc, f.id desc`);
  return { rows, ...(await countOf(tx, from)) };
}

const figure = (value: string) => ({ number: value });
export const costExport = defineExport<CostFilter, CostRow>({
  name: 'finance.providerCosts',
  title: ['仓储服务商费用表', 'Cost statement of warehouse providers'],
  filter: costFilter,
  columns: () => [
    { title: ['服务商', 'Provider'], width: 24, value: (row) => row.name },
    { title: ['费用类型', 'Fee type'], width: 20, value: (row) => row.feeType },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['已扣费', 'Charged'], value: (row) => figure(row.charged) },
    { title: ['已退费', 'Refunded'], value: (row) => figure(row.refunded) },
    { title: ['冻结', 'Frozen'], value: (row) => figure(row.frozen) },
    { title: ['余额', 'Balance'], value: (row) => figure(row.balance) },
    { title: ['订单数', 'Orders'], value: (row) => row.orders },
  ],
  count: (tx, _ctx, filter) => countAll(tx, sql`from (${grouped(tx, filter)}) g`),
  async page(tx, _ctx, filter, cursor, limit) {
    const skip = Number(cursor ?? 0);
    const rows = await costRows(tx, filter, sql`limit ${limit} offset ${skip}`);
    return { rows, next: rows.length === limit ? String(skip + limit) : null };
  },
});
