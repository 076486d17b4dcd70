import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  BILL_REASONS,
  type BillLineFilter,
  type BillReason,
  billLineFilter,
  CARRIER_BILL_STATES,
  type CarrierBillFilter,
  type CarrierBillLine,
  type CarrierBillRow,
  type CarrierClaimDetail,
  type CarrierClaimFilter,
  type CarrierClaimRow,
  CLAIM_STATES,
  carrierClaimFilter,
  type getCarrierBill,
  type listUnbilledParcels,
} from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { beginsWith, COUNT_LIMIT, dayOf, endOfDay, startOfDay } from '../../../core/database/statement.ts';
import { readHistory } from '../../../core/documents.ts';
import { defineList, exportOf, is, tabFor } from '../../../core/lists.ts';
import { inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { parcelInScope } from '../parcel/parcels.ts';
import { CLAIMABLE, OF_LINE } from './claims.ts';
import { billDocument, claimDocument } from './documents.ts';

const upper = (typed: string) => typed.trim().toUpperCase();

export const carrierBills = defineList<CarrierBillFilter, CarrierBillRow>({
  table: 'carrier_bill',
  as: 'b',
  filters: {
    state: is(sql`b.state`),
    issuerId: is(sql`b.issuer_id`),
    from: (day) => sql`b.billed_on >= ${day}`,
    to: (day) => sql`b.billed_on <= ${day}`,
    text: (typed) => beginsWith(sql`b.number`, upper(typed)),
  },
  order: sql`b.id desc`,
  columns: sql`b.id, b.number, b.issuer_id, i.name as issuer_name, b.account_number, b.currency, b.billed_on::text as billed_on,
    b.from_day::text as from_day, b.to_day::text as to_day, b.state, b.file_name, b.line_count, b.wrong_count,
    round(b.amount, 2)::text as amount, round(b.expected, 2)::text as expected,
    round(b.overcharged, 2)::text as overcharged, b.created_by, b.created_at, b.checked_at, b.settled_at`,
  joins: sql`join bill_issuer i on i.company_id = ${sql.company} and i.id = b.issuer_id`,
  missing: 'logistics.billGone',
});
export const billTabs = (tx: Tx) => carrierBills.tabs(tx, tabFor('state', CARRIER_BILL_STATES));

/** Parcels of the bill's channels that were shipped in its days and that no bill names. */
const unbilled = (tx: Tx, billId: number): Sql => sql`from parcel p
  join carrier_bill b on b.company_id = ${sql.company} and b.id = ${billId}
  where p.company_id = ${sql.company} and p.channel_id = any(b.channel_ids)
    and p.shipped_at >= ${startOfDay(sql`b.from_day`)} and p.shipped_at < ${endOfDay(sql`b.to_day`)}
    and p.state in ('shipped', 'delivered') and ${parcelInScope(tx)}
    and not exists (select from carrier_bill_line l where l.company_id = ${sql.company} and l.parcel_id = p.id)`;

export async function unbilledParcels(
  tx: Tx,
  { billId, page, pageSize }: { billId: number; page: number; pageSize: number },
): Promise<ResultOf<typeof listUnbilledParcels>> {
  await carrierBills.one(tx, billId);
  const rows = await tx.rows<ResultOf<typeof listUnbilledParcels>['rows'][number]>(sql`select p.id, p.tracking_number,
      p.order_no, c.name as channel_name, p.country, coalesce(p.weighed_grams, p.weight_grams) as "weightGrams", p.shipped_at
    from (select p.* ${unbilled(tx, billId)} order by p.id limit ${pageSize} offset ${(page - 1) * pageSize}) p
    join shipping_channel c on c.company_id = ${sql.company} and c.id = p.channel_id order by p.id`);
  const total = await unbilledCount(tx, billId);
  return { rows, total, totalExact: total < COUNT_LIMIT };
}
async function unbilledCount(tx: Tx, billId: number): Promise<number> {
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from (select 1 ${unbilled(tx, billId)} limit ${sql.literal(COUNT_LIMIT)}) x`,
  );
  return row?.n ?? 0;
}

export async function billDetail(tx: Tx, id: number): Promise<ResultOf<typeof getCarrierBill>> {
  const row = await carrierBills.one(tx, id);
  const terms = await tx.row<{ tolerancePercent: string; toleranceAmount: string; claimable: number }>(sql`select
      tolerance_percent::text as tolerance_percent, round(tolerance_amount, 2)::text as tolerance_amount,
      (select count(*)::int from carrier_bill_line l where l.company_id = ${sql.company} and l.bill_id = b.id and ${CLAIMABLE}) as claimable
    from carrier_bill b where b.company_id = ${sql.company} and b.id = ${id}`);
  const reasons = await tx.rows<{ reason: BillReason; count: number }>(sql`select reason, count(*)::int as count
    from carrier_bill_line where company_id = ${sql.company} and bill_id = ${id} group by reason`);
  const counts = new Map(reasons.map(({ reason, count }) => [reason, count]));
  const history = await readHistory(tx, billDocument.kind, id);
  return {
    ...row,
    ...{ tolerancePercent: terms?.tolerancePercent ?? '0', toleranceAmount: terms?.toleranceAmount ?? '0' },
    claimable: terms?.claimable ?? 0,
    reasons: Object.fromEntries(
      BILL_REASONS.flatMap((reason) => (counts.has(reason) ? [[reason, counts.get(reason)]] : [])),
    ),
    missing: await unbilledCount(tx, id),
    history: history.map((event) => ({ ...event, at: event.at.toISOString() })),
  };
}

export const billLines = defineList<BillLineFilter, CarrierBillLine>({
  table: 'carrier_bill_line',
  as: 'l',
  filters: {
    billId: is(sql`l.bill_id`),
    reason: is(sql`l.reason`),
    text: (typed) =>
      sql`(${beginsWith(sql`l.tracking_number`, upper(typed))} or ${beginsWith(sql`l.reference`, upper(typed))})`,
  },
  order: sql`l.id`,
  columns: (
    tx,
  ) => sql`l.id, l.line, l.tracking_number, l.reference, l.service, l.day::text as day, l.weight_grams, l.length_mm,
    l.width_mm, l.height_mm, l.zone, round(l.amount, 2)::text as amount, l.parts, l.reason,
    round(l.expected, 2)::text as expected, l.expected_parts, l.expected_zone,
    round(l.amount - l.expected, 2)::text as difference, round(l.tolerance, 2)::text as tolerance, l.parcel_id,
    case when ${parcelInScope(tx)} then p.order_id end as order_id, case when ${parcelInScope(tx)} then p.order_no end as order_no,
    coalesce(p.weighed_grams, p.weight_grams) as "parcelGrams", t.line as twice_line, tb.number as twice_number,
    coalesce(c.id, l.claim_id) as claim_id, coalesce(c.number, paid.number) as claim_number`,
  joins: sql`left join parcel p on p.company_id = ${sql.company} and p.id = l.parcel_id
    left join carrier_bill_line t on t.company_id = ${sql.company} and t.id = l.twice_id
    left join carrier_bill tb on tb.company_id = ${sql.company} and tb.id = t.bill_id
    left join lateral ${OF_LINE} c on true
    left join carrier_claim paid on paid.company_id = ${sql.company} and paid.id = l.claim_id`,
});

const figure = (value: string | null) => (value === null ? null : { number: value });
const kilos = (grams: number | null) => (grams === null ? null : { number: String(grams / 1000) });
const partsOf = (parts: readonly { code: string; amount: string }[]) =>
  parts.map(({ code, amount }) => `${code} ${amount}`).join('; ');

export const billLineExport = exportOf(billLines, {
  name: 'logistics.billLines',
  title: ['物流账单明细', 'Carrier bill lines'],
  filter: billLineFilter,
  columns: [
    { title: ['行', 'Line'], width: 8, value: (row) => row.line },
    { title: ['跟踪号', 'Tracking number'], width: 24, value: (row) => row.trackingNumber },
    { title: ['参考号', 'Reference'], width: 22, value: (row) => row.reference },
    { title: ['订单号', 'Order no.'], width: 22, value: (row) => row.orderNo },
    { title: ['日期', 'Date'], width: 12, value: (row) => row.day },
    { title: ['服务', 'Service'], width: 18, value: (row) => row.service },
    {
      title: ['核对结果', 'Result'],
      width: 14,
      value: (row, ctx) => say(ctx.language, `logistics.billReason.${row.reason}`),
    },
    { title: ['账单金额', 'Billed'], width: 12, value: (row) => figure(row.amount) },
    { title: ['应收金额', 'Expected'], width: 12, value: (row) => figure(row.expected) },
    { title: ['差额', 'Difference'], width: 12, value: (row) => figure(row.difference) },
    { title: ['账单重量 (kg)', 'Billed weight (kg)'], width: 12, value: (row) => kilos(row.weightGrams) },
    { title: ['包裹重量 (kg)', 'Parcel weight (kg)'], width: 12, value: (row) => kilos(row.parcelGrams) },
    { title: ['账单分区', 'Billed zone'], width: 10, value: (row) => row.zone },
    { title: ['应在分区', 'Expected zone'], width: 10, value: (row) => row.expectedZone },
    { title: ['账单费用项', 'Billed charges'], width: 40, value: (row) => partsOf(row.parts) },
    { title: ['应收费用项', 'Expected charges'], width: 40, value: (row) => partsOf(row.expectedParts) },
    {
      title: ['重复于', 'Billed before in'],
      width: 24,
      value: (row) => row.twiceNumber && `${row.twiceNumber} #${row.twiceLine}`,
    },
    { title: ['索赔单号', 'Claim no.'], width: 20, value: (row) => row.claimNumber },
  ],
});

