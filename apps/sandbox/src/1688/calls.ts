import { at, list, text } from '../http/types.ts';
import { parseExact } from '../kit/exact.ts';
import type { Offer } from './offers.ts';
import { cargoOf, type Trade, TradeError, type Trades } from './trades.ts';
import { createdView, offerView, previewView, traceView, tradeView } from './views.ts';

export const ADDRESSES = [
  ['560954849', '李敏', '13800138001', '浙江省 义乌市 稠江街道', '集运仓 A12 栋 3 楼', true],
  ['547009002', '陈晨', '13800138002', '广东省 深圳市 宝安区', '福永国际仓 8 号门', false],
] as const;

type Params = Readonly<Record<string, string>>;
export interface Desk {
  offers: Offer[];
  trades: Trades;
  now(): number;
  /** The trade as this answer shows it: an answer of a copy that lags behind shows an older one. */
  shown(trade: Trade): Trade;
  baseUrl(): string;
}

const object = (params: Params, name: string): unknown => {
  const value = parseExact(Buffer.from(params[name] ?? ''));
  if (value === undefined) throw new TradeError('400', `${name} invalid`);
  return value;
};
/** A Long as these calls take it: a number, not its text. */
const long = (value: unknown, name: string): string => {
  if (typeof value !== 'number' && !/^\d{16,}$/.test(String(value)))
    throw new TradeError('400', `${name} invalid:${name} invalid`);
  return String(value);
};

function goods(desk: Desk, params: Params) {
  const address = ADDRESSES.find(([id]) => id === long(at(object(params, 'addressParam'), 'addressId'), 'AddressId'));
  if (!address) throw new TradeError('400', 'AddressId invalid:AddressId invalid');
  const rows = list(object(params, 'cargoParamList')).map((one) => ({
    offerId: long(at(one, 'offerId'), 'offerId'),
    specId: text(at(one, 'specId')),
    quantity: Number(at(one, 'quantity')),
  }));
  return { cargo: cargoOf(desk.offers, rows), address: `${address[3]} ${address[4]}` };
}

interface Served {
  known: readonly string[];
  work(desk: Desk, params: Params): unknown;
  /** How this group of calls words a refusal. */
  refuse(error: TradeError): object;
}
const named = (code: string, message: string) => (error: TradeError) => ({
  success: false,
  [code]: error.code,
  [message]: error.message,
});
const site = (params: Params) => {
  if (params.webSite !== '1688') throw new TradeError('400', 'webSite');
};

/** Namespace and name of what the stand-in serves. A parameter that none of them knows is refused. */
export const CALLS: Readonly<Record<string, Served>> = {
  'com.alibaba.trade/alibaba.trade.receiveAddress.get': {
    known: [],
    refuse: named('code', 'message'),
    work: () => ({
      result: {
        receiveAddressItems: ADDRESSES.map(([id, fullName, mobilePhone, addressCodeText, address, isDefault]) => ({
          ...{ id: Number(id), fullName, mobilePhone, addressCodeText, address, isDefault, post: '322000' },
        })),
      },
      success: true,
    }),
  },
  'com.alibaba.product/alibaba.cross.productInfo': {
    known: ['productId'],
    refuse: (error) => ({ success: false, message: error.message }),
    work: ({ offers }, { productId = '' }) => {
      const offer = offers.find((one) => one.offerId === productId);
      if (!offer) throw new TradeError('', `商品[${productId}]不存在`);
      if (!offer.listed) throw new TradeError('', '没有该商品的查询权限');
      return offerView(offer);
    },
  },
  'com.alibaba.trade/alibaba.createOrder.preview': {
    known: ['flow', 'addressParam', 'cargoParamList'],
    refuse: named('errorCode', 'errorMsg'),
    work: (desk, params) => previewView(goods(desk, params).cargo),
  },
  'com.alibaba.trade/alibaba.trade.createCrossOrder': {
    known: ['flow', 'addressParam', 'cargoParamList', 'outOrderId', 'isvBizType', 'message'],
    refuse: named('code', 'message'),
    work: (desk, params) => {
      if (params.flow !== 'general') throw new TradeError('400', 'flow');
      const { cargo, address } = goods(desk, params);
      return createdView(desk.trades.create(cargo, params.outOrderId ?? '', address, desk.now()));
    },
  },
  'com.alibaba.trade/alibaba.trade.get.buyerView': {
    known: ['webSite', 'orderId', 'includeFields', 'outOrderId'],
    // Its success is a text.
    refuse: (error) => ({ ...named('errorCode', 'errorMessage')(error), success: 'false' }),
    work: (desk, params) => {
      site(params);
      return { result: tradeView(desk.shown(desk.trades.one(params.orderId ?? '')), true), success: 'true' };
    },
  },
  'com.alibaba.trade/alibaba.trade.getBuyerOrderList': {
    known: ['outOrderId', 'page', 'pageSize'],
    refuse: (error) => ({ errorCode: error.code, errorMessage: error.message }),
    work: ({ trades }, params) => {
      const late = trades.lateLists > 0;
      if (late) trades.lateLists--;
      const found = late ? [] : trades.trades.filter((one) => one.outOrderId === params.outOrderId);
      // No word of success, and no logistics.
      return { result: found.map((one) => tradeView(one, false)), totalRecord: found.length };
    },
  },
  'com.alibaba.logistics/alibaba.trade.getLogisticsTraceInfo.buyerView': {
    known: ['webSite', 'orderId', 'logisticsId'],
    refuse: named('errorCode', 'errorMessage'),
    work: (desk, params) => {
      site(params);
      const trade = desk.shown(desk.trades.one(params.orderId ?? ''));
      if (trade.parcels.length === 0) throw new TradeError('404', '无法找到相对应的物流单跟踪信息。');
      return traceView(trade);
    },
  },
  'com.alibaba.trade/alibaba.trade.cancel': {
    known: ['webSite', 'tradeID', 'cancelReason', 'remark'],
    refuse: named('errorCode', 'errorMessage'),
    work: (desk, params) => {
      site(params);
      desk.trades.cancel(desk.trades.one(params.tradeID ?? ''), params.cancelReason ?? '', desk.now());
      return { success: true };
    },
  },
  'com.alibaba.trade/alibaba.alipay.url.get': {
    known: ['orderIdList'],
    refuse: named('errorCode', 'erroMsg'),
    work: (desk, params) => {
      const ids = list(object(params, 'orderIdList')).map((one) => long(one, 'orderIdList'));
      for (const id of ids) desk.trades.one(id);
      return { payUrl: `${desk.baseUrl()}/1688/cashier?orderId=${ids.join(';')}`, success: true };
    },
  },
};
