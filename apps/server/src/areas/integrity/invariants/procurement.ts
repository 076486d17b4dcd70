import { sql } from '../../../core/database/sql.ts';
import { duesNow } from '../../procurement/public.ts';
import { defineInvariant } from './registry.ts';

defineInvariant({
  key: 'procurement.sources',
  area: 'procurement',
  title: ['采购订单与采购申请的数量一致', 'Purchase orders and requisitions agree on quantities'],
  explain: [
    '采购订单每行分给申请的数量不超过该行数量；申请的已下单、已收货等于各采购订单之和，且不超过批准数量。不一致会导致重复采购或漏采购。',
    'What a purchase order line gives to requests never exceeds the line. A request’s ordered and received units are the sums of its purchase orders, and never more than approved. A mismatch buys twice or not at all.',
  ],
  checked: (c) => sql`select (select count(*) from requisition_line where company_id = ${c})
    + (select count(*) from purchase_line where company_id = ${c})`,
  broken: (c) => sql`
    select q.number || ' · ' || p.sku as subject, x.field, x.expected::text as expected, x.actual::text as actual
    from requisition_line l join requisition q on q.company_id = ${c} and q.id = l.requisition_id
    join product p on p.company_id = ${c} and p.id = l.product_id
    cross join lateral (select coalesce(sum(quantity), 0) as quantity, coalesce(sum(received), 0) as received
      from purchase_line_source s where s.company_id = ${c} and s.requisition_line_id = l.id) s
    cross join lateral (values ('ordered', s.quantity, l.ordered::bigint), ('received', s.received, l.received::bigint)) x(field, expected, actual)
    where l.company_id = ${c} and x.expected <> x.actual
    union all
    select o.number || ' · ' || p.sku, x.field, x.most::text, x.actual::text
    from purchase_line l join purchase_order o on o.company_id = ${c} and o.id = l.order_id
    join product p on p.company_id = ${c} and p.id = l.product_id
    cross join lateral (select coalesce(sum(quantity), 0) as quantity, coalesce(sum(received), 0) as received
      from purchase_line_source s where s.company_id = ${c} and s.line_id = l.id) s
    cross join lateral (values ('sources', l.quantity::bigint, s.quantity), ('receivedBySources', l.received::bigint, s.received)) x(field, most, actual)
    where l.company_id = ${c} and x.actual > x.most`,
});

defineInvariant({
  key: 'procurement.received',
  area: 'procurement',
  title: ['采购订单的已收数量等于收货记录', 'Received units of purchase orders match their receipts'],
  explain: [
    '采购订单每行的已收数量必须等于其入库单上未撤销的收货记录之和；订单的件数和金额等于各行之和。',
    'The received units of each purchase order line must equal the receipts of its ASNs that were not undone. Units and amount of an order are the sums of its lines.',
  ],
  checked: (c) => sql`select count(*) from purchase_line where company_id = ${c}`,
  broken: (c) => sql`
    select o.number || ' · ' || p.sku as subject, 'received' as field, r.units::text as expected, l.received::text as actual
    from purchase_line l join purchase_order o on o.company_id = ${c} and o.id = l.order_id
    join product p on p.company_id = ${c} and p.id = l.product_id
    cross join lateral (select coalesce(sum(t.quantity), 0) as units from inbound i
      join inbound_line e on e.company_id = ${c} and e.inbound_id = i.id and e.source_line = l.id
      join inbound_receipt t on t.company_id = ${c} and t.line_id = e.id and t.inbound_id = i.id and t.undone_at is null
      where i.company_id = ${c} and i.source_kind = 'purchase_order' and i.source_id = l.order_id) r
    where l.company_id = ${c} and r.units <> l.received
    union all
    select o.number, x.field, x.expected::text, x.actual::text from purchase_order o
    cross join lateral (select coalesce(sum(quantity), 0) as units, coalesce(sum(received), 0) as received,
      coalesce(sum(round(packs * unit_price, 2)), 0) as amount from purchase_line l where l.company_id = ${c} and l.order_id = o.id) s
    cross join lateral (values ('units', s.units::numeric, o.units::numeric), ('received', s.received, o.received), ('amount', s.amount, o.amount)) x(field, expected, actual)
    where o.company_id = ${c} and x.expected <> x.actual`,
});

