import { brokenChecks } from '../../../testing/checks.ts';
import type { TestServer } from '../../../testing/harness.ts';

export { bookUnbookedPrepayments } from '../bookings/prepaid.ts';
export { bookUnbookedProviderFees } from '../bookings/provider-fees.ts';

/** Everything the ledger says, but for ids and times. */
export const stateOf = (server: TestServer, companyId: number) =>
  server.app.database.owner
    .query(
      `select 'p' as what, order_id::text as about, concat_ws('/', goods, shipping, discount, platform_fee, goods_cost, label_cost, refund, profit) as value
         from order_profit where company_id = $1
       union all select 'b', concat_ws('/', account, party_kind, party_id, currency), concat_ws('/', sum(amount), sum(base_amount))
         from ledger_balance where company_id = $1 group by account, party_kind, party_id, currency having sum(base_amount) <> 0
       order by 1, 2`,
      [companyId],
    )
    .then((found) => found.rows as { what: string; about: string; value: string }[]);

/** Broken integrity checks, and whatever was booked: entries balance, balances are sums of lines, profits are sums of lines. */
export async function wrongsOf(server: TestServer, companyId: number): Promise<unknown[]> {
  const { owner } = server.app.database;
  const checks = [
    `select 'entry' as what, e.id from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
     where e.company_id = $1 group by e.id, e.debit_base having sum(l.base_amount) <> 0 or sum(greatest(l.base_amount, 0)) <> e.debit_base`,
    `select 'balance' as what, account from (select account, party_kind, party_id, currency, amount, base_amount from ledger_line where company_id = $1
       union all select account, party_kind, party_id, currency, -amount, -base_amount from ledger_balance where company_id = $1) x
     group by account, party_kind, party_id, currency having sum(amount) <> 0 or sum(base_amount) <> 0`,
    `select 'profit' as what, p.order_id from order_profit p left join (select e.order_id,
       -sum(l.base_amount) filter (where l.account in ('sales', 'order_difference')) as goods, -sum(l.base_amount) filter (where l.account = 'shipping_income') as shipping,
       sum(l.base_amount) filter (where l.account = 'discount') as discount, sum(l.base_amount) filter (where l.account = 'platform_fee') as fee,
       sum(l.base_amount) filter (where l.account = 'goods_cost') as cost, sum(l.base_amount) filter (where l.account in ('last_mile', 'warehouse_fee', 'claim_loss')) as label,
       sum(l.base_amount) filter (where l.account = 'refund') as refund
       from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id where e.company_id = $1 group by e.order_id) s on s.order_id = p.order_id
     where p.company_id = $1 and (p.goods <> coalesce(s.goods, 0) or p.shipping <> coalesce(s.shipping, 0) or p.discount <> coalesce(s.discount, 0)
       or p.platform_fee <> coalesce(s.fee, 0) or p.goods_cost <> coalesce(s.cost, 0) or p.label_cost <> coalesce(s.label, 0) or p.refund <> coalesce(s.refund, 0))`,
  ];
  const found: unknown[] = [];
  for (const check of checks) found.push(...(await owner.query(check, [companyId])).rows);
  return [...found, ...(await brokenChecks(server.app, companyId))];
}
