import { z } from 'zod';
import { lax, laxList, laxObject, laxText } from '../../lax.ts';
import { amount, currencyCode, instant, wholeNumber } from '../../read.ts';
import { holdShape } from './holds.ts';

/** Admin GraphQL 2026-07, as far as we read it. */
const money = z.object({ shopMoney: z.object({ amount, currencyCode }) }).transform((answered) => answered.shopMoney);
export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });

export const lineShape = z.object({
  id: z.string().min(1),
  sku: laxText,
  title: laxText,
  quantity: wholeNumber,
  currentQuantity: wholeNumber,
  originalUnitPriceSet: money,
  originalTotalSet: lax(money),
  discountedTotalSet: lax(money),
  taxLines: laxList(z.object({ priceSet: money })),
  variant: lax(z.object({ id: z.string() })),
});

const fulfilmentOrder = z.object({
  id: z.string().min(1),
  status: z.string(),
  fulfillmentHolds: laxList(holdShape),
  lineItems: laxObject({
    nodes: laxList(
      z.object({ id: z.string(), remainingQuantity: wholeNumber, lineItem: z.object({ id: z.string() }) }),
    ),
  }),
});

export const orderShape = z.object({
  id: z.string().regex(/^gid:\/\/shopify\/Order\/\d+$/, 'not an order id'),
  name: laxText,
  createdAt: instant,
  updatedAt: lax(instant),
  /** Whenever it was. */
  cancelledAt: z.unknown().optional().transform(Boolean),
  displayFinancialStatus: z.string(),
  displayFulfillmentStatus: z.string(),
  currencyCode,
  note: laxText,
  email: laxText,
  currentTotalPriceSet: money,
  totalShippingPriceSet: lax(money),
  currentTotalTaxSet: lax(money),
  totalDiscountsSet: lax(money),
  shippingLine: laxObject({ title: laxText, code: laxText }),
  shippingAddress: lax(
    z.object({
      name: laxText,
      company: laxText,
      address1: laxText,
      address2: laxText,
      city: laxText,
      provinceCode: laxText,
      zip: laxText,
      countryCodeV2: laxText,
      phone: laxText,
    }),
  ),
  lineItems: z.object({ nodes: z.array(lineShape), pageInfo: pageInfo.nullish() }),
  fulfillmentOrders: laxObject({ nodes: laxList(fulfilmentOrder) }),
});

export type ShopifyOrder = z.output<typeof orderShape>;
export type ShopifyLine = z.output<typeof lineShape>;
