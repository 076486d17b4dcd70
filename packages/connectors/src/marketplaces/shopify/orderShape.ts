import { z } from 'zod';
import { amount, currencyCode, instant, optionalText, wholeNumber } from '../../read.ts';

/** Admin GraphQL 2026-07, as far as we read it. */
const money = z.object({ shopMoney: z.object({ amount, currencyCode }) }).transform((answered) => answered.shopMoney);
export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });

export const lineShape = z.object({
  id: z.string().min(1),
  sku: optionalText,
  title: optionalText,
  quantity: wholeNumber,
  currentQuantity: wholeNumber,
  originalUnitPriceSet: money,
  originalTotalSet: money.nullish(),
  discountedTotalSet: money.nullish(),
  taxLines: z.array(z.object({ priceSet: money })).nullish(),
  variant: z.object({ id: z.string() }).nullish(),
});

const fulfilmentOrder = z.object({
  id: z.string().min(1),
  status: z.string(),
  lineItems: z.object({
    nodes: z.array(
      z.object({ id: z.string(), remainingQuantity: wholeNumber, lineItem: z.object({ id: z.string() }) }),
    ),
  }),
});

export const orderShape = z.object({
  id: z.string().startsWith('gid://shopify/Order/'),
  legacyResourceId: z.coerce.string().regex(/^\d+$/, 'not an order id'),
  name: optionalText,
  createdAt: instant,
  updatedAt: instant,
  cancelledAt: instant.nullish(),
  displayFinancialStatus: z.string(),
  displayFulfillmentStatus: z.string(),
  currencyCode,
  note: optionalText,
  email: optionalText,
  currentTotalPriceSet: money,
  totalShippingPriceSet: money.nullish(),
  currentTotalTaxSet: money.nullish(),
  totalDiscountsSet: money.nullish(),
  shippingLine: z.object({ title: optionalText, code: optionalText }).nullish(),
  shippingAddress: z
    .object({
      name: optionalText,
      company: optionalText,
      address1: optionalText,
      address2: optionalText,
      city: optionalText,
      provinceCode: optionalText,
      zip: optionalText,
      countryCodeV2: z.string().length(2),
      phone: optionalText,
    })
    .nullish(),
  lineItems: z.object({ nodes: z.array(lineShape), pageInfo: pageInfo.nullish() }),
  fulfillmentOrders: z.object({ nodes: z.array(fulfilmentOrder) }).nullish(),
});

export type ShopifyOrder = z.output<typeof orderShape>;
export type ShopifyLine = z.output<typeof lineShape>;
