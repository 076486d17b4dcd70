import { ALLOCATION_BASES, type AllocationBasis } from '@tradewind/contract/finance/closing.ts';
import { z } from 'zod';
import { defineSetting, settingOf } from '../../../core/company-settings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { ACCOUNTS, type Account } from '../ledger/accounts.ts';
import { nextMonth } from '../ledger/periods.ts';

const RULES = defineSetting<Record<string, AllocationBasis>>(
  'finance.allocation',
  z.record(z.string(), z.enum(ALLOCATION_BASES)),
  {},
);
const USUAL: Partial<Record<Account, AllocationBasis>> = {
  platform_fee: 'sales',
  advertising: 'sales',
  storage_fee: 'units',
  warehouse_fee: 'units',
};
/** Costs that may have no order. Differences of rates, prices and counts belong to no product's sales. */
const ALLOCATED: readonly Account[] = [
  'platform_fee',
  'advertising',
  'storage_fee',
  'warehouse_fee',
  'last_mile',
  'operating_expense',
  'bank_fee',
];

/** By what each of these accounts is allocated; what the company has not chosen is as usual. */
export async function allocationRules(tx: Tx): Promise<{ account: Account; basis: AllocationBasis }[]> {
  const chosen = await settingOf(tx, RULES);
  return ALLOCATED.map((account) => ({ account, basis: chosen[account] ?? USUAL[account] ?? 'none' }));
}
export { RULES as ALLOCATION_RULES };
export const isAllocated = (account: string): account is Account =>
  account in ACCOUNTS && ALLOCATED.includes(account as Account);

/**
 * Allocates the month's costs without an order to the products that its shop sold in the month (of no shop: that all shops
 * sold), by their share of sales or units. Each row is rounded as the sum so far is, so the rows sum to the cost exactly.
 * A line that names its product keeps it; what nobody sold anything for stays with product 0. Nothing else reads or
 * writes the ledger by it.
 */
export async function allocate(tx: Tx, month: string): Promise<void> {
  const rules = await allocationRules(tx);
  const period = sql`e.on_day >= ${month}::date and e.on_day < ${nextMonth(month)}::date`;
  await tx.rows(sql`delete from finance_allocation where company_id = ${sql.company} and month = ${month}::date`);
  await tx.rows(sql`
    with rule as (select account, basis from jsonb_to_recordset(${sql.json(rules)}) as r(account text, basis text)),
    cost as materialized (
      select l.account, coalesce(l.shop_id, 0) as shop_id, coalesce(l.product_id, 0) as product_id, r.basis, sum(l.base_amount) as amount
      from rule r
      join ledger_line l on l.company_id = ${sql.company} and l.account = r.account
      join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id
      where e.order_id is null and ${period}
      group by 1, 2, 3, 4 having sum(l.base_amount) <> 0),
    sold as materialized (
      select e.id, s.shop_id, goods.product_id, greatest(sum(goods.value), 0) as sales, greatest(sum(goods.units), 0) as units
      from ledger_entry e
      join sales_order s on s.company_id = ${sql.company} and s.id = e.order_id
      cross join lateral (select l.rate from ledger_line l where l.company_id = ${sql.company} and l.entry_id = e.id
        and l.account = 'sales' order by l.id limit 1) r
      cross join lateral (select coalesce(p.product_id, l.product_id) as product_id,
          (l.quantity * l.unit_price - l.discount) * coalesce(p.share, 1) * r.rate as value,
          l.stock_quantity * coalesce(p.quantity, 1) as units
        from order_line l left join order_line_part p on p.company_id = ${sql.company} and p.line_id = l.id
        where l.company_id = ${sql.company} and l.order_id = s.id) goods
      where e.company_id = ${sql.company} and e.doc_kind = 'sales_order' and e.step = 'sale' and ${period}
        and goods.product_id is not null and exists (select 1 from cost)
      group by e.id, s.shop_id, goods.product_id),
    weight as (
      select shop_id, product_id, sum(sales) as sales, sum(units) as units from sold group by 1, 2
      union all
      select 0, product_id, sum(sales), sum(units) from sold group by 2),
    share as (
      select c.account, c.shop_id, w.product_id, c.amount, sum(w.weight) over whole as total,
        sum(w.weight) over (partition by c.account, c.shop_id order by w.product_id) as upto, w.weight
      from cost c join lateral (select product_id, case c.basis when 'sales' then sales when 'units' then units else 0 end as weight
        from weight where weight.shop_id = c.shop_id) w on w.weight > 0
      where c.product_id = 0
      window whole as (partition by c.account, c.shop_id)),
    part as (
      select account, shop_id, product_id, round(amount * upto / total, 4) - round(amount * (upto - weight) / total, 4) as amount from share
      union all
      select account, shop_id, product_id, amount from cost where product_id <> 0
      union all
      select c.account, c.shop_id, 0, c.amount from cost c where c.product_id = 0
        and not exists (select 1 from share s where s.account = c.account and s.shop_id = c.shop_id))
    insert into finance_allocation (company_id, month, account, shop_id, product_id, amount)
    select ${sql.company}, ${month}::date, account, shop_id, product_id, sum(amount) from part
    group by account, shop_id, product_id having sum(amount) <> 0 or product_id = 0 returning 1`);
}
