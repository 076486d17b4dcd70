import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyKeyedTable, instant, keyOf, rawText, reference } from '../../core/database/table.ts';
import { salesOrder } from '../orders/orders.tables.ts';

/** The answer to a line of a purchase order, in units. */
export const vendorAnswerLine = companyKeyedTable(
  'vendor_answer_line',
  {
    orderId: reference('order_id').notNull(),
    platformLineId: rawText('platform_line_id').notNull(),
    sellerSku: rawText('seller_sku').notNull(),
    title: text('title').notNull(),
    unitPrice: numeric('unit_price', { precision: 18, scale: 6 }).notNull(),
    ordered: integer('ordered').notNull(),
    accepted: integer('accepted').notNull(),
    backordered: integer('backordered').notNull(),
    backorderDay: date('backorder_day'),
    rejected: integer('rejected').notNull(),
    reason: text('reason'),
  },
  (t) => [
    keyOf(t.companyId, t.orderId, t.platformLineId),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]),
    check('vendor_answer_whole', sql`accepted + backordered + rejected = ordered and ordered > 0`),
    check('vendor_answer_positive', sql`accepted >= 0 and backordered >= 0 and rejected >= 0`),
    check(
      'vendor_answer_reasoned',
      sql`(backordered = 0 or backorder_day is not null) and (rejected = 0 or reason is not null)`,
    ),
  ],
);

/** Serial numbers issued per SSCC prefix (extension digit and GS1 company prefix). */
export const vendorSerial = companyKeyedTable(
  'vendor_serial',
  { prefix: rawText('prefix').notNull(), last: integer('last').notNull() },
  (t) => [keyOf(t.companyId, t.prefix), check('vendor_serial_positive', sql`last > 0`)],
);

export const vendorPallet = companyKeyedTable(
  'vendor_pallet',
  {
    orderId: reference('order_id').notNull(),
    number: integer('number').notNull(),
    sscc: rawText('sscc').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.orderId, t.number),
    uniqueIndex('vendor_pallet_sscc').on(t.companyId, t.sscc),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]).onDelete('cascade'),
    check('vendor_pallet_sscc_shape', sql`sscc ~ '^[0-9]{18}$'`),
  ],
);

export const vendorCarton = companyKeyedTable(
  'vendor_carton',
  {
    orderId: reference('order_id').notNull(),
    number: integer('number').notNull(),
    palletNo: integer('pallet_no'),
    sscc: rawText('sscc').notNull(),
    lengthCm: amount('length_cm').notNull(),
    widthCm: amount('width_cm').notNull(),
    heightCm: amount('height_cm').notNull(),
    grossKg: amount('gross_kg').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.orderId, t.number),
    uniqueIndex('vendor_carton_sscc').on(t.companyId, t.sscc),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]).onDelete('cascade'),
    check('vendor_carton_size', sql`length_cm > 0 and width_cm > 0 and height_cm > 0 and gross_kg > 0`),
    check('vendor_carton_sscc_shape', sql`sscc ~ '^[0-9]{18}$'`),
  ],
);

export const vendorCartonItem = companyKeyedTable(
  'vendor_carton_item',
  {
    orderId: reference('order_id').notNull(),
    cartonNo: integer('carton_no').notNull(),
    platformLineId: rawText('line_no').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.orderId, t.cartonNo, t.platformLineId),
    belongsTo(
      [t.companyId, t.orderId, t.cartonNo],
      [vendorCarton.companyId, vendorCarton.orderId, vendorCarton.number],
    ).onDelete('cascade'),
    check('vendor_carton_item_quantity', sql`quantity > 0`),
  ],
);

/** The shipment of an order's cartons, as in the ASN. */
export const vendorShipment = companyKeyedTable(
  'vendor_shipment',
  {
    orderId: reference('order_id').notNull(),
    number: rawText('number').notNull(),
    mode: text('mode').notNull(),
    scac: text('scac').notNull(),
    billOfLading: text('bill_of_lading').notNull(),
    pro: text('pro').notNull(),
    terms: text('terms').notNull(),
    shippedDay: date('shipped_day').notNull(),
    deliveryDay: date('delivery_day'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.orderId),
    uniqueIndex('vendor_shipment_number').on(t.companyId, t.number),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]),
    check('vendor_shipment_days', sql`delivery_day is null or delivery_day >= shipped_day`),
    check(
      'vendor_shipment_known',
      sql`mode in ('SmallParcel', 'LessThanTruckLoad', 'TruckLoad') and terms in ('prepaid', 'collect')`,
    ),
  ],
);

export const vendorInvoice = companyKeyedTable(
  'vendor_invoice',
  {
    orderId: reference('order_id').notNull(),
    number: rawText('number').notNull(),
    onDay: date('on_day').notNull(),
    currency: text('currency').notNull(),
    /** [{platformLineId, quantity, unitPrice}] as billed. */
    lines: jsonb('lines').notNull(),
    goodsAmount: amount('goods_amount').notNull(),
    taxPercent: numeric('tax_percent', { precision: 5, scale: 2 }).notNull(),
    taxAmount: amount('tax_amount').notNull(),
    totalAmount: amount('total_amount').notNull(),
    paidDay: date('paid_day'),
  },
  (t) => [
    keyOf(t.companyId, t.orderId),
    uniqueIndex('vendor_invoice_number').on(t.companyId, t.number),
    index('vendor_invoice_open').on(t.companyId, t.onDay).where(sql`paid_day is null`),
    belongsTo([t.companyId, t.orderId], [salesOrder.companyId, salesOrder.id]),
    check(
      'vendor_invoice_sum',
      sql`total_amount = goods_amount + tax_amount and goods_amount >= 0 and tax_amount >= 0`,
    ),
  ],
);
