import { at, list, text } from '../http/types.ts';
import { CHANNELS, COUNTRIES, sells, WAREHOUSES } from './channels.ts';
import { Refused } from './gate.ts';

export interface OrderInput {
  reference: string;
  channel: string;
  country: string;
  city: string;
  grams: number;
  /** As it came, for whoever asks about the order. */
  receiver: unknown;
  parcel: unknown;
}

const HAN = /\p{Script=Han}/u;
const CURRENCIES = ['USD', 'EUR', 'GBP', 'CNY', 'AUD', 'CAD'];
const MOST_PRODUCTS = 5;
/** Older clients want a phone, too; newer ones leave out what is not known. */
const RECEIVER = ['name', 'country', 'address', 'state', 'city', 'zipCode'];

const isAmount = (value: unknown): value is number => typeof value === 'number' && value > 0;
const isWhole = (value: unknown): value is number => isAmount(value) && Number.isInteger(value);
const cents = (value: unknown): number => Math.round(Number(value) * 100);

function checkProduct(row: unknown): void {
  const english = text(at(row, 'goodsNameEn'));
  if (!text(at(row, 'goodsNameCh'))) throw new Refused('2010', '中文品名不能为空');
  if (!english || HAN.test(english)) throw new Refused('2011', '英文品名不能为空且不能包含中文');
  if (!isAmount(at(row, 'price'))) throw new Refused('2012', '申报单价必须大于0');
  if (!isWhole(at(row, 'quantity'))) throw new Refused('2013', '数量必须为正整数');
  if (!isWhole(at(row, 'weight'))) throw new Refused('2014', '单件重量必须为正整数(单位:g)');
}

function checkParcel(parcel: unknown): number {
  if (![0, 1].includes(at(parcel, 'hasBattery') as number)) throw new Refused('2020', '是否带电标识不能为空');
  if (!CURRENCIES.includes(text(at(parcel, 'currency')))) throw new Refused('2021', '币种代码有误');
  const grams = at(parcel, 'totalWeight');
  if (!isWhole(grams)) throw new Refused('2022', '总重量必须为正整数(单位:g)');
  for (const side of ['length', 'width', 'height']) {
    const cm = at(parcel, side);
    if (cm !== undefined && !isWhole(cm)) throw new Refused('2023', `${side} 必须为正整数(单位:cm)`);
  }
  const products = list(at(parcel, 'productList'));
  if (products.length === 0 || products.length > MOST_PRODUCTS)
    throw new Refused('2024', `商品信息须为1-${MOST_PRODUCTS}组`);
  for (const row of products) checkProduct(row);
  const total = (field: 'price' | 'quantity') =>
    products.reduce<number>(
      (sum, row) => sum + Number(at(row, 'quantity')) * (field === 'price' ? cents(at(row, 'price')) : 1),
      0,
    );
  if (at(parcel, 'totalQuantity') !== total('quantity')) throw new Refused('2025', '申报总数量与商品数量不一致');
  if (cents(at(parcel, 'totalPrice')) !== total('price')) throw new Refused('2026', '申报总价值与商品价值不一致');
  return grams;
}

/** An order, by what public clients say is required. */
export function readOrder(body: unknown): OrderInput {
  const id = text(at(body, 'channelId'));
  const channel = CHANNELS.find((one) => one.id === id);
  if (!channel) throw new Refused('2001', `产品 ${id} 未开通`);
  if (!text(at(body, 'orderSource'))) throw new Refused('2002', '订单来源不能为空');
  const reference = text(at(body, 'orderNumber'));
  if (reference === '' || reference.length > 50) throw new Refused('2003', '订单号长度须为1-50');
  const warehouse = text(at(body, 'companyCode'));
  if (warehouse && !WAREHOUSES.some(({ code }) => code === warehouse))
    throw new Refused('2004', `交货仓 ${warehouse} 无效`);
  const receiver = at(body, 'receiverInfo');
  for (const field of RECEIVER) if (!text(at(receiver, field))) throw new Refused('2005', `收件人信息缺失: ${field}`);
  const country = text(at(receiver, 'country'));
  if (!(country in COUNTRIES)) throw new Refused('2006', `目的国 ${country} 无效`);
  const parcel = at(body, 'parcelInfo');
  const grams = checkParcel(parcel);
  if (!sells(channel, country) || grams > channel.mostGrams)
    throw new Refused('2007', '目的国不在派送范围或重量不支持');
  return { reference, channel: id, country, city: text(at(receiver, 'city')), grams, receiver, parcel };
}
