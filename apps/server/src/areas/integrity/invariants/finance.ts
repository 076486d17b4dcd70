import { sql } from '../../../core/database/sql.ts';
import { financeDays, productProfits, profitDays, skuDays, taxDays } from '../../finance/public.ts';
import { defineInvariant } from './registry.ts';

defineInvariant({
  key: 'finance.balancedEntries',
  area: 'finance',
  title: ['每笔分录借贷相等', 'Every ledger entry balances'],
  explain: [
    '每笔分录各行的本位币金额之和为零，借方合计与贷方合计等于分录上登记的数。',
    'The lines of each entry sum to zero in the base currency, and its debits and credits match the totals on the entry.',
  ],
  checked: (c) => sql`select count(*) from ledger_entry where company_id = ${c}`,
  broken: (c) => sql`
    select e.doc_kind || ' ' || e.doc_id || ' · ' || e.step as subject, f.field, f.expected::text as expected, f.actual::text as actual
    from ledger_entry e
    left join (select entry_id, sum(base_amount) as total, sum(base_amount) filter (where base_amount > 0) as debit,
        -sum(base_amount) filter (where base_amount < 0) as credit
      from ledger_line where company_id = ${c} group by entry_id) l on l.entry_id = e.id
    cross join lateral (values ('lines', 0, coalesce(l.total, 0)), ('debit', coalesce(l.debit, 0), e.debit_base),
      ('credit', coalesce(l.credit, 0), e.credit_base)) f(field, expected, actual)
    where e.company_id = ${c} and f.expected <> f.actual`,
});

defineInvariant({
  key: 'finance.balances',
  area: 'finance',
  title: ['科目余额等于分录行之和', 'Account balances equal the sum of their ledger lines'],
  explain: [
    '每个科目、对象、币种的余额必须等于全部分录行之和。不一致说明有金额绕过了分录。',
    'The balance of each account, party and currency must equal the sum of its ledger lines. A mismatch means an amount bypassed the ledger.',
  ],
  checked: (c) =>
    sql`select count(*) from (select distinct account, party_kind, party_id, currency from ledger_balance where company_id = ${c}) b`,
  broken: (c) => sql`
    select coalesce(b.account, l.account) || ' · ' || coalesce(b.party_kind, l.party_kind) || ' ' || coalesce(b.party_id, l.party_id) ||
        ' · ' || coalesce(b.currency, l.currency) as subject, f.field, f.expected::text as expected, f.actual::text as actual
    from (select account, party_kind, party_id, currency, sum(amount) as amount, sum(base_amount) as base
      from ledger_balance where company_id = ${c} group by 1, 2, 3, 4) b
    full join (select account, party_kind, party_id, currency, sum(amount) as amount, sum(base_amount) as base
      from ledger_line where company_id = ${c} group by 1, 2, 3, 4) l
      on l.account = b.account and l.party_kind = b.party_kind and l.party_id = b.party_id and l.currency = b.currency
    cross join lateral (values ('amount', coalesce(l.amount, 0), coalesce(b.amount, 0)),
      ('base', coalesce(l.base, 0), coalesce(b.base, 0))) f(field, expected, actual)
    where f.expected <> f.actual`,
});

