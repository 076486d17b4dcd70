import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rate,
  reference,
} from '../../core/database/table.ts';

/**
 * A ledger entry. Its lines sum to zero in base currency: the table checks debit_base = credit_base, the integrity
 * checks compare the sums.
 */
export const ledgerEntry = companyTable(
  'ledger_entry',
  {
    /** The accounting day, in a month that was open. */
    onDay: date('on_day').notNull(),
    /** When it happened, where that month was closed already. */
    eventDay: date('event_day'),
    /** Known since. */
    at: instant('at').notNull().defaultNow(),
    /** e.g. sales_order 41 sale, parcel 7 label: booked once. */
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    step: text('step').notNull(),
    orderId: reference('order_id'),
    text: text('text').notNull(),
    debitBase: amount('debit_base').notNull(),
    creditBase: amount('credit_base').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_entry_once').on(t.companyId, t.docKind, t.docId, t.step),
    index('ledger_entry_order').on(t.companyId, t.orderId).where(sql`order_id is not null`),
    index('ledger_entry_day').on(t.companyId, t.onDay, t.id),
    // What belongs to no order.
    index('ledger_entry_beside').on(t.companyId, t.onDay, t.id).where(sql`order_id is null`),
    index('ledger_entry_late').on(t.companyId, t.eventDay, t.id).where(sql`event_day is not null`),
    check('ledger_entry_balanced', sql`debit_base = credit_base and debit_base >= 0`),
  ],
);

/** Positive: debit. Negative: credit. */
export const ledgerLine = companyTable(
  'ledger_line',
  {
    entryId: reference('entry_id').notNull(),
    /** See accounts.ts */
    account: text('account').notNull(),
    /** The account's party: see accounts.ts */
    partyKind: text('party_kind').notNull().default(''),
    partyId: reference('party_id').notNull().default(0),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    rate: rate('rate').notNull(),
    baseAmount: amount('base_amount').notNull(),
    /** What the amount belongs to in reports, as far as it is known. */
    shopId: reference('shop_id'),
    departmentId: reference('department_id'),
    productId: reference('product_id'),
    /** Units of the product that a line of sales or a refund is about, with the sign of its amount. */
    quantity: integer('quantity').notNull().default(0),
    /** Where the order's goods go. */
    country: text('country').notNull().default(''),
  },
  (t) => [
    index('ledger_line_entry').on(t.companyId, t.entryId),
    // The lines of a product, or of none: see ledger/rollups.ts
    index('ledger_line_product').on(
      t.companyId,
      sql`(case when product_id is null then 0 else product_id end)`,
      t.entryId,
    ),
    index('ledger_line_account').on(t.companyId, t.account, t.partyKind, t.partyId, t.id),
    // What may meet a line of a bank statement.
    index('ledger_line_money')
      .on(t.companyId, t.currency, t.id)
      .where(sql`account in ('cash', 'platform_in_transit', 'money_in_transit')`),
    belongsTo([t.companyId, t.entryId], [ledgerEntry.companyId, ledgerEntry.id]),
  ],
);

/**
 * Balances, written with the lines in the same transaction; equal to their sum. Bookings append deltas and a job
 * compacts them, so that bookings never wait for each other.
 */
export const ledgerBalance = companyTable(
  'ledger_balance',
  {
    account: text('account').notNull(),
    partyKind: text('party_kind').notNull(),
    partyId: reference('party_id').notNull(),
    currency: text('currency').notNull(),
    amount: amount('amount').notNull(),
    baseAmount: amount('base_amount').notNull(),
  },
  (t) => [index('ledger_balance_account').on(t.companyId, t.account, t.partyKind, t.partyId, t.currency)],
);

/** The ledger by day of accounting (core/rollup.ts). 0: of none. */
export const financeDay = companyTable(
  'finance_day',
  {
    onDay: date('on_day').notNull(),
    account: text('account').notNull(),
    shopId: reference('shop_id').notNull(),
    departmentId: reference('department_id').notNull(),
    partyKind: text('party_kind').notNull(),
    partyId: reference('party_id').notNull(),
    currency: text('currency').notNull(),
    amount: amount('amount').notNull(),
    baseAmount: amount('base_amount').notNull(),
    fresh: boolean('fresh').notNull().default(true),
  },
  (t) => [
    uniqueIndex('finance_day_once')
      .on(t.companyId, t.onDay, t.account, t.shopId, t.departmentId, t.partyKind, t.partyId, t.currency)
      .where(sql`not fresh`),
    index('finance_day_fresh').on(t.companyId, t.onDay).where(sql`fresh`),
    index('finance_day_day').on(t.companyId, t.onDay),
    index('finance_day_account').on(t.companyId, t.account, t.onDay),
  ],
);