export const DUE_DAYS = 7;
/** Claims `c` that are to be opened soon, or should have been. */
const due = (tx: Tx) =>
  sql`(c.state = 'suspected' and c.deadline <= ${dayOf(sql`${tx.now}`)} + ${sql.literal(DUE_DAYS)})`;

export const carrierClaims = defineList<CarrierClaimFilter, CarrierClaimRow>({
  table: 'carrier_claim',
  as: 'c',
  scope: (tx) => sql`(c.shop_id is null or ${inShops(tx, sql`c.shop_id`)})`,
  filters: {
    state: is(sql`c.state`),
    reason: is(sql`c.reason`),
    issuerId: is(sql`c.issuer_id`),
    billId: (id) =>
      sql`c.line_id in (select x.id from carrier_bill_line x where x.company_id = ${sql.company} and x.bill_id = ${id})`,
    billed: (on) => sql`(c.line_id is not null) = ${on}`,
    due: (on, tx) => (on ? due(tx) : undefined),
    text: (
      typed,
    ) => sql`(${beginsWith(sql`c.number`, upper(typed))} or ${beginsWith(sql`c.tracking_number`, upper(typed))}
      or ${beginsWith(sql`c.reference`, typed.trim())})`,
  },
  order: sql`c.id desc`,
  columns: (
    tx,
  ) => sql`c.id, c.number, c.state, c.issuer_id, i.name as issuer_name, c.reason, l.bill_id, b.number as bill_number,
    c.tracking_number, c.parcel_id, c.order_id, p.order_no, c.currency, round(c.asked, 2)::text as asked,
    round(c.accepted, 2)::text as accepted, round(c.paid, 2)::text as paid, c.reference, c.deadline::text as deadline,
    ${due(tx)} as due, c.created_by, c.created_at, c.version`,
  joins: sql`join bill_issuer i on i.company_id = ${sql.company} and i.id = c.issuer_id
    left join carrier_bill_line l on l.company_id = ${sql.company} and l.id = c.line_id
    left join carrier_bill b on b.company_id = ${sql.company} and b.id = l.bill_id
    left join parcel p on p.company_id = ${sql.company} and p.id = c.parcel_id`,
  missing: 'logistics.claimGone',
});
export const claimTabs = (tx: Tx) => carrierClaims.tabs(tx, { ...tabFor('state', CLAIM_STATES), due: { due: true } });

