import { z } from 'zod';
import { unreadable } from '../../http.ts';
import { exact } from '../../json.ts';
import { fromMinor, sum } from '../../money.ts';
import { malformed } from '../../read.ts';
import { ConnectorError, type Tokens } from '../../types.ts';
import type { SourcingConnector, SourcingGoods, SourcingOrder, SourcingPreview, SourcingState } from '../connector.ts';
import { type Gateway1688, PLATFORM } from './gateway.ts';
import { orderShape, payShape, placedShape, previewShape, tracesShape } from './shapes.ts';
import { platformTime } from './times.ts';

const TRADE = 'com.alibaba.trade';
const SITE = { webSite: '1688' };
const STATES: Readonly<Record<string, SourcingState>> = {
  waitbuyerpay: 'unpaid',
  waitsellersend: 'paid',
  waitlogisticstakein: 'dispatched',
  waitbuyerreceive: 'dispatched',
  waitbuyersign: 'dispatched',
  signinsuccess: 'delivered',
  confirm_goods: 'delivered',
  success: 'done',
  cancel: 'cancelled',
  terminated: 'cancelled',
};
/** What the logistics calls answer for an order that has not left. */
const NOT_SENT = new Set(['404', '500_2']);
const yuan = (cents: number | string) => fromMinor(cents, 'CNY');

const goodsOf = ({ addressId, lines }: SourcingGoods) => ({
  flow: 'general',
  addressParam: { addressId: exact(addressId) },
  cargoParamList: lines.map(({ offerId, specId, quantity }) => ({
    offerId: exact(offerId),
    ...(specId ? { specId } : {}),
    quantity,
  })),
});

type Orders = Pick<SourcingConnector, 'preview' | 'place' | 'find' | 'order' | 'traces' | 'cancel' | 'payUrl'>;

export function createOrders(send: Gateway1688): Orders {
  return {
    preview: (tokens, order) => preview(send, tokens, order),
    place: (tokens, order) => place(send, tokens, order),
    find: (tokens, reference) => find(send, tokens, reference),
    order: async (tokens, orderId) => {
      const params = { ...SITE, orderId };
      const { json, raw } = await send({
        space: TRADE,
        name: 'alibaba.trade.get.buyerView',
        params,
        tokens,
        effect: 'read',
      });
      const read = z.object({ result: orderShape }).safeParse(json);
      if (!read.success) throw malformed(PLATFORM, 'the order', raw, read.error);
      return orderOf(read.data.result, orderId);
    },
    traces: (tokens, orderId) => traces(send, tokens, orderId),
    cancel: async (tokens, tradeID, remark) => {
      const params = { ...SITE, tradeID, cancelReason: 'buyerCancel', remark };
      await send({ space: TRADE, name: 'alibaba.trade.cancel', params, tokens, effect: 'repeatable' });
    },
    payUrl: async (tokens, orderNos) => {
      // Numbers of orders are longer than what JavaScript counts exactly: their digits are written, not counted.
      const params = { orderIdList: `[${orderNos.join(',')}]` };
      const { json, raw } = await send({
        space: TRADE,
        name: 'alibaba.alipay.url.get',
        params,
        tokens,
        effect: 'read',
      });
      const read = payShape.safeParse(json);
      if (!read.success) throw malformed(PLATFORM, 'the payment page', raw, read.error);
      return read.data.payUrl;
    },
  };
}

async function preview(send: Gateway1688, tokens: Tokens, order: SourcingGoods): Promise<SourcingPreview> {
  const params = goodsOf(order);
  const { json, raw } = await send({
    space: TRADE,
    name: 'alibaba.createOrder.preview',
    params,
    tokens,
    effect: 'read',
  });
  const read = previewShape.safeParse(json);
  if (!read.success) throw malformed(PLATFORM, 'the preview', raw, read.error);
  const parts = read.data.orderPreviewResuslt;
  const closed = parts.find((part) => part.status === false || part.tradeModeNameList?.length === 0);
  return {
    goods: sum(parts.map((part) => yuan(part.sumPaymentNoCarriage))),
    freight: sum(parts.map((part) => yuan(part.sumCarriage))),
    discount: sum(parts.map((part) => yuan(part.discountFee ?? 0))),
    total: sum(parts.map((part) => yuan(part.sumPayment))),
    lines: parts.flatMap((part) =>
      part.cargoList.map(({ offerId, specId, finalUnitPrice, amount, message, resultCode }) => ({
        offerId,
        specId: specId ?? '',
        unitPrice: finalUnitPrice,
        amount,
        ...(resultCode && resultCode !== '200' ? { problem: message ?? resultCode } : {}),
      })),
    ),
    ...(closed ? { problem: closed.message ?? 'no way of trading that programs may use (tradeModeNameList)' } : {}),
  };
}

/** An answer that names an order has placed it: the published examples say so with `success: false`. */
const numbersIn = (json: unknown): string[] => {
  const read = placedShape.safeParse(json);
  if (!read.success) return [];
  const { result, orderId } = read.data;
  const one = result.orderId ?? orderId;
  return one ? [one] : result.orderList.map((each) => each.orderId);
};