defineInvariant({
  key: 'procurement.approved',
  area: 'procurement',
  title: ['下单内容不超过批准内容', 'Nothing is ordered beyond its approval'],
  explain: [
    '已批准、已下单、已到货的采购订单，其供应商、付款条件、每行数量和单价不超过最近一次批准的内容。',
    'Supplier, terms, quantities and prices of an approved, ordered or received purchase order never go beyond what was approved last.',
  ],
  checked: (c) => sql`select count(*) from purchase_order where company_id = ${c} and approved is not null`,
  broken: (c) => sql`
    select o.number || ' · #' || l.id as subject, 'approved' as field,
      coalesce(a.packs || ' @ ' || a.price, 'none') as expected, l.packs || ' @ ' || trim_scale(l.unit_price) as actual
    from purchase_order o join purchase_line l on l.company_id = ${c} and l.order_id = o.id
    left join lateral (select (r ->> 'packs')::int as packs, (r ->> 'packSize')::int as pack_size, (r ->> 'unitPrice')::numeric as price
      from jsonb_array_elements(o.approved -> 'lines') r where (r ->> 'id')::bigint = l.id) a on true
    where o.company_id = ${c} and o.state in ('approved', 'ordered', 'received')
      and (a.packs is null or l.packs > a.packs or l.pack_size <> a.pack_size or l.unit_price > a.price
        or (o.approved ->> 'supplierId')::bigint <> o.supplier_id)`,
});

defineInvariant({
  key: 'procurement.allocated',
  area: 'procurement',
  title: ['分配单的数量与到货、单据一致', 'Allocation orders match receipts and their documents'],
  explain: [
    '采购订单每行分给各分配明细的到货数量不超过其已收数量；每条明细的单据数量等于未取消单据之和；分配单的件数等于各明细之和。',
    'What the shares of a purchase order line have of its receipts never exceeds what it received. The units that a share has on documents are the sum of those not cancelled. The units of an allocation order are the sums of its shares.',
  ],
  checked: (c) => sql`select count(*) from allocation_share where company_id = ${c}`,
  broken: (c) => sql`
    select o.number || ' · ' || p.sku as subject, 'arrived' as field, x.received::text as expected, x.arrived::text as actual
    from (select l.id, l.order_id, l.product_id, l.received, sum(s.arrived) as arrived from purchase_line l
        join allocation_line a on a.company_id = ${c} and a.purchase_line_id = l.id
        join allocation_share s on s.company_id = ${c} and s.line_id = a.id
        where l.company_id = ${c} group by l.id, l.order_id, l.product_id, l.received) x
    join purchase_order o on o.company_id = ${c} and o.id = x.order_id
    join product p on p.company_id = ${c} and p.id = x.product_id
    where x.arrived > x.received
    union all
    select o.number || ' · #' || s.id, x.field, x.expected::text, x.actual::text
    from allocation_share s join allocation_order o on o.company_id = ${c} and o.id = s.order_id
    cross join lateral (select coalesce(sum(d.quantity) filter (where d.state <> 'cancelled'), 0) as made,
        coalesce(sum(d.quantity) filter (where d.state = 'shipped'), 0) as shipped
      from allocation_document d where d.company_id = ${c} and d.share_id = s.id) d
    cross join lateral (values ('onDocuments', d.made, s.on_documents::bigint), ('shipped', d.shipped, s.shipped::bigint)) x(field, expected, actual)
    where s.company_id = ${c} and x.expected <> x.actual
    union all
    select o.number, x.field, x.expected::text, x.actual::text from allocation_order o
    cross join lateral (select coalesce(sum(s.quantity - s.closed), 0) as units, coalesce(sum(s.arrived), 0) as arrived
      from allocation_share s where s.company_id = ${c} and s.order_id = o.id) s
    cross join lateral (values ('units', s.units, o.units::bigint), ('arrived', s.arrived, o.arrived::bigint)) x(field, expected, actual)
    where o.company_id = ${c} and x.expected <> x.actual
    union all
    select o.number || ' · #' || l.id, 'shared', s.shared::text, l.shared::text
    from allocation_line l join allocation_order o on o.company_id = ${c} and o.id = l.order_id
    cross join lateral (select coalesce(sum(s.quantity), 0) as shared from allocation_share s
      where s.company_id = ${c} and s.line_id = l.id) s
    where l.company_id = ${c} and s.shared <> l.shared`,
});

