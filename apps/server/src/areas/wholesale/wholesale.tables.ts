import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
  unitCost,
} from '../../core/database/table.ts';
import { product } from '../catalog/catalog.tables.ts';
import { salesOrder } from '../orders/orders.tables.ts';

const percent = (name: string) => numeric(name, { precision: 5, scale: 2 });

export const wholesalePriceList = companyTable(
  'wholesale_price_list',
  {
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    validFrom: date('valid_from'),
    validTo: date('valid_to'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('wholesale_price_list_name').on(t.companyId, t.name),
    check('wholesale_price_list_days', sql`valid_from is null or valid_to is null or valid_from <= valid_to`),
  ],
);

/** Unit price from a minimum quantity. */
export const wholesalePrice = companyKeyedTable(
  'wholesale_price',
  {
    priceListId: reference('price_list_id').notNull(),
    productId: reference('product_id').notNull(),
    fromQuantity: integer('from_quantity').notNull(),
    unitPrice: unitCost('unit_price').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.priceListId, t.productId, t.fromQuantity),
    index('wholesale_price_product').on(t.companyId, t.productId),
    belongsTo([t.companyId, t.priceListId], [wholesalePriceList.companyId, wholesalePriceList.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
    check('wholesale_price_sense', sql`from_quantity > 0 and unit_price >= 0`),
  ],
);

export const wholesaleCustomer = companyTable(
  'wholesale_customer',
  {
    name: text('name').notNull(),
    taxId: text('tax_id').notNull().default(''),
    language: text('language').notNull().default('en'),
    currency: text('currency').notNull(),
    priceListId: reference('price_list_id'),
    termsDays: integer('terms_days').notNull().default(0),
    depositPercent: percent('deposit_percent').notNull().default('0'),
    balanceBeforeShipment: boolean('balance_before_shipment').notNull().default(false),
    /** Credit limit in the customer's currency; null: none. */
    creditLimit: amount('credit_limit'),
    contacts: jsonb('contacts').notNull().$type<{ name: string; email: string; phone: string }[]>(),
    address: jsonb('address').$type<Record<string, unknown>>(),
    remark: text('remark').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('wholesale_customer_name').on(t.companyId, t.name),
    index('wholesale_customer_list').on(t.companyId, t.priceListId),
    belongsTo([t.companyId, t.priceListId], [wholesalePriceList.companyId, wholesalePriceList.id]),
    check('wholesale_customer_terms', sql`deposit_percent between 0 and 100 and terms_days >= 0`),
  ],
);

/** A wholesale order. Copies the customer's terms at the time of writing. */
export const wholesaleOrder = companyTable(
  'wholesale_order',
  {
    number: rawText('number').notNull(),
    customerId: reference('customer_id').notNull(),
    /** quotation, confirmed, done, cancelled */
    state: text('state').notNull().default('quotation'),
    customerRef: rawText('customer_ref').notNull().default(''),
    currency: text('currency').notNull(),
    shipTo: jsonb('ship_to').$type<Record<string, unknown>>(),
    incoterm: text('incoterm').notNull(),
    incotermPlace: text('incoterm_place').notNull().default(''),
    termsDays: integer('terms_days').notNull(),
    depositPercent: percent('deposit_percent').notNull(),
    balanceBeforeShipment: boolean('balance_before_shipment').notNull(),
    validUntil: date('valid_until'),
    goodsAmount: amount('goods_amount').notNull(),
    discountAmount: amount('discount_amount').notNull(),
    shippingAmount: amount('shipping_amount').notNull(),
    taxPercent: percent('tax_percent').notNull(),
    taxAmount: amount('tax_amount').notNull(),
    totalAmount: amount('total_amount').notNull(),
    depositDue: amount('deposit_due').notNull(),
    /** The sum of the payments, updated with each. */
    paidAmount: amount('paid_amount').notNull().default('0'),
    remark: text('remark').notNull().default(''),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [
    uniqueIndex('wholesale_order_number').on(t.companyId, t.number),
    index('wholesale_order_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('wholesale_order_customer').on(t.companyId, t.customerId, t.id.desc().nullsFirst()),
    belongsTo([t.companyId, t.customerId], [wholesaleCustomer.companyId, wholesaleCustomer.id]),
    check('wholesale_order_state_known', sql`state in ('quotation', 'confirmed', 'done', 'cancelled')`),
    check('wholesale_order_sums', sql`total_amount = goods_amount - discount_amount + shipping_amount + tax_amount`),
    check('wholesale_order_sense', sql`discount_amount between 0 and goods_amount and paid_amount >= 0`),
  ],
);

export const wholesaleLine = companyTable(
  'wholesale_line',
  {
    orderId: reference('order_id').notNull(),
    position: integer('position').notNull(),
    productId: reference('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    unitPrice: unitCost('unit_price').notNull(),
    /** The list price, its minimum quantity, and the name of the price list. */
    listedPrice: unitCost('listed_price'),
    listedFrom: integer('listed_from'),
    priceListName: text('price_list_name'),
    amount: amount('amount').notNull(),
    discount: amount('discount').notNull(),
    tax: amount('tax').notNull(),
    /** Units in shipments in progress, and in shipped ones. */
    planned: integer('planned').notNull().default(0),
    shipped: integer('shipped').notNull().default(0),
  },
  (t) => [
    uniqueIndex('wholesale_line_position').on(t.companyId, t.orderId, t.position),
    index('wholesale_line_product').on(t.companyId, t.productId),
    belongsTo([t.companyId, t.orderId], [wholesaleOrder.companyId, wholesaleOrder.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.productId], [product.companyId, product.id]),
    check(
      'wholesale_line_never_more',
      sql`quantity > 0 and planned >= 0 and shipped >= 0 and planned + shipped <= quantity`,
    ),
  ],
);

/** Append-only: a negative row corrects a wrong one. */
export const wholesalePayment = companyTable(
  'wholesale_payment',
  {
    orderId: reference('order_id').notNull(),
    /** deposit, balance */
    kind: text('kind').notNull(),
    amount: amount('amount').notNull(),
    onDay: date('on_day').notNull(),
    reference: text('reference').notNull().default(''),
    notedBy: text('noted_by').notNull(),
    notedAt: instant('noted_at').notNull(),
  },
  (t) => [
    index('wholesale_payment_order').on(t.companyId, t.orderId, t.id),
    belongsTo([t.companyId, t.orderId], [wholesaleOrder.companyId, wholesaleOrder.id]),
    check('wholesale_payment_sense', sql`kind in ('deposit', 'balance') and amount <> 0`),
  ],
);

/** A shipment of an order: a sales order to the warehouse. */
export const wholesaleShipment = companyTable(
  'wholesale_shipment',
  {
    orderId: reference('order_id').notNull(),
    number: rawText('number').notNull(),
    salesOrderId: reference('sales_order_id').notNull(),
    /** open, shipped, cancelled */
    state: text('state').notNull().default('open'),
    overrideReason: text('override_reason').notNull().default(''),
    shippingAmount: amount('shipping_amount').notNull(),
    createdAt: instant('created_at').notNull(),
    shippedAt: instant('shipped_at'),
  },
  (t) => [
    uniqueIndex('wholesale_shipment_number').on(t.companyId, t.number),
    uniqueIndex('wholesale_shipment_sales_order').on(t.companyId, t.salesOrderId),
    index('wholesale_shipment_order').on(t.companyId, t.orderId, t.id),
    belongsTo([t.companyId, t.orderId], [wholesaleOrder.companyId, wholesaleOrder.id]),
    belongsTo([t.companyId, t.salesOrderId], [salesOrder.companyId, salesOrder.id]),
    check('wholesale_shipment_state_known', sql`state in ('open', 'shipped', 'cancelled')`),
  ],
);

export const wholesaleShipmentLine = companyKeyedTable(
  'wholesale_shipment_line',
  {
    shipmentId: reference('shipment_id').notNull(),
    lineId: reference('line_id').notNull(),
    quantity: integer('quantity').notNull(),
    amount: amount('amount').notNull(),
    discount: amount('discount').notNull(),
    tax: amount('tax').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.shipmentId, t.lineId),
    index('wholesale_shipment_line_line').on(t.companyId, t.lineId),
    belongsTo([t.companyId, t.shipmentId], [wholesaleShipment.companyId, wholesaleShipment.id]),
    belongsTo([t.companyId, t.lineId], [wholesaleLine.companyId, wholesaleLine.id]),
    check('wholesale_shipment_line_quantity', sql`quantity > 0`),
  ],
);

export const wholesaleCarton = companyKeyedTable(
  'wholesale_carton',
  {
    shipmentId: reference('shipment_id').notNull(),
    number: integer('number').notNull(),
    palletNo: integer('pallet_no'),
    lengthCm: amount('length_cm').notNull(),
    widthCm: amount('width_cm').notNull(),
    heightCm: amount('height_cm').notNull(),
    grossKg: amount('gross_kg').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.shipmentId, t.number),
    belongsTo([t.companyId, t.shipmentId], [wholesaleShipment.companyId, wholesaleShipment.id]),
    check('wholesale_carton_size', sql`length_cm > 0 and width_cm > 0 and height_cm > 0 and gross_kg > 0`),
  ],
);

export const wholesaleCartonItem = companyKeyedTable(
  'wholesale_carton_item',
  {
    shipmentId: reference('shipment_id').notNull(),
    cartonNo: integer('carton_no').notNull(),
    lineId: reference('line_id').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.shipmentId, t.cartonNo, t.lineId),
    belongsTo(
      [t.companyId, t.shipmentId, t.cartonNo],
      [wholesaleCarton.companyId, wholesaleCarton.shipmentId, wholesaleCarton.number],
    ).onDelete('cascade'),
    belongsTo(
      [t.companyId, t.shipmentId, t.lineId],
      [wholesaleShipmentLine.companyId, wholesaleShipmentLine.shipmentId, wholesaleShipmentLine.lineId],
    ),
    check('wholesale_carton_item_quantity', sql`quantity > 0`),
  ],
);