async function place(
  send: Gateway1688,
  tokens: Tokens,
  order: Parameters<SourcingConnector['place']>[1],
): Promise<{ orderNos: string[] }> {
  const params = {
    ...goodsOf(order),
    outOrderId: order.reference,
    isvBizType: 'cross',
    ...(order.message ? { message: order.message } : {}),
  };
  const { json, raw, request } = await send({
    space: TRADE,
    name: 'alibaba.trade.createCrossOrder',
    params,
    tokens,
    effect: 'once',
    holds: (answered) => numbersIn(answered).length > 0,
  });
  const orderNos = numbersIn(json);
  if (orderNos.length > 0) return { orderNos };
  const failed = placedShape.safeParse(json).data?.result.failedOfferList ?? [];
  const [first] = failed;
  if (first) {
    const words = failed.map((one) => one.errorMessage ?? one.errorCode ?? one.offerId ?? '').join('; ');
    throw new ConnectorError(PLATFORM, 'rejected', words, {
      code: first.errorCode ?? 'FAILED_OFFER',
      ...(raw ? { raw } : {}),
    });
  }
  throw unreadable(PLATFORM, request, 'createCrossOrder: the answer names no order', raw);
}

async function find(send: Gateway1688, tokens: Tokens, reference: string): Promise<string[]> {
  const params = { outOrderId: reference, page: 1, pageSize: 20 };
  const { json, raw } = await send({
    space: TRADE,
    name: 'alibaba.trade.getBuyerOrderList',
    params,
    tokens,
    effect: 'read',
  });
  const read = z.object({ result: z.array(z.unknown()).nullish() }).safeParse(json);
  if (!read.success) throw malformed(PLATFORM, 'the list of orders', raw, read.error);
  return (read.data.result ?? []).flatMap((one) => {
    const order = orderShape.safeParse(one);
    if (!order.success) throw malformed(PLATFORM, 'an order of the list', raw, order.error);
    const { idOfStr, id, outOrderId } = order.data.baseInfo;
    // A list that ignores the filter must not lend us a stranger's order.
    const number = outOrderId === undefined || outOrderId === reference ? (idOfStr ?? id) : undefined;
    return number ? [number] : [];
  });
}

function orderOf(answered: z.output<typeof orderShape>, orderNo: string): SourcingOrder {
  const { baseInfo: base, productItems, nativeLogistics } = answered;
  const created = platformTime(base.createTime);
  const changed = platformTime(base.modifyTime);
  const paid = platformTime(base.payTime);
  const fixedSpan = created && base.payTimeout && !base.payTimeoutType;
  return {
    orderNo,
    ...(base.outOrderId ? { reference: base.outOrderId } : {}),
    state: STATES[base.status.toLowerCase()] ?? 'unknown',
    rawState: base.status,
    ...(changed ? { changedAt: changed } : {}),
    ...(created ? { createdAt: created } : {}),
    ...(paid ? { paidAt: paid } : {}),
    ...(fixedSpan ? { payBefore: new Date(Date.parse(created) + Number(base.payTimeout) * 1000).toISOString() } : {}),
    total: base.totalAmount,
    freight: base.shippingFee ?? '0',
    refunded: base.refund ?? '0',
    ...(base.closeReason ? { closeReason: [base.closeReason, base.closeRemark].filter(Boolean).join(': ') } : {}),
    lines: productItems.map((one) => ({
      offerId: one.productID ?? '',
      specId: one.specId ?? '',
      name: one.name ?? '',
      quantity: one.quantity ?? '0',
      price: one.price ?? '0',
      amount: one.itemAmount ?? '0',
    })),
    parcels: nativeLogistics.logisticsItems.flatMap((one) => {
      const parcelId = one.logisticsCode ?? one.id;
      if (!parcelId) return [];
      const sentAt = platformTime(one.deliveredTime);
      const number = one.noLogisticsBillNo ?? one.logisticsBillNo ?? '';
      return [
        {
          parcelId,
          carrier: one.logisticsCompanyName ?? one.noLogisticsName ?? '',
          // Sellers who deliver themselves leave words there.
          trackingNumber: /^[\w-]{4,40}$/.test(number) ? number : '',
          ...(sentAt ? { sentAt } : {}),
        },
      ];
    }),
  };
}

async function traces(send: Gateway1688, tokens: Tokens, orderId: string): ReturnType<SourcingConnector['traces']> {
  const call = { space: 'com.alibaba.logistics', name: 'alibaba.trade.getLogisticsTraceInfo.buyerView' };
  try {
    const { json, raw } = await send({ ...call, params: { ...SITE, orderId }, tokens, effect: 'read' });
    const read = tracesShape.safeParse(json);
    if (!read.success) throw malformed(PLATFORM, 'the trace', raw, read.error);
    return read.data.logisticsTrace.map(({ logisticsId = '', logisticsBillNo = '', logisticsSteps }) => ({
      parcelId: logisticsId,
      trackingNumber: logisticsBillNo,
      steps: logisticsSteps
        .flatMap(({ acceptTime, remark }) => {
          const at = platformTime(acceptTime);
          return at && remark ? [{ at, text: remark }] : [];
        })
        .sort((a, b) => a.at.localeCompare(b.at)),
    }));
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'rejected' && NOT_SENT.has(error.code ?? '')) return [];
    throw error;
  }
}
