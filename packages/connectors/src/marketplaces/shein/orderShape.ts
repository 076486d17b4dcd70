import { z } from 'zod';
import { lax, laxList, laxObject, laxText, laxWhole, orUnreadable } from '../../lax.ts';
import { amount, currencyCode } from '../../read.ts';
import { moment } from './times.ts';

export const id = z.union([z.string().min(1), z.number().int()]).transform(String);
const blank = (answered: unknown) => (typeof answered === 'string' && answered.trim() === '' ? undefined : answered);
export const optionalAmount = z.preprocess(blank, amount.nullish());
export const orNothing = optionalAmount.transform((answered) => answered ?? '0');
const code = z.coerce.number().int();
const laxOrNothing = orUnreadable(orNothing);

/** One for each unit: there are no quantities. */
const unitShape = z.object({
  goodsId: id,
  skuCode: laxText,
  sellerSku: laxText,
  goodsSn: laxText,
  goodsTitle: laxText,
  goodsStatus: laxWhole,
  newGoodsStatus: laxWhole,
  orderCurrency: z.preprocess(blank, currencyCode.nullish()),
  sellerCurrencyPrice: lax(amount),
  costPrice: lax(amount),
  orderCurrencyStoreCouponPrice: laxOrNothing,
  orderCurrencyPromotionPrice: laxOrNothing,
  saleTax: laxOrNothing,
});

const packageShape = z.object({
  packageNo: laxText.transform((answered) => answered ?? ''),
  deliveryNo: laxText,
  waybillNo: laxText,
  carrier: laxText,
  productInventoryList: laxList(z.object({ productId: id })),
});

/** Order detail, as far as we read it. */
export const orderShape = z.object({
  orderNo: z.string().min(1),
  orderStatus: code,
  /** Why it cannot be worked on yet. */
  unProcessReason: laxList(z.union([z.string(), z.number()])),
  /** How it may be shipped: 1 by SHEIN's logistics, 2 by the seller. */
  optionalLogisticsList: laxList(code),
  orderLogisticsType: laxWhole,
  /** Where the goods lie: 2 in a warehouse of SHEIN's. */
  stockMode: laxWhole,
  orderCurrency: currencyCode,
  saleCurrency: z.preprocess(blank, currencyCode.nullish()),
  sellerShippingFee: laxOrNothing,
  orderTime: moment,
  paymentTime: lax(moment),
  orderMsgUpdateTime: lax(moment),
  requestDeliveryTime: lax(moment),
  requestHandoverTime: lax(moment),
  sellerDeliveryTime: lax(moment),
  warehouseDeliveryTime: lax(moment),
  salesSite: laxText,
  orderGoodsInfoList: z.array(unitShape).min(1),
  packageWaybillList: laxList(packageShape),
  receiveMsg: laxObject({ country: laxText, province: laxText, city: laxText, postCode: laxText }),
});

export type SheinOrder = z.output<typeof orderShape>;
export type SheinUnit = z.output<typeof unitShape>;
export type SheinPackage = z.output<typeof packageShape>;
