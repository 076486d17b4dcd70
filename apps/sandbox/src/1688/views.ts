import { exact } from '../kit/exact.ts';
import type { Offer } from './offers.ts';
import { type Cargo, freightOf, goodsOf, PAY_SECONDS, type Trade, totalOf } from './trades.ts';

const yuan = (cents: number) => exact((cents / 100).toFixed(2));
const long = (digits: string) => exact(digits);
const beijing = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString();

/** "20180614101942000+0800" */
export const compact = (ms: number) => `${beijing(ms).replace(/[-:T.Z]/g, '')}+0800`;
/** "2018-07-24 21:55:33", Beijing time without saying so */
const plain = (ms: number) => beijing(ms).slice(0, 19).replace('T', ' ');

export const offerView = (offer: Offer) => ({
  productInfo: {
    productID: long(offer.offerId),
    productType: 'wholesale',
    status: offer.online ? 'published' : 'member deleted',
    subject: offer.title,
    sellerLoginId: offer.seller,
    supplierLoginId: offer.seller,
    image: { images: ['img/ibank/2018/221/909/9143909122_1606139362.jpg'] },
    skuInfos: offer.specs.map((spec) => ({
      attributes: [{ attributeDisplayName: '规格', attributeValue: spec.name }],
      amountOnSale: spec.stock,
      price: yuan(spec.price),
      skuId: long(`37${offer.offerId.slice(-6)}${spec.price}`),
      specId: spec.specId,
    })),
    saleInfo: {
      supportOnlineTrade: offer.online,
      amountOnSale: offer.specs.reduce((sum, one) => sum + one.stock, 0),
      unit: offer.unit,
      minOrderQuantity: offer.minimum,
      priceRanges: [],
    },
  },
  success: true,
});

export function previewView(cargo: readonly Cargo[]) {
  const goods = cargo.reduce((sum, one) => sum + one.spec.price * one.quantity, 0);
  const freight = freightOf(cargo);
  return {
    orderPreviewResuslt: [
      {
        tradeModeNameList: ['assureTrade'],
        status: true,
        taoSampleSinglePromotion: false,
        sumPayment: goods + freight,
        sumCarriage: freight,
        sumPaymentNoCarriage: goods,
        flowFlag: 'general',
        cargoList: cargo.map(({ offer, spec, quantity }) => ({
          amount: yuan(spec.price * quantity),
          finalUnitPrice: yuan(spec.price),
          specId: spec.specId,
          offerId: long(offer.offerId),
          cargoPromotionList: [],
        })),
        shopPromotionList: [],
        tradeModelList: [{ tradeType: 'assureTrade', name: '担保交易', opSupport: true }],
      },
    ],
    success: true,
  };
}

export function createdView(trades: readonly Trade[]) {
  const [first] = trades;
  if (trades.length === 1 && first)
    return {
      result: { totalSuccessAmount: totalOf(first), orderId: first.id, postFee: first.freight, success: true },
      success: true,
    };
  return {
    result: {
      success: true,
      orderList: trades.map((trade) => ({
        postFee: trade.freight,
        orderAmmount: totalOf(trade),
        discount: 0,
        mergePay: false,
        orderId: trade.id,
      })),
    },
    success: true,
  };
}

export function tradeView(trade: Trade, withLogistics: boolean) {
  return {
    baseInfo: {
      businessType: 'cb',
      // As published examples show it, the number loses its last digits on the way; its text does not.
      id: long(`${trade.id.slice(0, -1)}0`),
      idOfStr: trade.id,
      outOrderId: trade.outOrderId,
      status: trade.status,
      createTime: compact(trade.createdAt),
      modifyTime: compact(trade.changedAt),
      ...(trade.paidAt ? { payTime: compact(trade.paidAt) } : {}),
      sellerLoginId: trade.seller,
      shippingFee: yuan(trade.freight),
      sumProductPayment: yuan(goodsOf(trade)),
      totalAmount: yuan(totalOf(trade)),
      discount: trade.adjusted,
      refund: yuan(trade.refund),
      refundPayment: trade.refund,
      tradeType: '50060',
      payTimeout: PAY_SECONDS,
      payTimeoutType: 0,
      ...(trade.closeReason ? { closeReason: trade.closeReason } : {}),
    },
    productItems: trade.items.map((item) => ({
      subItemIDString: item.subItem,
      productID: long(item.offer),
      specId: item.spec,
      name: item.title,
      quantity: exact(item.quantity.toFixed(1)),
      price: yuan(item.price),
      itemAmount: yuan(item.price * item.quantity),
      unit: item.unit,
      skuInfos: [{ name: '规格', value: item.specName }],
    })),
    tradeTerms: [{ payStatus: trade.paidAt ? '2' : '1', phasAmount: yuan(totalOf(trade)), payWay: '1' }],
    ...(withLogistics
      ? {
          nativeLogistics: {
            address: trade.address,
            logisticsItems: trade.parcels.map((parcel) => ({
              logisticsCode: parcel.code,
              deliveredTime: compact(parcel.sentAt),
              logisticsCompanyName: parcel.company,
              logisticsBillNo: parcel.billNo,
              status: 'alreadysend',
              type: '0',
              subItemIds: parcel.items.join(','),
            })),
          },
        }
      : {}),
  };
}

export const traceView = (trade: Trade) => ({
  logisticsTrace: trade.parcels.map((parcel) => ({
    logisticsId: parcel.code,
    logisticsBillNo: parcel.billNo,
    orderId: long(trade.id),
    logisticsSteps: parcel.steps.map(({ at, text }) => ({ acceptTime: plain(at), remark: text })),
  })),
  success: true,
});
