import type { Offer, Spec } from './offers.ts';

export interface Item {
  subItem: string;
  offer: string;
  spec: string;
  title: string;
  specName: string;
  unit: string;
  quantity: number;
  price: number;
}
export interface Parcel {
  code: string;
  company: string;
  billNo: string;
  sentAt: number;
  items: string[];
  steps: { at: number; text: string }[];
}
export interface Trade {
  id: string;
  outOrderId: string;
  seller: string;
  status: string;
  createdAt: number;
  changedAt: number;
  paidAt: number | null;
  freight: number;
  /** What the seller took off (below zero) or put on after the order. */
  adjusted: number;
  refund: number;
  closeReason: string;
  items: Item[];
  parcels: Parcel[];
  address: string;
}

/** A refusal as the trading services word it. */
export class TradeError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const goodsOf = (trade: Trade): number => trade.items.reduce((sum, one) => sum + one.price * one.quantity, 0);
export const totalOf = (trade: Trade): number => goodsOf(trade) + trade.freight + trade.adjusted;

export interface Cargo {
  offer: Offer;
  spec: Spec;
  quantity: number;
}

/** Goods as a call names them, checked as the preview does. */
export function cargoOf(
  offers: readonly Offer[],
  named: readonly { offerId: string; specId: string; quantity: number }[],
): Cargo[] {
  if (named.length === 0) throw new TradeError('400', 'cargoParamList is empty');
  if (named.length > 50) throw new TradeError('400', '创建订单最多允许50个SKU');
  const cargo = named.map(({ offerId, specId, quantity }): Cargo => {
    const offer = offers.find((one) => one.offerId === offerId);
    if (!offer?.online) throw new TradeError('500_001', `商品[${offerId}]不支持在线交易，无法下单。`);
    if (!specId) throw new TradeError('500_002', `商品[${offerId}]不属于同一卖家或者没有指定specId。`);
    const found = offer.specs.find((one) => one.specId === specId);
    if (!found)
      throw new TradeError('500_003', `商品[${offerId}]不属于同一卖家或者规格[${specId}] 不属于商品[${offerId}]`);
    if (!(quantity > 0)) throw new TradeError('400', 'quantity');
    if (quantity > found.stock)
      throw new TradeError('500_004', `商品[${offerId}_${specId}]库存不足，请核实库存后订购。`);
    return { offer, spec: found, quantity };
  });
  if (new Set(cargo.map(({ offer }) => offer.seller)).size > 1)
    throw new TradeError('500_002', `商品[${cargo[0]?.offer.offerId}]不属于同一卖家或者没有指定specId。`);
  for (const offer of new Set(cargo.map((one) => one.offer))) {
    const sum = cargo.filter((one) => one.offer === offer).reduce((all, one) => all + one.quantity, 0);
    if (sum < offer.minimum) throw new TradeError('500_005', `商品[${offer.offerId}]的购买数量不满足起批量限制。`);
  }
  return cargo;
}

export const freightOf = (cargo: readonly Cargo[]): number =>
  [...new Set(cargo.map((one) => one.offer))].reduce((sum, offer) => sum + offer.freight, 0);

const UNPAID_MS = 5 * 86_400_000;

/** Orders of the one buyer of the stand-in. */
export class Trades {
  trades: Trade[] = [];
  /** How many orders the next call makes of its lines: sellers' warehouses split them. */
  splitInto = 1;
  /** So many lists do not know new orders yet. */
  lateLists = 0;
  #count = 0;

  create(cargo: readonly Cargo[], outOrderId: string, address: string, now: number): Trade[] {
    const parts = Math.min(this.splitInto, cargo.length);
    this.splitInto = 1;
    return Array.from({ length: parts }, (_, at) => {
      const own = cargo.filter((_one, n) => n % parts === at);
      const id = `36574${String(now).slice(-9)}${String(++this.#count).padStart(5, '0')}`;
      for (const one of own) one.spec.stock -= one.quantity;
      const trade: Trade = {
        id,
        outOrderId,
        seller: own[0]?.offer.seller ?? '',
        status: 'waitbuyerpay',
        createdAt: now,
        changedAt: now,
        paidAt: null,
        freight: freightOf(own),
        adjusted: 0,
        refund: 0,
        closeReason: '',
        items: own.map(({ offer, spec, quantity }, n) => ({
          subItem: `${id}${n}`,
          offer: offer.offerId,
          spec: spec.specId,
          title: offer.title,
          specName: spec.name,
          unit: offer.unit,
          quantity,
          price: spec.price,
        })),
        parcels: [],
        address,
      };
      this.trades.push(trade);
      return trade;
    });
  }

  one(id: string): Trade {
    const found = this.trades.find((trade) => trade.id === id);
    if (!found) throw new TradeError('ORDER_NOT_EXIST', '订单不存在');
    return found;
  }

  cancel(trade: Trade, reason: string, now: number): void {
    if (trade.status !== 'waitbuyerpay') throw new TradeError('ORDER_STATUS_ERROR', '订单状态错误');
    if (reason === 'buyerCancel' && now - trade.createdAt < 10_000)
      throw new TradeError('CLOSE_ORDER_TOO_FAST', '下单不足10秒，暂时无法关闭订单');
    this.#move(trade, 'cancel', now);
    trade.closeReason = reason;
  }

  pay(trade: Trade, now: number): void {
    if (trade.status !== 'waitbuyerpay') throw new Error(`it is ${trade.status}`);
    trade.paidAt = now;
    this.#move(trade, 'waitsellersend', now);
  }

  /** The seller hands over some of the goods, or all that is left. */
  send(trade: Trade, parcel: { company: string; billNo: string; items?: number }, now: number): void {
    const sent = new Set(trade.parcels.flatMap((one) => one.items));
    const left = trade.items.filter((item) => !sent.has(item.subItem)).slice(0, parcel.items ?? trade.items.length);
    if (!trade.paidAt || left.length === 0) throw new Error('nothing to send');
    trade.parcels.push({
      code: `LP${trade.id.slice(-8)}${trade.parcels.length}`,
      company: parcel.company,
      billNo: parcel.billNo,
      sentAt: now,
      items: left.map((item) => item.subItem),
      steps: [{ at: now, text: `在${trade.seller}所在地网点进行揽件扫描` }],
    });
    const all = sent.size + left.length === trade.items.length;
    this.#move(trade, all ? 'waitbuyerreceive' : 'waitsellersend', now);
  }

  step(trade: Trade, text: string, now: number): void {
    for (const parcel of trade.parcels) parcel.steps.push({ at: now, text });
    trade.changedAt = now;
  }

  confirm(trade: Trade, now: number): void {
    this.#move(trade, 'success', now);
  }

  /** The seller has no goods: what was paid goes back. */
  terminate(trade: Trade, now: number): void {
    if (trade.paidAt) trade.refund = totalOf(trade);
    trade.closeReason = 'sellerGoodsLack';
    this.#move(trade, trade.paidAt ? 'terminated' : 'cancel', now);
  }

  /** Unpaid orders are closed after their days. */
  catchUp(now: number): void {
    for (const trade of this.trades)
      if (trade.status === 'waitbuyerpay' && now - trade.createdAt > UNPAID_MS) {
        trade.closeReason = 'other';
        this.#move(trade, 'cancel', now);
      }
  }

  #move(trade: Trade, status: string, now: number): void {
    trade.status = status;
    trade.changedAt = now;
  }
}
export const PAY_SECONDS = UNPAID_MS / 1000;