for (const [key, rollup, title, explain] of [
  [
    'finance.days',
    financeDays,
    ['每日账目等于分录行之和', 'The days of the ledger equal the sum of their lines'],
    [
      '报表按日汇总的金额必须等于分录行之和。不一致说明汇总有误，可用 npm run reports -- rebuild 重算。',
      'The amounts that reports read by day must equal the sum of the ledger lines. Otherwise rebuild them with npm run reports -- rebuild.',
    ],
  ],
  [
    'finance.skuDays',
    skuDays,
    ['商品每日利润等于分录行之和', 'The days of product profit equal the sum of their ledger lines'],
    [
      '按日、店铺、商品汇总的收入与成本必须等于分录行之和，按月汇总的等于其各日之和。不一致可用 npm run reports -- rebuild 重算。',
      'Income and cost by day, shop and product must equal the sum of the ledger lines, and months the sum of their days. Otherwise rebuild them with npm run reports -- rebuild.',
    ],
  ],
  [
    'finance.taxDays',
    taxDays,
    ['每日税务数据等于分录行之和', 'The days of taxes equal the sum of their ledger lines'],
    [
      '按日、店铺、国家汇总的税额与销售额必须等于分录行之和。不一致可用 npm run reports -- rebuild 重算。',
      'Taxes and sales by day, shop and country must equal the sum of the ledger lines. Otherwise rebuild them with npm run reports -- rebuild.',
    ],
  ],
  [
    'finance.profitDays',
    profitDays,
    ['每日订单利润等于各订单之和', 'The days of order profit equal the sum of their orders'],
    [
      '按日、店铺汇总的订单利润必须等于各订单利润之和。不一致可用 npm run reports -- rebuild 重算。',
      'Order profit by day and shop must equal the sum of the orders. Otherwise rebuild it with npm run reports -- rebuild.',
    ],
  ],
  [
    'finance.productProfits',
    productProfits,
    ['各商品的订单利润等于分录行之和', 'Profits by product equal the sum of their ledger lines'],
    [
      '订单中各商品的利润及其变动原因必须等于分录行之和。不一致说明汇总有误，可用 npm run reports -- rebuild 重算。',
      'What each product of an order earned, and why it changed, must equal the sum of the ledger lines. Otherwise rebuild it with npm run reports -- rebuild.',
    ],
  ],
] as const)
  defineInvariant({
    ...{ key, area: 'finance', title, explain },
    checked: (c) => sql`select count(*) from ${sql.id(rollup.table, [rollup.table])} where company_id = ${c}`,
    broken: () => rollup.wrong(),
  });

/** The ledger lines of each figure of an order's profit, and of what its platform owes for it; income is credit. */
const FIGURES = sql`(values ('goods', 'sales', -1), ('goods', 'order_difference', -1), ('shipping', 'shipping_income', -1),
  ('discount', 'discount', 1), ('platformFee', 'platform_fee', 1), ('goodsCost', 'goods_cost', 1), ('labelCost', 'last_mile', 1), ('labelCost', 'claim_loss', 1),
  ('labelCost', 'warehouse_fee', 1), ('refund', 'refund', 1), ('unsettled', 'platform_unsettled', 1)) f(figure, account, sign)`;

defineInvariant({
  key: 'finance.profits',
  area: 'finance',
  title: ['订单利润等于其分录之和', 'Order profit equals the sum of its ledger lines'],
  explain: [
    '订单利润的每个数字以及平台未结算金额必须等于该订单分录行之和。不一致说明数字有误。',
    'Each order profit figure, and what the platform has not settled, must equal the sum of the order’s ledger lines. A mismatch means the figures are wrong.',
  ],
  checked: (c) => sql`select count(*) from order_profit where company_id = ${c}`,
  broken: (c) => sql`
    select coalesce(o.display_no, '#' || coalesce(p.order_id, l.order_id)) as subject, coalesce(p.figure, l.figure) as field,
      coalesce(l.amount, 0)::text as expected, coalesce(p.amount, 0)::text as actual
    from (select order_id, v.figure, v.amount from order_profit cross join lateral (values ('goods', goods), ('shipping', shipping),
        ('discount', discount), ('platformFee', platform_fee), ('goodsCost', goods_cost), ('labelCost', label_cost),
        ('refund', refund), ('unsettled', unsettled)) v(figure, amount) where company_id = ${c}) p
    full join (select e.order_id, f.figure, sum(f.sign * l.base_amount) as amount from ledger_entry e
      join ledger_line l on l.company_id = ${c} and l.entry_id = e.id join ${FIGURES} on f.account = l.account
      where e.company_id = ${c} and e.order_id is not null group by e.order_id, f.figure) l
      on l.order_id = p.order_id and l.figure = p.figure
    left join sales_order o on o.company_id = ${c} and o.id = coalesce(p.order_id, l.order_id)
    where coalesce(l.amount, 0) <> coalesce(p.amount, 0)`,
});