const skuSums = () => ({
  /** Sold, and of orders refunded whole. */
  units: integer('units').notNull(),
  refundedUnits: integer('refunded_units').notNull(),
  goods: amount('goods').notNull(),
  shipping: amount('shipping').notNull(),
  discount: amount('discount').notNull(),
  refund: amount('refund').notNull(),
  platformFee: amount('platform_fee').notNull(),
  advertising: amount('advertising').notNull(),
  goodsCost: amount('goods_cost').notNull(),
  labelCost: amount('label_cost').notNull(),
  /** Other costs less other income. */
  otherCost: amount('other_cost').notNull(),
});

/** Income and cost by day, shop, product and country (core/rollup.ts); costs are positive, base currency. 0: of none. */
export const skuDay = companyTable(
  'sku_day',
  {
    onDay: date('on_day').notNull(),
    shopId: reference('shop_id').notNull(),
    productId: reference('product_id').notNull(),
    country: text('country').notNull(),
    ...skuSums(),
    fresh: boolean('fresh').notNull().default(true),
  },
  (t) => [
    uniqueIndex('sku_day_once').on(t.companyId, t.onDay, t.shopId, t.productId, t.country).where(sql`not fresh`),
    index('sku_day_fresh').on(t.companyId, t.onDay).where(sql`fresh`),
    index('sku_day_day').on(t.companyId, t.onDay),
    index('sku_day_product').on(t.companyId, t.productId, t.onDay),
  ],
);

/** The compacted days of `sku_day` by month. */
export const skuMonth = companyKeyedTable(
  'sku_month',
  {
    month: date('month').notNull(),
    shopId: reference('shop_id').notNull(),
    productId: reference('product_id').notNull(),
    country: text('country').notNull(),
    ...skuSums(),
  },
  (t) => [
    keyOf(t.companyId, t.month, t.shopId, t.productId, t.country),
    index('sku_month_product').on(t.companyId, t.productId, t.month),
  ],
);

/** The compacted days of `sku_day` without their products. */
export const shopDay = companyKeyedTable(
  'shop_day',
  {
    onDay: date('on_day').notNull(),
    shopId: reference('shop_id').notNull(),
    country: text('country').notNull(),
    ...skuSums(),
  },
  (t) => [keyOf(t.companyId, t.onDay, t.shopId, t.country)],
);

/** Taxes, and the sales that they are on, by day, shop and country (core/rollup.ts); base currency, debits are positive. */
export const taxDay = companyTable(
  'tax_day',
  {
    onDay: date('on_day').notNull(),
    shopId: reference('shop_id').notNull(),
    country: text('country').notNull(),
    /** sales, or the account of a tax. */
    kind: text('kind').notNull(),
    currency: text('currency').notNull(),
    amount: amount('amount').notNull(),
    /** The credits among it. */
    credit: amount('credit').notNull(),
    fresh: boolean('fresh').notNull().default(true),
  },
  (t) => [
    uniqueIndex('tax_day_once').on(t.companyId, t.onDay, t.shopId, t.country, t.kind, t.currency).where(sql`not fresh`),
    index('tax_day_fresh').on(t.companyId, t.onDay).where(sql`fresh`),
    index('tax_day_day').on(t.companyId, t.onDay),
  ],
);

/**
 * A month of the books; no row: nothing is booked in it yet, and it is as closed as the months after it. `book` shares its
 * gate and closing takes it alone (ledger/periods.ts). Each closing has the next version.
 */
export const financePeriod = companyKeyedTable(
  'finance_period',
  {
    /** Its first day. */
    month: date('month').notNull(),
    state: text('state').notNull(),
    version: integer('version').notNull(),
    changedAt: instant('changed_at').notNull(),
    changedBy: text('changed_by').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.month),
    check('finance_period_state', sql`state in ('open', 'closing', 'closed', 'reopened')`),
    check('finance_period_month', sql`extract(day from month) = 1`),
  ],
);

/** A bank account, wallet or receiving account of the company, in one currency. Its balance is that of its `cash`. */
export const moneyAccount = companyTable(
  'money_account',
  {
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    currency: text('currency').notNull(),
    holder: text('holder').notNull().default(''),
    bankName: text('bank_name').notNull().default(''),
    /** The last characters of its number: enough to recognize it. */
    tail: text('tail').notNull().default(''),
    active: boolean('active').notNull().default(true),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('money_account_name').on(t.companyId, t.name),
    check('money_account_kind', sql`kind in ('bank', 'wallet', 'receiving', 'cash')`),
  ],
);

