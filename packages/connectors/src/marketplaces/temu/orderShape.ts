import { z } from 'zod';
import { currencyCode, optionalText, wholeNumber } from '../../read.ts';

export const id = z.union([z.string().min(1), z.number().int()]).transform(String);
const LAST = 99_999_999_999;
export const moment = z
  .number()
  .int()
  .positive()
  .max(LAST)
  .transform((seconds) => new Date(seconds * 1000).toISOString());
/** "Nothing" is null, 0, or no field at all. */
const optionalMoment = z
  .number()
  .int()
  .nonnegative()
  .max(LAST)
  .nullish()
  .transform((seconds) => (seconds ? new Date(seconds * 1000).toISOString() : undefined));

const labels = z.array(z.object({ name: z.string(), value: z.number() })).nullish();

/** One article of an order: what ships together, is cancelled together and has a state of its own. */
const lineShape = z.object({
  orderSn: z.string().min(1),
  orderStatus: z.number().int(),
  goodsId: id,
  skuId: id,
  goodsName: optionalText,
  spec: optionalText,
  /** Without what was called off before shipping. */
  quantity: wholeNumber,
  originalOrderQuantity: wholeNumber.nullish(),
  fulfillmentType: optionalText,
  /** What lies in the house for it: so many pieces of each for one sold. */
  productList: z
    .array(z.object({ productSkuId: id, extCode: optionalText, soldFactor: z.number().int().positive().nullish() }))
    .nullish(),
});

export const orderShape = z.object({
  parentOrderMap: z.object({
    parentOrderSn: z.string().min(1),
    parentOrderStatus: z.number().int(),
    parentOrderTime: moment,
    updateTime: moment,
    expectShipLatestTime: optionalMoment,
    regionId: id,
    fulfillmentWarning: z.array(z.string()).nullish(),
    parentOrderLabel: labels,
  }),
  orderList: z.array(lineShape).min(1),
});

export type TemuOrder = z.output<typeof orderShape>;
export type TemuLine = z.output<typeof lineShape>;

/** In the currency's smallest unit. */
const money = z
  .object({ amount: z.union([z.number().int(), z.string().regex(/^-?\d+$/)]), currency: currencyCode })
  .nullish();

export const amountShape = z.object({
  parentOrderMap: z.object({
    retailPriceTotal: money,
    retailPriceTotalTaxExcl: money,
    basePriceTotal: money,
    shippingAmountTotal: money,
    taxTotalAfterDiscount: money,
    taxTotal: money,
    totalDiscount: money,
    customerPaid: money,
  }),
  orderList: z
    .array(
      z.object({
        orderSn: z.string(),
        unitRetailPriceVatExcl: money,
        unitRetailPrice: money,
        unitBasePrice: money,
        discountFromTEMU: money,
        discountFromSeller: money,
        productTaxAmount: money,
      }),
    )
    .nullish(),
});
export type TemuAmounts = z.output<typeof amountShape>;
export type TemuMoney = z.output<typeof money>;

export const addressShape = z.object({
  receiptName: optionalText,
  mobile: optionalText,
  mail: optionalText,
  regionName1: optionalText,
  regionName2: optionalText,
  regionName3: optionalText,
  regionName4: optionalText,
  addressLine1: optionalText,
  addressLine2: optionalText,
  addressLine3: optionalText,
  addressLineAll: optionalText,
  postCode: optionalText,
});
export type TemuAddress = z.output<typeof addressShape>;
