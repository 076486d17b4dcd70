import { at, list, text } from '../http/types.ts';
import { Refused } from './gate.ts';
import { COUNTRIES, PRODUCTS, type Product, sells } from './tariff.ts';

export interface OrderInput {
  reference: string;
  product: string;
  trackType: Product['trackType'];
  country: string;
  city: string;
  grams: number;
  /** As they came, for whoever asks about the order. */
  packages: unknown[];
  receiver: unknown;
  sender: unknown;
  declarations: unknown[];
}

const GRAMS: Readonly<Record<string, number>> = { KG: 1000, G: 1, LBS: 453.59237 };
const HAN = /\p{Script=Han}/u;
const CURRENCIES = ['USD', 'EUR', 'GBP', 'CNY', 'CAD', 'AUD', 'JPY'];

const isAmount = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** A weight of at most three decimals, in grams. */
export function gramsOf(weight: unknown, unit: string): number {
  const factor = GRAMS[unit];
  if (!factor) throw new Refused('02039301', 'weight_unit 不正确');
  const isRight = isAmount(weight) && Number(weight.toFixed(3)) === weight && weight <= 1000;
  if (!isRight) throw new Refused('02039306', '重量必须大于0且最多3位小数');
  return weight * factor;
}

function readReceiver(receiver: unknown): { country: string; city: string } {
  for (const field of ['first_name', 'country_code', 'province', 'city', 'postal_code'])
    if (!text(at(receiver, field))) throw new Refused('02039026', `收件人信息缺失: ${field}`);
  if (list(at(receiver, 'address_lines')).filter((line) => text(line)).length === 0)
    throw new Refused('02039026', '收件人信息缺失: address_lines');
  if (!/^[A-Za-z0-9 -]+$/.test(text(at(receiver, 'postal_code'))))
    throw new Refused('02030010', '收件人邮编只允许字母、数字、空格');
  return { country: text(at(receiver, 'country_code')), city: text(at(receiver, 'city')) };
}

function checkDeclaration(row: unknown): void {
  const [english, local] = [text(at(row, 'name_en')), text(at(row, 'name_local'))];
  if (!english || HAN.test(english)) throw new Refused('02039040', '申报英文名不能为空且不能包含中文');
  if (local && !HAN.test(local)) throw new Refused('02039041', '申报中文名必须包含中文');
  const quantity = at(row, 'quantity');
  if (!Number.isInteger(quantity) || !isAmount(quantity)) throw new Refused('02039042', '申报数量必须为正整数');
  if (!isAmount(at(row, 'unit_price'))) throw new Refused('02039043', '申报单价必须大于0');
  if (!isAmount(at(row, 'unit_weight'))) throw new Refused('02039044', '申报单重必须大于0');
  if (!CURRENCIES.includes(text(at(row, 'currency')))) throw new Refused('02039045', '申报币种不支持');
}

/** An order as YunExpress checks it; codes beyond those of public clients are the sandbox's. */
export function readOrder(body: unknown): OrderInput {
  const code = text(at(body, 'product_code'));
  const product = PRODUCTS.find((one) => one.code === code);
  if (!product) throw new Refused('02039019', `物流产品 ${code} 不可用`);
  const reference = text(at(body, 'customer_order_number'));
  if (reference === '' || reference.length > 50) throw new Refused('02039065', '客户订单号长度须为1-50');
  const receiver = at(body, 'receiver');
  const { country, city } = readReceiver(receiver);
  if (!(country in COUNTRIES)) throw new Refused('02039020', `国家简码 ${country} 无效`);
  const unit = text(at(body, 'weight_unit'));
  const packages = list(at(body, 'packages'));
  const grams = packages.reduce<number>((sum, one) => sum + gramsOf(at(one, 'weight'), unit), 0);
  if (packages.length === 0) throw new Refused('02039306', '至少需要一个包裹');
  if (!sells(product, country) || grams > product.mostGrams)
    throw new Refused('02039083', '目的地不在派送范围或重量不支持');
  const declarations = list(at(body, 'declaration_info'));
  if (declarations.length === 0) throw new Refused('02039039', '申报信息不能为空');
  for (const row of declarations) checkDeclaration(row);
  const sender = at(body, 'sender');
  const { trackType } = product;
  return { reference, product: code, trackType, country, city, grams, packages, receiver, sender, declarations };
}