/** Profit of an order, kept beside its entries for the list; every figure opens into the entries. Base currency. */
export const orderProfit = companyKeyedTable(
  'order_profit',
  {
    orderId: reference('order_id').notNull(),
    shopId: reference('shop_id').notNull(),
    onDay: date('on_day').notNull(),
    goods: amount('goods').notNull().default('0'),
    shipping: amount('shipping').notNull().default('0'),
    discount: amount('discount').notNull().default('0'),
    platformFee: amount('platform_fee').notNull().default('0'),
    /** The estimated fee, kept after the platform reported the actual one. */
    feeEstimate: amount('fee_estimate').notNull().default('0'),
    goodsCost: amount('goods_cost').notNull().default('0'),
    labelCost: amount('label_cost').notNull().default('0'),
    refund: amount('refund').notNull().default('0'),
    /** What its platform still owes for it, by the ledger. */
    unsettled: amount('unsettled').notNull().default('0'),
    profit: amount('profit').generatedAlwaysAs(
      sql`goods + shipping - discount - platform_fee - goods_cost - label_cost - refund`,
    ),
    /** estimated: fee from the fee table; settled: from the platform's own transactions. */
    feeState: text('fee_state').notNull().default('estimated'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** `updatedAt` when its products were written (`product_profit`). */
    dividedAt: instant('divided_at'),
  },
  (t) => [
    keyOf(t.companyId, t.orderId),
    index('order_profit_undivided').on(t.companyId, t.orderId).where(sql`divided_at is distinct from updated_at`),
    index('order_profit_day').on(t.companyId, t.onDay.desc().nullsFirst(), t.orderId.desc().nullsFirst()),
    index('order_profit_unsettled').on(t.companyId, t.shopId, t.onDay, t.orderId).where(sql`unsettled <> 0`),
    index('order_profit_profit').on(t.companyId, t.profit.desc().nullsFirst(), t.orderId.desc().nullsFirst()),
    index('order_profit_shop').on(t.companyId, t.shopId, t.onDay.desc().nullsFirst(), t.orderId.desc().nullsFirst()),
  ],
);

/** Sums of `order_profit` by day, shop and fee state (core/rollup.ts); its trigger `sum_profits` appends every change. */
export const profitDay = companyTable(
  'profit_day',
  {
    onDay: date('on_day').notNull(),
    shopId: reference('shop_id').notNull(),
    feeState: text('fee_state').notNull(),
    orders: integer('orders').notNull(),
    goods: amount('goods').notNull(),
    shipping: amount('shipping').notNull(),
    discount: amount('discount').notNull(),
    platformFee: amount('platform_fee').notNull(),
    feeEstimate: amount('fee_estimate').notNull(),
    goodsCost: amount('goods_cost').notNull(),
    labelCost: amount('label_cost').notNull(),
    refund: amount('refund').notNull(),
    profit: amount('profit').notNull(),
    fresh: boolean('fresh').notNull().default(true),
  },
  (t) => [
    uniqueIndex('profit_day_once').on(t.companyId, t.onDay, t.shopId, t.feeState).where(sql`not fresh`),
    index('profit_day_fresh').on(t.companyId, t.onDay).where(sql`fresh`),
    index('profit_day_day').on(t.companyId, t.onDay),
  ],
);

/** What each product of an order earned, and why it changed since the sale: ledger/product-profits.ts. 0: of none. */
export const productProfit = companyKeyedTable(
  'product_profit',
  {
    orderId: reference('order_id').notNull(),
    productId: reference('product_id').notNull(),
    onDay: date('on_day').notNull(),
    shopId: reference('shop_id').notNull(),
    country: text('country').notNull(),
    feeState: text('fee_state').notNull(),
    goods: amount('goods').notNull(),
    shipping: amount('shipping').notNull(),
    discount: amount('discount').notNull(),
    refund: amount('refund').notNull(),
    platformFee: amount('platform_fee').notNull(),
    goodsCost: amount('goods_cost').notNull(),
    labelCost: amount('label_cost').notNull(),
    firstProfit: amount('first_profit').notNull(),
    salesChange: amount('sales_change').notNull(),
    commissionChange: amount('commission_change').notNull(),
    fulfilmentChange: amount('fulfilment_change').notNull(),
    feeChange: amount('fee_change').notNull(),
    refundChange: amount('refund_change').notNull(),
    advertisingChange: amount('advertising_change').notNull(),
    freightChange: amount('freight_change').notNull(),
    goodsChange: amount('goods_change').notNull(),
    lateCostChange: amount('late_cost_change').notNull(),
    exchangeChange: amount('exchange_change').notNull(),
    claimChange: amount('claim_change').notNull(),
    otherChange: amount('other_change').notNull(),
    profit: amount('profit').generatedAlwaysAs(
      sql`goods + shipping - discount - platform_fee - goods_cost - label_cost - refund`,
    ),
  },
  (t) => [
    keyOf(t.companyId, t.orderId, t.productId),
    index('product_profit_day').on(t.companyId, t.onDay),
    index('product_profit_product').on(t.companyId, t.productId, t.onDay),
  ],
);

/** How far a shop's fees have been read from its platform. */
export const feeSync = companyKeyedTable(
  'fee_sync',
  {
    shopId: reference('shop_id').notNull(),
    /** Everything posted up to here is in; a listing in progress continues at `pageCursor`. */
    postedUntil: instant('posted_until'),
    pageCursor: text('page_cursor'),
    /** When the listing in progress, or the last one, began. */
    beganAt: instant('began_at'),
    lastError: text('last_error'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [keyOf(t.companyId, t.shopId)],
);
