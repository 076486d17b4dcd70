import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../core/database/table.ts';
import { orderLine, salesOrder } from '../orders/orders.tables.ts';

/** An after-sales case: what a buyer sends back, or what came back by itself. */
export const salesReturn = companyTable(
  'sales_return',
  {
    number: rawText('number').notNull(),
    shopId: reference('shop_id').notNull(),
    orderId: reference('order_id').notNull(),
    platform: text('platform').notNull(),
    /** Null: written down by hand, the platform knows nothing of it. */
    platformReturnNo: rawText('platform_return_no'),
    platformState: text('platform_state'),
    /** return, refundOnly, replacement, undeliverable */
    kind: text('kind').notNull(),
    state: text('state').notNull(),
    /** What the buyer is to get: refund, replacement, none */
    wanted: text('wanted').notNull(),
    /** Of the list return.reason; empty until somebody chose one. */
    reason: text('reason').notNull().default(''),
    /** The buyer's or the platform's words. */
    reasonText: text('reason_text').notNull().default(''),
    /** Ours alone. */
    remark: text('remark').notNull().default(''),
    /** What the platform is told with our answer; buyers may read it. */
    answerNote: text('answer_note').notNull().default(''),
    trackingNumber: rawText('tracking_number').notNull().default(''),
    carrier: text('carrier').notNull().default(''),
    currency: text('currency').notNull(),
    /** What the platform says is to be given back. */
    refundAsked: amount('refund_asked'),
    /** Given back for it so far, what is under way with it. */
    refunded: amount('refunded').notNull().default('0'),
    units: integer('units').notNull(),
    /** The platform decides by itself after that. */
    answerBy: instant('answer_by'),
    /** none, due, done, failed: is the platform told of our answer */
    answerState: text('answer_state').notNull().default('none'),
    answerError: text('answer_error'),
    replacementOrderId: reference('replacement_order_id'),
    requestedAt: instant('requested_at').notNull(),
    createdBy: text('created_by').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('sales_return_number').on(t.companyId, t.number),
    uniqueIndex('sales_return_platform')
      .on(t.companyId, t.shopId, t.platformReturnNo)
      .where(sql`platform_return_no is not null`),
    index('sales_return_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('sales_return_answer').on(t.companyId, t.answerBy, t.id).where(sql`state = 'requested'`),
    index('sales_return_shop').on(t.companyId, t.shopId, t.id.desc().nullsFirst()),
    index('sales_return_order').on(t.companyId, t.orderId),
    index('sales_return_tracking').on(t.companyId, t.trackingNumber).where(sql`tracking_number <> ''`),
    index('sales_return_day').on(t.companyId, t.requestedAt),
    index('sales_return_update').on(t.companyId, t.shopId, t.id).where(sql`answer_state = 'due'`),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]),
    check('sales_return_kind', sql`kind in ('return', 'refundOnly', 'replacement', 'undeliverable')`),
    check('sales_return_desired', sql`wanted in ('refund', 'replacement', 'none')`),
    check(
      'sales_return_state_known',
      sql`state in ('requested', 'approved', 'rejected', 'transit', 'received', 'inspected', 'closed', 'cancelled')`,
    ),
    check('sales_return_answer_known', sql`answer_state in ('none', 'due', 'done', 'failed')`),
  ],
);

export const salesReturnLine = companyTable(
  'sales_return_line',
  {
    returnId: reference('return_id').notNull(),
    orderLineId: reference('order_line_id').notNull(),
    /** As it was sold; units of the product are quantity x factor. */
    quantity: integer('quantity').notNull(),
    productId: reference('product_id'),
    factor: integer('factor').notNull(),
    /** Of the list return.reason, where it is another than the return's. */
    reason: text('reason').notNull().default(''),
  },
  (t) => [
    uniqueIndex('sales_return_line_once').on(t.companyId, t.returnId, t.orderLineId),
    belongsTo([t.companyId, t.returnId], [salesReturn.companyId, salesReturn.id]),
    belongsTo([t.companyId, t.orderLineId], [orderLine.companyId, orderLine.id]),
    check('sales_return_line_quantity', sql`quantity > 0 and factor > 0`),
  ],
);

/** How much of an order's line is promised to come back: never more than was shipped, whoever writes. */
export const returnedLine = companyKeyedTable(
  'returned_line',
  {
    orderLineId: reference('order_line_id').notNull(),
    shipped: integer('shipped').notNull(),
    returned: integer('returned').notNull().default(0),
  },
  (t) => [
    keyOf(t.companyId, t.orderLineId),
    belongsTo([t.companyId, t.orderLineId], [orderLine.companyId, orderLine.id]),
    check('returned_line_at_most_shipped', sql`returned between 0 and shipped`),
  ],
);

