import { sql } from 'drizzle-orm';
import { check, text } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyKeyedTable, keyOf, reference } from '../../core/database/table.ts';
import { orderLine } from './orders.tables.ts';

/**
 * What one order declares to customs for a product of a line: entered by a person, and filled up when the order leaves
 * for another country, so that its papers stay what they were. An empty field comes from the product.
 */
export const orderLineCustoms = companyKeyedTable(
  'order_line_customs',
  {
    lineId: reference('line_id').notNull(),
    /** The line's product, or one of the goods of its bundle. */
    productId: reference('product_id').notNull(),
    nameZh: text('name_zh').notNull().default(''),
    nameEn: text('name_en').notNull().default(''),
    hsCode: text('hs_code').notNull().default(''),
    origin: text('origin').notNull().default(''),
    /** Of a unit. */
    valueUsd: amount('value_usd'),
  },
  (t) => [
    keyOf(t.companyId, t.lineId, t.productId),
    belongsTo([t.companyId, t.lineId], [orderLine.companyId, orderLine.id]).onDelete('cascade'),
    check('order_line_customs_value', sql`value_usd > 0`),
  ],
);
