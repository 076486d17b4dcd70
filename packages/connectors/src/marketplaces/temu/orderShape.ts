import { z } from 'zod';
import { lax, laxList, laxObject, laxText, laxWhole, orUnreadable } from '../../lax.ts';
import { currencyCode } from '../../read.ts';

export const id = z.union([z.string().min(1), z.number().int()]).transform(String);
/** As a number or as its digits. */
const whole = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
const LAST = 99_999_999_999;
export const moment = whole
  .refine((seconds) => seconds > 0 && seconds <= LAST, 'not a moment in seconds')
  .transform((seconds) => new Date(seconds * 1000).toISOString());

const labels = laxList(
  z.object({ name: z.string(), value: z.union([z.number(), z.string(), z.boolean()]).transform(Number) }),
);

/** A missing factor is one; one that cannot be read would ship too much or too little. */
const product = z.object({
  productSkuId: lax(id),
  extCode: laxText,
  soldFactor: whole.refine((factor) => factor > 0, 'not a factor').nullish(),
});

/** One article of an order: what ships together, is cancelled together and has a state of its own. */
const lineShape = z.object({
  orderSn: id,
  orderStatus: laxWhole,
  /** Semi-managed sellers may get none of the two. */
  goodsId: lax(id),
  skuId: lax(id),
  goodsName: laxText,
  spec: laxText,
  /** Without what was called off before shipping. */
  quantity: whole.refine((count) => count >= 0, 'not a quantity'),
  originalOrderQuantity: laxWhole,
  fulfillmentType: laxText,
  /** What lies in the house for it: so many pieces of each for one sold. */
  productList: lax(z.array(product)),
});

export const orderShape = z.object({
  parentOrderMap: z.object({
    parentOrderSn: z.string().min(1),
    parentOrderStatus: whole,
    parentOrderTime: moment,
    /** Lists tell it; a detail may not. */
    updateTime: lax(moment),
    /** "Nothing" is null, 0, or no field at all. */
    expectShipLatestTime: lax(moment),
    regionId: lax(id),
    fulfillmentWarning: laxList(z.string()),
    parentOrderLabel: labels,
  }),
  orderList: z.array(lineShape).min(1),
});

export type TemuOrder = z.output<typeof orderShape>;
export type TemuLine = z.output<typeof lineShape>;

/** In the currency's smallest unit. */
const money = orUnreadable(
  z
    .object({ amount: z.union([z.number().int(), z.string().regex(/^-?\d+$/)]), currency: currencyCode })
    .nullish()
    .transform((answered) => answered ?? undefined),
);

export const amountShape = laxObject({
  parentOrderMap: laxObject({
    retailPriceTotal: money,
    retailPriceTotalTaxExcl: money,
    basePriceTotal: money,
    shippingAmountTotal: money,
    taxTotalAfterDiscount: money,
    taxTotal: money,
    totalDiscount: money,
    customerPaid: money,
  }),
  orderList: laxList(
    z.object({
      orderSn: id,
      unitRetailPriceVatExcl: money,
      unitRetailPrice: money,
      unitBasePrice: money,
      discountFromTEMU: money,
      discountFromSeller: money,
      productTaxAmount: money,
    }),
  ),
});
export type TemuAmounts = z.output<typeof amountShape>;
export type TemuMoney = z.output<typeof money>;

export const addressShape = laxObject({
  receiptName: laxText,
  mobile: laxText,
  mail: laxText,
  regionName1: laxText,
  regionName2: laxText,
  regionName3: laxText,
  regionName4: laxText,
  addressLine1: laxText,
  addressLine2: laxText,
  addressLine3: laxText,
  addressLineAll: laxText,
  postCode: laxText,
});
export type TemuAddress = z.output<typeof addressShape>;
