// What is declared to customs for the goods of one order.
import { z } from 'zod';
import { anyOrder } from '../access/modules.ts';
import { defineCall, id, integer, ok } from '../call.ts';
import { customsShapes } from '../catalog/customs.ts';
import { hsCode } from '../catalog/product-shapes.ts';

/** Where a declared value comes from, the nearest first. `paid`: the price that the buyer paid. */
export const CUSTOMS_SOURCES = [
  'line',
  'productCountry',
  'categoryCountry',
  'product',
  'category',
  'own',
  'paid',
] as const;
const source = z.enum(CUSTOMS_SOURCES).nullable();

const ownFields = {
  nameZh: customsShapes.nameZh,
  nameEn: customsShapes.nameEn,
  hsCode,
  origin: customsShapes.origin,
  /** Of a unit, in dollars. */
  valueUsd: customsShapes.value,
};
const texts = { nameZh: z.string(), nameEn: z.string(), hsCode: z.string(), origin: z.string() };
const declaredLine = z.object({
  lineId: z.number(),
  productId: z.number(),
  sku: z.string(),
  quantity: z.number(),
  ...texts,
  valueUsd: z.string().nullable(),
  capUsd: z.string().nullable(),
  sources: z.object({ nameZh: source, nameEn: source, hsCode: source, origin: source, valueUsd: source }),
  /** What a person entered for this order; empty: from elsewhere. */
  own: z.object({ ...texts, valueUsd: z.string().nullable() }),
});
export type DeclaredLine = z.output<typeof declaredLine>;

export const orderCustoms = defineCall({
  method: 'GET',
  path: '/seller/order/customs',
  access: anyOrder('view'),
  summary: 'Returns what is declared for the goods of an order, and where each value comes from.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    country: z.string(),
    /** The goods leave the country of their warehouse. Null: it is not known yet. */
    abroad: z.boolean().nullable(),
    list: z.array(declaredLine),
  }),
});
export const saveOrderCustoms = defineCall({
  method: 'POST',
  path: '/seller/order/saveCustoms',
  access: anyOrder('edit'),
  summary:
    'Sets what one order declares for a product of a line. An empty field takes its value from the product again.',
  input: z.strictObject({
    id: id(),
    version: integer(1),
    lineId: id(),
    productId: id(),
    nameZh: ownFields.nameZh.default(''),
    nameEn: ownFields.nameEn.default(''),
    hsCode: ownFields.hsCode.default(''),
    origin: ownFields.origin.default(''),
    valueUsd: ownFields.valueUsd.default(null),
  }),
  result: ok,
});
