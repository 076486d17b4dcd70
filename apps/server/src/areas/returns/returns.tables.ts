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

/** An after-sales case: a buyer's return, or an undeliverable parcel. */
export const salesReturn = companyTable(
  'sales_return',
  {
    number: rawText('number').notNull(),
    shopId: reference('shop_id').notNull(),
    orderId: reference('order_id').notNull(),
    platform: text('platform').notNull(),
    /** Null: added manually, unknown to the platform. */
    platformReturnNo: rawText('platform_return_no'),
    platformState: text('platform_state'),
    /** return, refundOnly, replacement, undeliverable */
    kind: text('kind').notNull(),
    state: text('state').notNull(),
    /** The buyer's request: refund, replacement, none */
    wanted: text('wanted').notNull(),
    /** From the list return.reason; empty until someone sets it. */
    reason: text('reason').notNull().default(''),
    /** Text from the buyer or the platform. */
    reasonText: text('reason_text').notNull().default(''),
    /** Internal. */
    remark: text('remark').notNull().default(''),
    /** Sent to the platform with our response; buyers may read it. */
    answerNote: text('answer_note').notNull().default(''),
    trackingNumber: rawText('tracking_number').notNull().default(''),
    carrier: text('carrier').notNull().default(''),
    currency: text('currency').notNull(),
    /** The refund amount according to the platform. */
    refundAsked: amount('refund_asked'),
    /** Refunded so far, including pending refunds. */
    refunded: amount('refunded').notNull().default('0'),
    units: integer('units').notNull(),
    /** The response deadline; afterwards the platform decides. */
    answerBy: instant('answer_by'),
    /** none, due, done, failed: state of our response to the platform */
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
    /** As sold; product units are quantity x factor. */
    quantity: integer('quantity').notNull(),
    productId: reference('product_id'),
    factor: integer('factor').notNull(),
    /** From the list return.reason, where it differs from the return's. */
    reason: text('reason').notNull().default(''),
  },
  (t) => [
    uniqueIndex('sales_return_line_once').on(t.companyId, t.returnId, t.orderLineId),
    belongsTo([t.companyId, t.returnId], [salesReturn.companyId, salesReturn.id]),
    belongsTo([t.companyId, t.orderLineId], [orderLine.companyId, orderLine.id]),
    check('sales_return_line_quantity', sql`quantity > 0 and factor > 0`),
  ],
);

/** Units of an order line in returns: never more than shipped, whoever writes. */
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

/** Refunded and pending amounts of an order: never more than paid, whoever writes. */
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

/** Received units of a product in a returns location. */
export const returnItem = companyTable(
  'return_item',
  {
    returnId: reference('return_id').notNull(),
    /** Null: a product that is not on the return. */
    lineId: reference('line_id'),
    productId: reference('product_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    locationId: reference('location_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** Units to inspect. */
    remaining: integer('remaining').notNull(),
    /** Quarantined units, to be reinspected. */
    aside: integer('aside').notNull().default(0),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
  },
  (t) => [
    index('return_item_return').on(t.companyId, t.returnId),
    belongsTo([t.companyId, t.returnId], [salesReturn.companyId, salesReturn.id]),
    index('return_item_aside').on(t.companyId, t.returnId).where(sql`aside > 0`),
    index('return_item_undecided').on(t.companyId, t.productId).where(sql`remaining + aside > 0`),
    check('return_item_units', sql`quantity > 0 and remaining >= 0 and aside >= 0 and remaining + aside <= quantity`),
  ],
);

/** An inspection: condition and decision. `supplier`: purchasing takes over from here. */
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
    /** A reinspection of quarantined units. */
    again: boolean('again').notNull().default(false),
    /** The location of restocked units. */
    locationId: reference('location_id'),
    /** Value of the units when they shipped, in base currency. */
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

/** Refunds. `telling` is committed before calling the platform; a row left in it is looked up first. */
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
    /** The platform's refunded amount before ours: the increase afterwards shows that ours arrived. */
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
