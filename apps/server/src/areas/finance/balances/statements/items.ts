import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { endOfDay, startOfDay } from '../../../../core/database/statement.ts';
import { Decimal } from '../../../../core/money.ts';
import { companyOf } from '../../../company/public.ts';
import { rateKey, ratesOn } from '../../../settings/public.ts';
import type { Statement } from './documents.ts';

/** A fee of ours: what a provider reported, or our own estimate where it reports nothing. */
export interface Item {
  kind: 'fee' | 'estimate';
  id: number;
  feeType: string;
  day: string;
  /** In the statement's currency; a refund is negative. */
  amount: string;
  outboundId: number | null;
  orderId: number | null;
  /** Whatever a statement may name it by: capitals, no blanks. */
  keys: string[];
  /** The first number among them. */
  reference: string;
  trackingNumber: string;
  /** The line of a statement that has it already. */
  lineId: number | null;
  /** Of its days, not only near them. */
  within: boolean;
}
type Found = Omit<Item, 'keys' | 'trackingNumber'> & {
  currency: string;
  numbers: (string | null)[];
  trackings: string[];
};

/** Statements name fees some days before or after the provider reports them. */
const AROUND_DAYS = 45;
export const keyOf = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

const TRACKINGS = sql`coalesce((select array_agg(k.tracking_number) from parcel k where k.company_id = ${sql.company}
  and k.outbound_id = b.id and k.tracking_number is not null), '{}')`;

/** Fees of the statement's warehouse around its days. Revisions of a fee are one; they keep the id of the first. */
export async function itemsOf(tx: Tx, { warehouseId, currency, fromDay, toDay }: Statement): Promise<Item[]> {
  const { baseCurrency } = await companyOf(tx);
  const day = (at: ReturnType<typeof sql>) =>
    sql`(${at} at time zone (select time_zone from company where id = ${sql.company}))::date`;
  const [from, to] = [
    startOfDay(sql`(${fromDay}::date - ${sql.literal(AROUND_DAYS)})`),
    endOfDay(sql`(${toDay}::date + ${sql.literal(AROUND_DAYS)})`),
  ];
  const rows = await tx.rows<Found>(sql`
    select f.kind, f.id, f.fee_type, f.day::text as day, f.amount::text as amount, f.currency, f.outbound_id, b.order_id,
      f.numbers || array[b.number, b.order_no, w.client_no, w.order_no, w.provider_no] as numbers,
      case when b.id is null then '{}' else ${TRACKINGS} end || coalesce((select array_agg(p ->> 'trackingNumber')
        from jsonb_array_elements(w.packages) p where p ->> 'trackingNumber' <> ''), '{}') as trackings,
      coalesce(w.client_no, b.number, f.numbers[1], f.numbers[2], '') as reference, m.line_id,
      f.day between ${fromDay}::date and ${toDay}::date as within
    from (
      select 'fee' as kind, min(f.id) as id, max(f.fee_type) as fee_type, ${day(sql`min(f.at)`)} as day,
        sum(case f.direction when 'charge' then f.amount else -f.amount end) as amount, f.currency,
        max(o.doc_id) filter (where o.kind = 'outbound') as outbound_id, max(f.wms_order_id) as wms_order_id,
        array[nullif(max(f.ref_no), ''), max(f.fee_id)] as numbers
      from wms_fee f left join wms_order o on o.company_id = ${sql.company} and o.id = f.wms_order_id
      where f.company_id = ${sql.company} and f.warehouse_id = ${warehouseId} and f.direction in ('charge', 'refund')
        and f.at >= ${from} and f.at < ${to} group by f.connection_id, f.fee_id, f.currency
      union all
      select 'estimate', p.id, '', ${day(sql`p.at`)}, -p.amount, ${baseCurrency}, p.outbound_id, null, '{}'::text[]
      from warehouse_prepayment p
      where p.company_id = ${sql.company} and p.warehouse_id = ${warehouseId} and p.reference = '' and p.outbound_id is not null
        and p.at >= ${from} and p.at < ${to}
        and not exists (select from wms_warehouse h where h.company_id = ${sql.company} and h.warehouse_id = p.warehouse_id)
        and not exists (select from warehouse_prepayment r where r.company_id = ${sql.company}
          and r.outbound_id = p.outbound_id and r.reference = 'replaced')
    ) f
    left join outbound b on b.company_id = ${sql.company} and b.id = f.outbound_id
    left join wms_order w on w.company_id = ${sql.company} and w.id = f.wms_order_id
    left join provider_statement_match m on m.company_id = ${sql.company} and m.kind = f.kind and m.item_id = f.id
    where f.amount <> 0 order by f.day, f.kind, f.id`);
  const exchange = await exchangeTo(tx, currency, rows);
  return rows.map(({ numbers, trackings, currency: own, ...item }) => ({
    ...item,
    amount: exchange(item.amount, own, item.day),
    trackingNumber: trackings[0] ?? '',
    keys: [...new Set([...numbers, ...trackings].flatMap((text) => (text ? [keyOf(text)] : [])))],
  }));
}

/** Amounts in the statement's currency by the rates of their days. @throws ruleBroken settings.noRate */
async function exchangeTo(tx: Tx, to: string, rows: readonly { currency: string; day: string }[]) {
  const others = rows.filter((row) => row.currency !== to);
  const pairs = others.flatMap(({ currency, day }) => [
    { currency, day },
    { currency: to, day },
  ]);
  const rates = await ratesOn(tx, [...new Map(pairs.map((one) => [rateKey(one.currency, one.day), one])).values()]);
  return (amount: string, currency: string, day: string): string =>
    currency === to
      ? amount
      : new Decimal(amount)
          .times(rates.get(rateKey(currency, day)) ?? 1)
          .div(rates.get(rateKey(to, day)) ?? 1)
          .toFixed(2);
}
