import type { Language } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import type { Range } from './report.ts';
import { within, withRates } from './sources.ts';

/** Fees that are not of a provider's types. */
export const OWN_FEES = {
  order: ['按单费用', 'Fee per order'],
  correction: ['对账差异', 'Statement difference'],
} as const;
export const feeWord = (type: string, language: Language): string =>
  type in OWN_FEES ? OWN_FEES[type as keyof typeof OWN_FEES][language === 'zh' ? 0 : 1] : type;

/** Fees that providers charge or give back, of warehouses with prepayments or without. */
const ofProviders = (
  range: Range,
): Sql => sql`select ${dayOf(sql`f.at`)} as day, coalesce(f.warehouse_id, 0) as warehouse_id,
    case when o.kind = 'outbound' then o.doc_id end as outbound_id, f.fee_type, f.currency,
    case f.direction when 'charge' then f.amount else -f.amount end as amount, f.id * 4 as line, f.ref_no as text
  from wms_fee f left join wms_order o on o.company_id = ${sql.company} and o.id = f.wms_order_id
  where f.company_id = ${sql.company} and ${within(range, sql`f.at`)} and f.settlement in ('owed', 'prepaid') and f.direction in ('charge', 'refund')`;

/**
 * What was taken off a prepayment beside them: our own estimate of an order until its fee is here, and corrections. It is
 * in base currency.
 */
const ofPrepayments = (range: Range): Sql => sql`select ${dayOf(sql`p.at`)}, p.warehouse_id, p.outbound_id,
    case when p.reference in ('', 'replaced') then 'order' else 'correction' end, -p.amount, 1, p.id * 4 + 1, p.remark
  from warehouse_prepayment p
  where p.company_id = ${sql.company} and ${within(range, sql`p.at`)} and p.reference not like 'fee:%'
    and (p.outbound_id is not null or p.reference <> '')`;

/** Differences of confirmed statements, where there is no prepayment. */
const ofStatements = ({
  from,
  to,
}: Range): Sql => sql`select l.day, s.warehouse_id, l.outbound_id, 'correction', l.booked_currency, l.booked, l.id * 4 + 2, ''
  from provider_statement s join provider_statement_line l on l.company_id = ${sql.company} and l.statement_id = s.id
  where s.company_id = ${sql.company} and s.state = 'confirmed' and s.from_day <= ${to}::date and s.to_day >= ${from}::date
    and l.booked_to = 'warehouse_payable' and l.booked <> 0 and l.day between ${from}::date and ${to}::date`;

/**
 * What warehouses cost, as it is booked: `(day, warehouse_id, outbound_id, fee_type, amount, to_base)`, each in cents of the
 * base currency as in the ledger; `line` is its own, `text` the reference or remark that it came with.
 */
export const warehouseFees = (range: Range): Sql => sql`(
    select f.day, f.warehouse_id, f.outbound_id, f.fee_type, f.amount, f.to_base, f.line, f.text
    from ${withRates(sql`${ofProviders(range)} union all ${ofStatements(range)}`)} f
    union all ${ofPrepayments(range)})`;