defineInvariant({
  key: 'finance.stockValue',
  area: 'finance',
  title: ['库存科目等于已入账成本批的价值', 'Inventory account equals the value of its booked cost layers'],
  explain: [
    '每个仓库的库存科目必须等于已入账的入库成本减去已入账的出库成本，按先进先出的成本批逐笔核对。',
    'The inventory account of each warehouse must equal the cost of booked receipts less the cost of booked issues, checked by first-in-first-out cost layer.',
  ],
  checked: (c) =>
    sql`select count(*) from ledger_entry where company_id = ${c} and doc_kind in ('cost_layer', 'cost_issue', 'outbound')`,
  broken: (c) => sql`
    select coalesce(w.code, '#' || coalesce(b.warehouse_id, v.warehouse_id)) as subject, 'stockValue' as field,
      coalesce(v.value, 0)::text as expected, coalesce(b.amount, 0)::text as actual
    from (select party_id as warehouse_id, sum(base_amount) as amount from ledger_line
      where company_id = ${c} and account = 'stock_value' and party_kind = 'warehouse' group by party_id) b
    full join (select warehouse_id, sum(value) as value from (
        select l.warehouse_id, round(l.quantity * coalesce(l.received_cost, l.unit_cost), 2) as value from cost_layer l
          join ledger_entry e on e.company_id = ${c} and e.doc_kind = 'cost_layer' and e.doc_id = l.id and e.step = 'stock'
          where l.company_id = ${c}
        union all
        select i.warehouse_id, -round(i.quantity * i.unit_cost, 2) from cost_issue i
          join ledger_entry e on e.company_id = ${c} and e.doc_kind = 'cost_issue' and e.doc_id = i.id and e.step = 'stock'
          where i.company_id = ${c}
        union all
        select i.warehouse_id, -round(sum(i.quantity * i.unit_cost), 2) from cost_issue i
          join ledger_entry e on e.company_id = ${c} and e.doc_kind = 'outbound' and e.doc_id = i.doc_id and e.step = 'cost'
          where i.company_id = ${c} and i.doc_kind = 'outbound' group by i.doc_id, i.warehouse_id
        union all
        select warehouse_id, stock_value from cost_revaluation where company_id = ${c}
      ) booked group by warehouse_id) v on v.warehouse_id = b.warehouse_id
    left join warehouse w on w.company_id = ${c} and w.id = coalesce(b.warehouse_id, v.warehouse_id)
    where coalesce(v.value, 0) <> coalesce(b.amount, 0)`,
});

defineInvariant({
  key: 'finance.ahead',
  area: 'finance',
  title: ['预付款和收款与原单一致', 'Prepayments and payments match their documents'],
  explain: [
    '每个仓库的预付款科目必须等于已入账的预付款和扣费；每个批发客户已入账的付款必须等于订单上登记的付款。',
    'The prepayment account of each warehouse must equal its booked prepayments and fees. The booked payments of each wholesale customer must equal the payments recorded on their orders.',
  ],
  checked: (c) =>
    sql`select count(*) from ledger_entry where company_id = ${c} and doc_kind in ('warehouse_prepayment', 'wholesale_payment')`,
  broken: (c) => sql`
    select coalesce(h.code, u.name, '#' || x.party) as subject, x.field, sum(x.noted)::text as expected, sum(x.booked)::text as actual
    from (
      select 'prepaid' as field, p.warehouse_id as party, p.amount as noted, 0 as booked from warehouse_prepayment p
        join ledger_entry e on e.company_id = ${c} and e.doc_kind = 'warehouse_prepayment' and e.doc_id = p.id where p.company_id = ${c}
      union all
      select 'prepaid', party_id, 0, amount from ledger_line where company_id = ${c} and account = 'warehouse_prepaid'
      union all
      select 'paid', o.customer_id, p.amount, 0 from wholesale_payment p
        join wholesale_order o on o.company_id = ${c} and o.id = p.order_id
        join ledger_entry e on e.company_id = ${c} and e.doc_kind = 'wholesale_payment' and e.doc_id = p.id where p.company_id = ${c}
      union all
      select 'paid', l.party_id, 0, -l.amount from ledger_entry e
        join ledger_line l on l.company_id = ${c} and l.entry_id = e.id and l.account = 'receivable'
        where e.company_id = ${c} and e.doc_kind = 'wholesale_payment'
    ) x
    left join warehouse h on x.field = 'prepaid' and h.company_id = ${c} and h.id = x.party
    left join wholesale_customer u on x.field = 'paid' and u.company_id = ${c} and u.id = x.party
    group by 1, x.field, x.party having sum(x.noted) <> sum(x.booked)`,
});

