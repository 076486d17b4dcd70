import { rebuildSums } from './checks.ts';
import { inDatabase } from './workshop.ts';

/** A shop of which a platform has paid out this much in USD, as its settlement books it at a rate of 7. */
export async function paidOut(login: string, { amount, day }: { amount: number; day: string }): Promise<void> {
  await inDatabase(
    `with c as (select company_id from login where user_login_id = $1),
      s as (insert into shop (company_id, platform, name, account, module_id, state)
        select company_id, 'shopify', 'Lamp House', $1, 410, 'authorized' from c returning company_id, id),
      p as (insert into settlement_line (company_id, shop_id, reference, kind, type, amount, currency, posted_at, taken_at)
        select company_id, id, 'payout', 'payout', 'PAYOUT', -$2::numeric, 'USD', $3::date + interval '4 hours', now() from s returning company_id, id),
      k as (insert into settlement_booking (company_id, line_id, account, generation)
        select company_id, id, 'platform_in_transit', 1 from p),
      e as (insert into ledger_entry (company_id, on_day, doc_kind, doc_id, step, text, debit_base, credit_base, actor)
        select company_id, $3::date, 'settlement_line', id, 'booked', 'settled.payout', 7 * $2::numeric, 7 * $2::numeric, 'test' from p returning company_id, id),
      l as (select s.company_id, a.account, a.sign, s.id as shop from s cross join (values ('platform_in_transit', 1), ('platform_settled', -1)) a(account, sign)),
      b as (insert into ledger_balance (company_id, account, party_kind, party_id, currency, amount, base_amount)
        select company_id, account, 'shop', shop, 'USD', sign * $2::numeric, sign * 7 * $2::numeric from l)
     insert into ledger_line (company_id, entry_id, account, party_kind, party_id, amount, currency, rate, base_amount, shop_id)
     select l.company_id, e.id, l.account, 'shop', l.shop, l.sign * $2::numeric, 'USD', 7, l.sign * 7 * $2::numeric, l.shop from l, e`,
    [login, amount, day],
  );
  await rebuildSums(login);
}

/** What one unit of these currencies is in CNY, on every day since 2026. */
export const ratesOf = (login: string, rates: Record<string, number>) =>
  inDatabase(
    `insert into exchange_rate (company_id, currency, on_day, to_base, source)
     select company_id, r.key, '2026-01-01', r.value::numeric, 'test' from login, jsonb_each_text($2::jsonb) r
     where user_login_id = $1
     on conflict (company_id, currency, on_day) do update set to_base = excluded.to_base`,
    [login, JSON.stringify(rates)],
  );
