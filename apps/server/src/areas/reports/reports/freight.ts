import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { inShops } from '../../../core/scope.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, type Range, sumOf } from '../kit/report.ts';
import { within, withRates } from '../kit/sources.ts';

/** Labels by the day on which they were bought. `each`: one row a parcel. */
const labels = (
  range: Range,
  each: boolean,
): Sql => sql`select ${dayOf(sql`p.bought_at`)} as day, coalesce(p.carrier_account_id, 0) as carrier,
    coalesce(p.channel_id, 0) as channel, p.country, '' as zone, p.shop_id, p.warehouse_id, coalesce(p.label_currency, '') as currency,
    count(*) as parcels, sum(p.weight_grams) as grams, sum(p.label_cost) as label, 0 as lines, 0 as billed_grams, 0::numeric as billed, 0::numeric as expected,
    ${each ? sql`p.id * 2` : sql`0`} as line, 'sales_order' as doc_kind, max(p.order_id) as doc_id, coalesce(max(p.tracking_number), '') as text
  from parcel p where p.company_id = ${sql.company} and ${within(range, sql`p.bought_at`)} and p.state not in ('voided', 'failed')
  group by 1, 2, 3, 4, 5, 6, 7, 8${each ? sql`, p.id` : sql.empty}`;

/**
 * Lines of checked bills by the day of the bill, so that they add up to its amount: also of parcels that are not ours.
 * Lines that earlier versions compared look for their parcel; `limit 1`: never all of them are read. `each`: one row a line.
 */
const billed = (
  { from, to }: Range,
  each: boolean,
): Sql => sql`select b.billed_on, coalesce(l.carrier_account_id, p.carrier_account_id, i.carrier_account_id, 0),
    coalesce(l.channel_id, p.channel_id, 0), coalesce(l.country, p.country, ''), l.zone, coalesce(l.shop_id, p.shop_id, 0),
    coalesce(l.warehouse_id, p.warehouse_id, 0), b.currency,
    0, 0, 0, count(*), sum(l.weight_grams), sum(l.amount), sum(coalesce(l.expected, 0)),
    ${each ? sql`l.id * 2 + 1` : sql`0`}, 'carrier_bill', max(b.id), max(l.tracking_number)
  from carrier_bill b join bill_issuer i on i.company_id = ${sql.company} and i.id = b.issuer_id
  join carrier_bill_line l on l.company_id = ${sql.company} and l.bill_id = b.id
  left join lateral (select * from parcel p where l.shop_id is null and p.company_id = ${sql.company} and p.id = l.parcel_id limit 1) p on true
  where b.company_id = ${sql.company} and b.state in ('checked', 'settled') and b.billed_on between ${from}::date and ${to}::date
  group by 1, 2, 3, 4, 5, 6, 7, 8${each ? sql`, l.id` : sql.empty}`;
const rows = (range: Range, each: boolean): Sql =>
  sql`${withRates(sql`${labels(range, each)} union all ${billed(range, each)}`)} d`;

const grams = (sum: Sql): Sql => sql`(${sum} * 0.001)`;

defineReport({
  name: 'freight',
  title: ['物流对账单', 'Logistics statement'],
  source: (range) => rows(range, false),
  scope: (tx) => inShops(tx, sql`d.shop_id`),
  dimensions: {
    carrier: by.byCarrier(sql`d.carrier`),
    channel: by.byChannel(sql`d.channel`),
    country: by.byCountry(sql`d.country`),
    zone: by.byText(sql`d.zone`),
    shop: by.byShop(sql`d.shop_id`),
    warehouse: by.byWarehouse(sql`d.warehouse_id`),
    day: by.byDay(sql`d.day`),
    week: by.byWeek(sql`d.day`),
    month: by.byMonth(sql`d.day`),
  },
  measures: {
    parcels: sumOf(sql`d.parcels`),
    weight: { sum: grams(sumOf(sql`d.grams`).sum) },
    labels: sumOf(sql`d.label * d.to_base`),
    billLines: sumOf(sql`d.lines`),
    billedWeight: { sum: grams(sumOf(sql`d.billed_grams`).sum) },
    expectedFreight: sumOf(sql`d.expected * d.to_base`),
    billedFreight: sumOf(sql`d.billed * d.to_base`),
    freightDifference: {
      of: ['billedFreight', 'expectedFreight'],
      made: (all, expected) => sql`(${all} - ${expected})`,
    },
    labelPerKilo: { of: ['labels', 'weight'], made: (all, kilos) => sql`round(${all} / nullif(${kilos}, 0), 2)` },
    billedPerKilo: {
      of: ['billedFreight', 'billedWeight'],
      made: (all, kilos) => sql`round(${all} / nullif(${kilos}, 0), 2)`,
    },
    unpricedFreight: {
      sum: sql`coalesce(sum(d.parcels + d.lines) filter (where d.to_base is null and d.currency <> ''), 0)`,
    },
  },
  usual: {
    dimensions: ['carrier', 'channel'],
    measures: [
      'parcels',
      'weight',
      'labels',
      'labelPerKilo',
      'billLines',
      'billedWeight',
      'billedFreight',
      'expectedFreight',
      'freightDifference',
      'billedPerKilo',
      'unpricedFreight',
    ],
    sort: 'parcels',
    days: 30,
  },
  lines: {
    source: (range) => rows(range, true),
    ...{ key: sql`d.line`, day: sql`d.day`, text: { value: sql`d.text` } },
    document: {
      ...{ kind: sql`d.doc_kind`, id: sql`d.doc_id` },
      number: sql`case x.doc_kind when 'carrier_bill' then (select b.number from carrier_bill b where b.company_id = ${sql.company} and b.id = x.doc_id)
        else (select o.display_no from sales_order o where o.company_id = ${sql.company} and o.id = x.doc_id) end`,
    },
    dimensions: ['carrier', 'channel', 'country', 'zone'],
    measures: [
      ...(['parcels', 'weight', 'labels', 'billLines', 'billedWeight', 'billedFreight', 'expectedFreight'] as const),
      ...(['freightDifference', 'unpricedFreight'] as const),
    ],
  },
});