defineInvariant({
  key: 'finance.claims',
  area: 'finance',
  title: ['应收承运商赔款与索赔单一致', 'Claims receivable match their claims'],
  explain: [
    '每个已入账的物流索赔，应收赔款必须等于承运商认可且尚未退还的金额；已拒绝或已结清的索赔不再有应收。',
    'What is booked as owed for a carrier claim equals what the carrier accepted and has not credited; nothing is owed for a claim that was refused or paid.',
  ],
  checked: (c) =>
    sql`select count(distinct doc_id) from ledger_entry where company_id = ${c} and doc_kind = 'carrier_claim'`,
  broken: (c) => sql`
    select coalesce(k.number, '#' || l.id) as subject, 'owed' as field, x.owed::text as expected, l.amount::text as actual
    from (select e.doc_id as id, sum(v.amount) as amount from ledger_entry e
      join ledger_line v on v.company_id = ${c} and v.entry_id = e.id and v.account = 'claim_receivable'
      where e.company_id = ${c} and e.doc_kind = 'carrier_claim' group by e.doc_id) l
    left join carrier_claim k on k.company_id = ${c} and k.id = l.id
    cross join lateral (select case when k.state = 'accepted' then greatest(k.accepted - k.paid, 0) else 0 end as owed) x
    where x.owed <> l.amount`,
});

/** Closed months with the version that stands and its figures. */
const CLOSED = (c: number) => sql`select p.month, p.version, k.last_entry, k.lines from finance_period p
  join finance_close k on k.company_id = ${c} and k.month = p.month and k.version = p.version and k.figures_at is not null
  where p.company_id = ${c} and p.state = 'closed'`;

defineInvariant({
  key: 'finance.closedMonths',
  area: 'finance',
  title: ['已结账月份的数据与分录一致', 'Figures of closed months equal their ledger lines'],
  explain: [
    '已结账月份保存的发生额和期末余额必须等于其分录行之和，结账后该月不能再有新分录。不一致说明结账后账目被改动。',
    'The kept movements and balances of a closed month must equal its ledger lines, and no entry may come after its closing. A mismatch means the books were changed after closing.',
  ],
  checked: (c) => sql`select count(*) from (${CLOSED(c)}) m`,
  broken: (c) => sql`
    with closed as materialized (${CLOSED(c)}),
    sums as materialized (select date_trunc('month', e.on_day)::date as month, l.account, l.currency, sum(l.amount) as amount,
        sum(l.base_amount) as base
      from ledger_entry e join ledger_line l on l.company_id = ${c} and l.entry_id = e.id
      where e.company_id = ${c} and e.on_day < (select max(month) + interval '1 month' from closed) group by 1, 2, 3),
    kept as (select m.month, f.account, f.currency, sum(f.movement) as movement, sum(f.movement_base) as movement_base,
        sum(f.closing) as closing, sum(f.closing_base) as closing_base
      from closed m join finance_figure f on f.company_id = ${c} and f.month = m.month and f.version = m.version group by 1, 2, 3),
    made as (select m.month, s.account, s.currency, coalesce(sum(s.amount) filter (where s.month = m.month), 0) as movement,
        coalesce(sum(s.base) filter (where s.month = m.month), 0) as movement_base, sum(s.amount) as closing, sum(s.base) as closing_base
      from closed m join sums s on s.month <= m.month group by 1, 2, 3)
    select to_char(coalesce(k.month, d.month), 'YYYY-MM') || ' · ' || coalesce(k.account, d.account) || ' · ' || coalesce(k.currency, d.currency) as subject,
      f.field, f.expected::text as expected, f.actual::text as actual
    from kept k full join made d on d.month = k.month and d.account = k.account and d.currency = k.currency
    cross join lateral (values ('movement', coalesce(d.movement, 0), coalesce(k.movement, 0)),
      ('movementBase', coalesce(d.movement_base, 0), coalesce(k.movement_base, 0)),
      ('closing', coalesce(d.closing, 0), coalesce(k.closing, 0)),
      ('closingBase', coalesce(d.closing_base, 0), coalesce(k.closing_base, 0))) f(field, expected, actual)
    where f.expected <> f.actual
    union all
    select to_char(m.month, 'YYYY-MM'), 'entries', '0', count(*)::text from closed m join ledger_entry e on e.company_id = ${c}
      and e.on_day >= m.month and e.on_day < m.month + interval '1 month' and e.id > m.last_entry
    group by m.month`,
});

