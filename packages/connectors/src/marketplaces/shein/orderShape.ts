import { z } from 'zod';
import { amount, currencyCode, optionalText } from '../../read.ts';
import { moment, optionalMoment } from './times.ts';

export const id = z.union([z.string().min(1), z.number().int()]).transform(String);
const optionalId = z.preprocess((answered) => (answered === '' ? undefined : answered), id.nullish());
const blank = (answered: unknown) => (typeof answered === 'string' && answered.trim() === '' ? undefined : answered);
export const optionalAmount = z.preprocess(blank, amount.nullish());
export const orNothing = optionalAmount.transform((answered) => answered ?? '0');
const code = z.coerce.number().int();
const optionalCode = z.preprocess(blank, z.coerce.number().int().nullish());

/** One for each unit: there are no quantities. */
const unitShape = z.object({
  goodsId: id,
  skuCode: optionalText,
  sellerSku: optionalText,
  goodsSn: optionalText,
  goodsTitle: optionalText,
  goodsStatus: optionalCode,
  newGoodsStatus: optionalCode,
  orderCurrency: currencyCode.nullish(),
  sellerCurrencyPrice: optionalAmount,
  costPrice: optionalAmount,
  orderCurrencyStoreCouponPrice: orNothing,
  orderCurrencyPromotionPrice: orNothing,
  saleTax: orNothing,
});

const packageShape = z.object({
  packageNo: id,
  deliveryNo: optionalText,
  waybillNo: optionalText,
  carrier: optionalText,
  productInventoryList: z.array(z.object({ productId: optionalId })).nullish(),
});

/** Order detail, as far as we read it. */
export const orderShape = z.object({
  orderNo: z.string().min(1),
  orderStatus: code,
  /** Why it cannot be worked on yet. */
  unProcessReason: z.array(z.union([z.string(), z.number()])).nullish(),
  /** How it may be shipped: 1 by SHEIN's logistics, 2 by the seller. */
  optionalLogisticsList: z.array(code).nullish(),
  orderLogisticsType: optionalCode,
  /** Where the goods lie: 2 in a warehouse of SHEIN's. */
  stockMode: optionalCode,
  orderCurrency: currencyCode,
  saleCurrency: z.preprocess(blank, currencyCode.nullish()),
  sellerShippingFee: orNothing,
  orderTime: moment,
  orderMsgUpdateTime: optionalMoment,
  requestDeliveryTime: optionalMoment,
  requestHandoverTime: optionalMoment,
  sellerDeliveryTime: optionalMoment,
  warehouseDeliveryTime: optionalMoment,
  salesSite: optionalText,
  orderGoodsInfoList: z.array(unitShape).min(1),
  packageWaybillList: z.array(packageShape).nullish(),
  receiveMsg: z
    .object({ country: optionalText, province: optionalText, city: optionalText, postCode: optionalText })
    .nullish(),
});

export type SheinOrder = z.output<typeof orderShape>;
export type SheinUnit = z.output<typeof unitShape>;
export type SheinPackage = z.output<typeof packageShape>;
