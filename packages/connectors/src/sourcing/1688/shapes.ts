import { z } from 'zod';
import { laxAmount } from '../../amounts.ts';
import { idText, lax, laxList, laxObject, laxText, laxWhole } from '../../lax.ts';
import { amount } from '../../read.ts';

/** Answers of 1688, strict only about numbers of orders and what is paid. */

const yes = z
  .unknown()
  .optional()
  .transform((answered) => answered === true || answered === 'true');

export const addressesShape = z.object({
  result: laxObject({
    receiveAddressItems: laxList(
      z.object({
        id: idText,
        fullName: laxText,
        address: laxText,
        phone: laxText,
        mobilePhone: laxText,
        addressCodeText: laxText,
        townName: laxText,
        isDefault: yes,
      }),
    ),
  }),
});

export const offerShape = z.object({
  productInfo: z.object({
    productID: idText,
    subject: laxText,
    status: laxText,
    supplierLoginId: laxText,
    sellerLoginId: laxText,
    image: laxObject({ images: laxList(z.string()) }),
    skuInfos: laxList(
      z.object({
        specId: idText,
        price: laxAmount,
        amountOnSale: laxWhole,
        attributes: laxList(z.object({ attributeValue: laxText })),
      }),
    ),
    saleInfo: laxObject({
      supportOnlineTrade: z.unknown().optional(),
      priceRanges: laxList(z.object({ startQuantity: z.coerce.number().int().positive(), price: amount })),
      amountOnSale: lax(z.coerce.number()),
      unit: laxText,
      minOrderQuantity: laxWhole,
    }),
  }),
});

const cents = z.union([z.number().int(), z.string().regex(/^-?\d{1,15}$/)]);

export const previewShape = z.object({
  orderPreviewResuslt: z
    .array(
      z.object({
        sumPayment: cents,
        sumCarriage: cents,
        sumPaymentNoCarriage: cents,
        discountFee: lax(cents),
        status: z.unknown().optional(),
        message: laxText,
        tradeModeNameList: lax(z.array(z.string())),
        cargoList: z.array(
          z.object({
            offerId: idText,
            specId: laxText,
            finalUnitPrice: amount,
            amount,
            message: laxText,
            resultCode: laxText,
          }),
        ),
      }),
    )
    .min(1),
});

export const placedShape = z.object({
  result: laxObject({
    orderId: lax(idText),
    orderList: laxList(z.object({ orderId: idText })),
    failedOfferList: laxList(
      z.object({ offerId: laxText, specId: laxText, errorCode: laxText, errorMessage: laxText }),
    ),
  }),
  orderId: lax(idText),
});

const item = z.object({
  productID: lax(idText),
  specId: laxText,
  name: laxText,
  quantity: laxAmount,
  price: laxAmount,
  itemAmount: laxAmount,
});
const parcel = z.object({
  logisticsCode: laxText,
  id: lax(idText),
  deliveredTime: laxText,
  logisticsCompanyName: laxText,
  logisticsBillNo: laxText,
  noLogisticsName: laxText,
  noLogisticsBillNo: laxText,
});

export const orderShape = z.object({
  baseInfo: z.object({
    /** The number itself is bent by some programs on the way; its text is not. */
    idOfStr: lax(idText),
    id: lax(idText),
    status: z.string(),
    outOrderId: laxText,
    totalAmount: amount,
    shippingFee: laxAmount,
    refund: laxAmount,
    createTime: laxText,
    modifyTime: laxText,
    payTime: laxText,
    payTimeout: laxWhole,
    payTimeoutType: laxWhole,
    closeReason: laxText,
    closeRemark: laxText,
  }),
  productItems: laxList(item),
  nativeLogistics: laxObject({ logisticsItems: laxList(parcel) }),
});

export const tracesShape = z.object({
  logisticsTrace: laxList(
    z.object({
      logisticsId: laxText,
      logisticsBillNo: laxText,
      logisticsSteps: laxList(z.object({ acceptTime: laxText, remark: laxText })),
    }),
  ),
});

export const payShape = z.object({ payUrl: z.url() });