defineInvariant({
  key: 'finance.providerStatements',
  area: 'finance',
  title: ['第三方仓对账差额各入账一次', '3PL statement differences are booked once'],
  explain: [
    '已确认对账单的每一行差额必须正好入账一次；未确认的行在账上必须为零。对账单上的合计必须等于其各行之和。',
    'Each difference of a confirmed statement must stand in the books exactly once, and lines of open statements must not. The totals of a statement must equal its lines.',
  ],
  checked: (c) => sql`select count(*) from provider_statement_line where company_id = ${c}`,
  broken: (c) => sql`
    select s.number || ' · ' || coalesce(nullif(l.line, 0)::text, l.reference) as subject, 'booked' as field,
      case when l.takes and s.state = 'confirmed' and l.booked_to = 'warehouse_payable'
        then case l.result when 'duplicate' then l.amount when 'matched' then 0 else coalesce(l.amount, 0) - coalesce(l.ours, 0) end
        else l.booked end::text as expected, coalesce(b.amount, 0)::text as actual
    from provider_statement_line l join provider_statement s on s.company_id = ${c} and s.id = l.statement_id
    left join (
      select line_id, sum(amount) as amount from (
        select e.doc_id as line_id, -v.amount as amount from ledger_entry e
        join ledger_line v on v.company_id = ${c} and v.entry_id = e.id and v.account = 'warehouse_payable'
        where e.company_id = ${c} and e.doc_kind = 'provider_statement_line'
        union all
        select substring(p.reference from '^fee:s([0-9]+)[.]')::bigint, -v.amount from warehouse_prepayment p
        join ledger_entry e on e.company_id = ${c} and e.doc_kind = 'warehouse_prepayment' and e.doc_id = p.id
        join ledger_line v on v.company_id = ${c} and v.entry_id = e.id and v.account = 'warehouse_prepaid'
        where p.company_id = ${c} and p.reference ~ '^fee:s[0-9]+[.]') x group by line_id) b on b.line_id = l.id
    where l.company_id = ${c} and (coalesce(b.amount, 0) <> l.booked or s.state = 'open' and l.booked <> 0
      or l.takes and s.state = 'confirmed' and l.booked_to = 'warehouse_payable' and l.booked <> case l.result
        when 'duplicate' then l.amount when 'matched' then 0 else coalesce(l.amount, 0) - coalesce(l.ours, 0) end)
    union all
    select s.number, f.field, f.expected::text, f.actual::text from provider_statement s
    left join (select statement_id, sum(amount) as amount, sum(ours) as ours, count(*) filter (where result <> 'matched') as wrong
      from provider_statement_line where company_id = ${c} group by statement_id) t on t.statement_id = s.id
    cross join lateral (values ('amount', coalesce(t.amount, 0), s.amount), ('ours', coalesce(t.ours, 0), s.ours),
      ('wrong', coalesce(t.wrong, 0), s.wrong_count)) f(field, expected, actual)
    where s.company_id = ${c} and f.expected <> f.actual`,
});

defineInvariant({
  key: 'finance.settlementFiles',
  area: 'finance',
  title: ['记账的结算文件与结算明细一致', 'Booked settlement files equal their settlement lines'],
  explain: [
    '每个记账的结算文件中，每笔结算的行数和合计必须等于由它导入的结算明细。不一致说明有行丢失，或金额后来被改动。',
    'The number and sum of lines of each settlement in a booked file must equal the settlement lines that were taken from it. A mismatch means a line was lost or its amount was changed later.',
  ],
  checked: (c) =>
    sql`select count(*) from settlement_file where company_id = ${c} and role = 'booked' and state <> 'reading'`,
  broken: (c) => sql`
    select f.name || ' · ' || coalesce(x.number, '') as subject, v.field, v.expected::text as expected, v.actual::text as actual
    from (select coalesce(t.file_id, l.file_id) as file_id, coalesce(t.number, l.number) as number, coalesce(t.lines, 0) as lines,
        coalesce(t.lines_total, 0) as amount, coalesce(l.lines, 0) as taken, coalesce(l.amount, 0) as taken_amount
      from (select file_id, number, currency, lines, lines_total from settlement_file_total where company_id = ${c}) t
      full join (select k.file_id, coalesce(l.settlement_id, '') as number, l.currency, count(*) as lines, sum(l.amount) as amount
        from settlement_file_line k join settlement_line l on l.company_id = ${c} and l.id = k.line_id
        where k.company_id = ${c} group by 1, 2, 3) l
        on l.file_id = t.file_id and l.number = t.number and l.currency = t.currency) x
    join settlement_file f on f.company_id = ${c} and f.id = x.file_id and f.role = 'booked' and f.state <> 'reading'
    cross join lateral (values ('lines', x.lines::numeric, x.taken::numeric), ('amount', x.amount, x.taken_amount)) v(field, expected, actual)
    where v.expected <> v.actual`,
});