export async function claimDetail(tx: Tx, id: number): Promise<CarrierClaimDetail> {
  const row = await carrierClaims.one(tx, id);
  const more = await tx.row<Pick<CarrierClaimDetail, 'evidence' | 'remark'>>(
    sql`select evidence, remark from carrier_claim where company_id = ${sql.company} and id = ${id}`,
  );
  const credits = await tx.rows<
    CarrierClaimDetail['credits'][number]
  >(sql`select b.id as bill_id, b.number as bill_number,
      l.line, round(-l.amount, 2)::text as amount, b.currency
    from carrier_bill_line l join carrier_bill b on b.company_id = ${sql.company} and b.id = l.bill_id and b.state = 'settled'
    where l.company_id = ${sql.company} and l.claim_id = ${id} order by l.id limit 100`);
  const history = await readHistory(tx, claimDocument.kind, id);
  return {
    ...row,
    evidence: more?.evidence ?? { billed: {}, parcel: null, quotes: [], events: [] },
    remark: more?.remark ?? '',
    credits,
    history: history.map((event) => ({ ...event, at: event.at.toISOString() })),
  };
}

export const claimExport = exportOf(carrierClaims, {
  name: 'logistics.claims',
  title: ['物流索赔', 'Carrier claims'],
  filter: carrierClaimFilter,
  columns: [
    { title: ['索赔单号', 'Claim no.'], width: 20, value: (row) => row.number },
    {
      title: ['状态', 'Status'],
      width: 12,
      value: (row, ctx) => say(ctx.language, `logistics.claimStates.${row.state}`),
    },
    { title: ['账单方', 'Billed by'], width: 18, value: (row) => row.issuerName },
    {
      title: ['账单号', 'Bill no.'],
      width: 20,
      value: (row, ctx) => row.billNumber ?? say(ctx.language, 'logistics.claimNotBilled'),
    },
    { title: ['跟踪号', 'Tracking number'], width: 24, value: (row) => row.trackingNumber },
    { title: ['订单号', 'Order no.'], width: 22, value: (row) => row.orderNo },
    {
      title: ['原因', 'Reason'],
      width: 14,
      value: (row, ctx) => say(ctx.language, `logistics.claimReason.${row.reason}`),
    },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['索赔金额', 'Claimed'], width: 12, value: (row) => figure(row.asked) },
    { title: ['认可金额', 'Accepted'], width: 12, value: (row) => figure(row.accepted) },
    { title: ['已退金额', 'Credited'], width: 12, value: (row) => figure(row.paid) },
    { title: ['承运商索赔号', "Carrier's claim no."], width: 20, value: (row) => row.reference },
    { title: ['截止日期', 'Deadline'], width: 12, value: (row) => row.deadline },
  ],
});