defineInvariant({
  key: 'procurement.money',
  area: 'procurement',
  title: ['供应商往来与账单、付款一致', 'Supplier accounts match their bills and payments'],
  explain: [
    '每个供应商的应付等于账单减去已用定金、已付款和退货冲减；预付等于已付定金减去已用部分，加上退货待退款和待补发，且不会为负。',
    'What each supplier is owed equals its bills less the deposits they used up, the payments made and the debit notes of returns. Prepaid is the deposits less what bills used up, and what is owed for returns in money or units; never below zero.',
  ],
  checked: (c) => sql`select (select count(*) from supplier_bill where company_id = ${c})
    + (select count(*) from supplier_payment where company_id = ${c} and state = 'paid')`,
  broken: (c) => sql`
    select s.code || ' · ' || x.currency as subject, x.account as field, sum(x.expected)::text as expected, sum(x.actual)::text as actual
    from (
      select supplier_id, currency, 'supplier_payable' as account, deposit_applied - amount as expected, 0::numeric as actual
        from supplier_bill where company_id = ${c}
      union all select supplier_id, currency, 'supplier_prepaid', -deposit_applied, 0 from supplier_bill where company_id = ${c}
      union all select supplier_id, currency, case when bill_id is null then 'supplier_prepaid' else 'supplier_payable' end, amount, 0
        from supplier_payment where company_id = ${c} and state = 'paid'
      union all select r.supplier_id, case when r.remedy = 'replacement' then b.base_currency else r.currency end,
          case when r.remedy = 'debitNote' then 'supplier_payable' else 'supplier_prepaid' end,
          case when r.remedy = 'replacement' then r.claim_base else r.amount end - coalesce((select
            sum(x.short + case when r.remedy = 'debitNote' then 0 else x.amount end) from supplier_return_settlement x
            where x.company_id = ${c} and x.return_id = r.id), 0), 0
        from supplier_return r join company b on b.id = ${c} where r.company_id = ${c} and r.state in ('shipped', 'settled')
      union all select party_id, currency, account, 0, amount from ledger_line
        where company_id = ${c} and account in ('supplier_payable', 'supplier_prepaid')
    ) x left join supplier s on s.company_id = ${c} and s.id = x.supplier_id
    group by s.code, x.currency, x.account
    having sum(x.expected) <> sum(x.actual) or (x.account = 'supplier_prepaid' and sum(x.actual) < 0)`,
});

defineInvariant({
  key: 'procurement.dues',
  area: 'procurement',
  title: ['应付款与账单、付款条件、付款一致', 'Payments due match bills, terms and payments'],
  explain: [
    '每张已下单的采购订单，其应付款（未付清的账单，以及尚无账单的分期）必须等于由账单、付款条件、到货和付款算出的结果。不一致会漏付、迟付或重复付款。',
    'What is due of each placed purchase order (open bills, and instalments that no bill asks for) must be what its bills, terms, receipts and payments make it. A mismatch means payments that are missed, late or made twice.',
  ],
  checked: (c) => sql`select count(*) from purchase_order where company_id = ${c} and ordered_at is not null`,
  broken: (c) => sql`
    select o.number || case when coalesce(n.bill_id, d.bill_id) > 0 then ' · bill #' || coalesce(n.bill_id, d.bill_id)
        else ' · ' || coalesce(n.position, d.position) end as subject,
      x.field, x.expected, x.actual
    from (${duesNow(sql`true`)}) n
    full join (select * from purchase_due where company_id = ${c}) d
      on d.order_id = n.order_id and d.bill_id = n.bill_id and d.position = n.position
    join purchase_order o on o.company_id = ${c} and o.id = coalesce(n.order_id, d.order_id)
    cross join lateral (values ('amount', n.amount::numeric(18, 2)::text, d.amount::numeric(18, 2)::text),
      ('requested', n.requested::numeric(18, 2)::text, d.requested::numeric(18, 2)::text),
      ('paid', n.paid::numeric(18, 2)::text, d.paid::numeric(18, 2)::text),
      ('supplier', n.supplier_id::text, d.supplier_id::text), ('planned', n.planned::text, d.planned::text),
      ('due', (n.due_on is not null)::text, (d.due_on is not null)::text)) x(field, expected, actual)
    where x.expected is distinct from x.actual`,
});