/** What of an order's money went back or is on its way: never more than was paid, whoever writes. */
export const orderRefunded = companyKeyedTable(
  'order_refunded',
  {
    orderId: reference('order_id').notNull(),
    paid: amount('paid').notNull(),
    refunded: amount('refunded').notNull().default('0'),
  },
  (t) => [
    keyOf(t.companyId, t.orderId),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]),
    check('order_refunded_at_most_paid', sql`refunded >= 0 and refunded <= paid`),
  ],
);

/** Goods that really came: units of a product in a location for returns. */
export const returnItem = companyTable(
  'return_item',
  {
    returnId: reference('return_id').notNull(),
    /** Null: another product than the return is about. */
    lineId: reference('line_id'),
    productId: reference('product_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    locationId: reference('location_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** Not inspected yet. */
    remaining: integer('remaining').notNull(),
    /** Inspected and kept aside: inspected again one day. */
    aside: integer('aside').notNull().default(0),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    index('return_item_return').on(t.companyId, t.returnId),
    belongsTo([t.companyId, t.returnId], [salesReturn.companyId, salesReturn.id]),
    index('return_item_aside').on(t.companyId, t.returnId).where(sql`aside > 0`),
    check('return_item_units', sql`quantity > 0 and remaining >= 0 and aside >= 0 and remaining + aside <= quantity`),
  ],
);

/** How goods were found and what became of them. `supplier`: procurement takes them up from here. */
export const returnInspection = companyTable(
  'return_inspection',
  {
    returnId: reference('return_id').notNull(),
    itemId: reference('item_id').notNull(),
    /** new, opened, damaged, wrongItem */
    condition: text('condition').notNull(),
    /** restock, scrap, supplier, aside */
    decision: text('decision').notNull(),
    quantity: integer('quantity').notNull(),
    /** Of goods that an earlier inspection had kept aside. */
    again: boolean('again').notNull().default(false),
    /** Where restocked goods went. */
    locationId: reference('location_id'),
    /** What the units were worth when they left, in the company's currency. */
    cost: amount('cost').notNull().default('0'),
    remark: text('remark').notNull().default(''),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    index('return_inspection_return').on(t.companyId, t.returnId),
    index('return_inspection_supplier').on(t.companyId, t.id).where(sql`decision = 'supplier'`),
    belongsTo([t.companyId, t.returnId], [salesReturn.companyId, salesReturn.id]),
    belongsTo([t.companyId, t.itemId], [returnItem.companyId, returnItem.id]),
    check('return_inspection_condition', sql`condition in ('new', 'opened', 'damaged', 'wrongItem')`),
    check('return_inspection_decision', sql`decision in ('restock', 'scrap', 'supplier', 'aside')`),
    check('return_inspection_quantity', sql`quantity > 0 and (decision <> 'restock' or location_id is not null)`),
  ],
);

/** Money given back. `telling` is committed before the platform is called: what is found in it is looked up first. */
export const returnRefund = companyTable(
  'return_refund',
  {
    returnId: reference('return_id').notNull(),
    orderId: reference('order_id').notNull(),
    shopId: reference('shop_id').notNull(),
    amount: amount('amount').notNull(),
    shipping: amount('shipping').notNull().default('0'),
    currency: text('currency').notNull(),
    /** [{lineId, amount}] */
    lines: jsonb('lines').notNull().$type<{ lineId: number; amount: string }[]>(),
    /** due -> telling -> done | failed; byHand: a person does it on the platform */
    state: text('state').notNull(),
    byPlatform: boolean('by_platform').notNull().default(false),
    /** What the platform had given back for the return before: by how much more it knows afterwards tells ours. */
    before: amount('before'),
    remark: text('remark').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    error: text('error'),
    dueAt: instant('due_at').notNull(),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    index('return_refund_return').on(t.companyId, t.returnId),
    index('return_refund_due').on(t.companyId, t.shopId, t.dueAt).where(sql`state in ('due', 'telling')`),
    belongsTo([t.companyId, t.returnId], [salesReturn.companyId, salesReturn.id]),
    check('return_refund_state', sql`state in ('due', 'telling', 'done', 'byHand', 'failed')`),
    check('return_refund_amount', sql`amount > 0 and shipping >= 0 and shipping <= amount`),
  ],
);
