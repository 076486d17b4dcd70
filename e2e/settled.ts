import { rebuildSums } from './checks.ts';
import { inDatabase } from './workshop.ts';

/** What streams and bookings leave: an order that is not settled, two payouts and a settlement with an unknown term. */
export async function settled(login: string): Promise<void> {
  await inDatabase(
    `with c as (select company_id as id from login where user_login_id = $1),
      s as (insert into shop (company_id, platform, name, account, module_id, state)
        select id, 'shopify', 'Otherland', $1, 410, 'authorized' from c returning company_id, id),
      o as (insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, ordered_at, platform_updated_at,
          currency, goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, summary, line_count, units)
        select company_id, id, 410, 'shopify', 'S-1', 'S-1', 'review', '2026-11-05', '2026-11-05', 'CNY', 40, 0, 0, 0, 40, '[]', 1, 1 from s
        returning company_id, id, shop_id),
      l as (insert into settlement_line (company_id, shop_id, reference, settlement_id, kind, type, amount, currency, posted_at, taken_at)
        select s.company_id, s.id, v.no, v.number, v.kind, v.type, v.amount, 'CNY', v.at::timestamptz, now() from s,
          (values ('1', 'P-1', 'payout', 'payout', -30, '2026-11-02'), ('2', 'P-1', 'sale', 'charge', 30, '2026-11-01'),
            ('3', 'P-2', 'sale', 'charge', 90, '2026-11-08'), ('4', 'P-2', 'payment', 'fee', -3, '2026-11-08'),
            ('5', 'P-2', 'other', 'Mystery fee', -7, '2026-11-08'), ('6', 'P-2', 'reserve', 'reserve', -10, '2026-11-08'),
            ('7', 'P-2', 'payout', 'payout', -60, '2026-11-09')) v(no, number, kind, type, amount, at)
        returning company_id, id, shop_id, kind, amount, posted_at),
      b as (insert into settlement_booking (company_id, line_id, account, generation)
        select company_id, id, case kind when 'sale' then 'sales' when 'payment' then 'platform_fee' when 'other' then 'suspense'
          when 'reserve' then 'platform_reserve' else 'platform_in_transit' end, 1 from l returning line_id, account),
      e as (insert into ledger_entry (company_id, on_day, doc_kind, doc_id, step, order_id, text, debit_base, credit_base, actor)
        select company_id, posted_at::date, 'settlement_line', id, 'booked', null, 'settled.' || kind, abs(amount), abs(amount), 'e2e' from l
        union all select company_id, '2026-11-05', 'sales_order', id, 'sale', id, 'sale', 40, 40, 'e2e' from o returning company_id, id, doc_kind, doc_id),
      d as (insert into ledger_line (company_id, entry_id, account, party_kind, party_id, amount, currency, rate, base_amount, shop_id)
        select e.company_id, e.id, v.account, v.kind, v.party, v.amount, 'CNY', 1, v.amount, l.shop_id from e join l on e.doc_kind = 'settlement_line' and l.id = e.doc_id
          join b on b.line_id = l.id cross join lateral (values ('platform_settled', 'shop', l.shop_id, l.amount),
            (b.account, case when b.account like 'platform_f%' or b.account = 'sales' then '' else 'shop' end,
              case when b.account like 'platform_f%' or b.account = 'sales' then 0 else l.shop_id end, -l.amount)) v(account, kind, party, amount)
        union all select e.company_id, e.id, v.account, v.kind, v.party, v.amount, 'CNY', 1, v.amount, o.shop_id from e join o on e.doc_kind = 'sales_order' and o.id = e.doc_id
          cross join lateral (values ('platform_unsettled', 'shop', o.shop_id, 40), ('sales', '', 0, -40)) v(account, kind, party, amount)
        returning company_id, account, party_kind, party_id, amount),
      x as (insert into ledger_balance (company_id, account, party_kind, party_id, currency, amount, base_amount)
        select company_id, account, party_kind, party_id, 'CNY', sum(amount), sum(amount) from d group by 1, 2, 3, 4 returning 1),
      n as (insert into order_count (company_id, module_id, shop_id, status, on_day, delta) select company_id, 410, shop_id, 'review', '2026-11-05', 1 from o returning 1),
      p as (insert into order_profit (company_id, order_id, shop_id, on_day, goods, unsettled) select company_id, id, shop_id, '2026-11-05', 40, 40 from o returning 1)
    insert into settlement (company_id, shop_id, number, currency, from_day, to_day, deposit_day, lines, amount, paid_out, total, updated_at)
    select company_id, id, v.number, 'CNY', v.start::date, v.stop::date, v.stop::date, v.lines, v.amount, v.paid, v.total, now() from s,
      (values ('P-1', '2026-11-01', '2026-11-02', 2, 30, 30, 30), ('P-2', '2026-11-08', '2026-11-09', 5, 70, 60, 72)) v(number, start, stop, lines, amount, paid, total)`,
    [login],
  );
  await rebuildSums(login);
}