defineInvariant({
  key: 'procurement.returns',
  area: 'procurement',
  title: ['供应商退货与库存、收货、结算一致', 'Returns to suppliers agree with stock, receipts and settlements'],
  explain: [
    '已退货的件数等于出库记录和库存流水；一次收货的退货件数不超过收货件数；已结算的退货没有余额。不一致会导致库存、应付或成本有误。',
    'Shipped units equal their records and stock movements. No receipt is returned twice. A settled return has nothing open. A mismatch means wrong stock, debts or costs.',
  ],
  checked: (c) => sql`select count(*) from supplier_return where company_id = ${c}`,
  broken: (c) => sql`
    select t.number || ' · #' || l.id as subject, x.field, x.expected::text as expected, x.actual::text as actual
    from supplier_return t join supplier_return_line l on l.company_id = ${c} and l.return_id = t.id
    cross join lateral (select coalesce(sum(m.quantity), 0) as units, coalesce(-sum(s.on_hand), 0) as moved
      from supplier_return_move m left join stock_movement s on s.company_id = ${c} and s.doc_kind = 'supplier_return'
        and s.doc_id = t.id and s.doc_line = m.id and s.condition = l.condition
      where m.company_id = ${c} and m.line_id = l.id) m
    cross join lateral (values ('shipped', case when t.state in ('shipped', 'settled') then l.quantity else 0 end, m.units),
      ('moved', m.units, m.moved)) x(field, expected, actual)
    where t.company_id = ${c} and x.expected <> x.actual
    union all
    select 'receipt #' || r.id, 'returned', r.quantity::text, l.units::text from inbound_receipt r
    join (select x.receipt_id, sum(x.quantity) as units from supplier_return_line x
      join supplier_return t on t.company_id = ${c} and t.id = x.return_id
      where x.company_id = ${c} and x.receipt_id is not null and t.state <> 'cancelled' group by 1) l on l.receipt_id = r.id
    where r.company_id = ${c} and (l.units > r.quantity or r.undone_at is not null)
    union all
    select t.number, x.field, x.expected::text, x.actual::text from supplier_return t
    cross join lateral (select coalesce(sum(amount + short), 0) as own, coalesce(sum(amount_base + short_base), 0) as base
      from supplier_return_settlement s where s.company_id = ${c} and s.return_id = t.id) s
    cross join lateral (values ('settled', case when t.remedy = 'replacement' then t.claim_base else t.amount end, s.own),
      ('settledBase', t.claim_base, s.base)) x(field, expected, actual)
    where t.company_id = ${c} and t.state = 'settled' and x.expected <> x.actual
    union all
    select t.number, x.field, x.expected::text, x.actual::text from supplier_return t
    cross join lateral (select count(*) as lines, coalesce(sum(quantity), 0) as units, coalesce(sum(round(quantity * unit_credit, 2)), 0) as amount
      from supplier_return_line l where l.company_id = ${c} and l.return_id = t.id) l
    cross join lateral (values ('lines', l.lines::numeric, t.line_count), ('units', l.units, t.units), ('amount', l.amount, t.amount)) x(field, expected, actual)
    where t.company_id = ${c} and x.expected <> x.actual`,
});
