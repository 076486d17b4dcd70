import { at, list, text } from '../http/types.ts';
import { Refused } from '../kit/depot.ts';
import { COUNTRIES, PRODUCTS, type Product, sells } from './products.ts';

export interface OrderInput {
  reference: string;
  product: string;
  country: string;
  city: string;
  grams: number;
  recipient: unknown;
  declarations: unknown[];
}

const HAN = /\p{Script=Han}/u;
const cents = (value: unknown): number => Math.round(Number(value) * 100);
const isPrice = (value: unknown): boolean =>
  typeof value === 'number' && value > 0 && Math.abs(value * 100 - cents(value)) < 1e-6;

/** Which lines want a telephone differs. */
function checkParty(party: unknown, who: string, product: Product): void {
  for (const field of ['first_name', 'country', 'city', 'street', 'post_code', ...(product.phone ? ['phone'] : [])])
    if (!text(at(party, field))) throw new Refused('DS000000', `${who} ${field} 不能为空`);
}

function checkDeclaration(row: unknown, currency: string): number {
  const [english, chinese] = ['declare_product_name_en', 'declare_product_name_cn'].map((name) => text(at(row, name)));
  if (!english || HAN.test(english)) throw new Refused('DS000061', '英文申报品名不能为空且不能包含中文');
  if (chinese && !HAN.test(chinese)) throw new Refused('DS000062', '中文申报品名必须包含中文');
  const quantity = Number(at(row, 'declare_product_code_qty'));
  if (!Number.isInteger(quantity) || quantity < 1) throw new Refused('DS000063', '申报数量必须为正整数');
  const [exported, imported] = [at(row, 'declare_unit_price_export'), at(row, 'declare_unit_price_import')];
  if (!isPrice(exported) || !isPrice(imported)) throw new Refused('DS000064', '申报单价必须大于0且最多2位小数');
  if (!text(at(row, 'brand_export')) || !text(at(row, 'brand_import'))) throw new Refused('DS000065', '品牌不能为空');
  for (const name of ['hscode_export', 'hscode_import'])
    if (/\D/.test(text(at(row, name)))) throw new Refused('DS000066', '海关编码只支持数字');
  for (const name of ['currency_export', 'currency_import'])
    if (text(at(row, name)) !== currency) throw new Refused('DS000067', `申报币种不支持 ${text(at(row, name))}`);
  return cents(imported) * quantity;
}

function readParcel(parcel: unknown, currency: string): { grams: number; declarations: unknown[] } {
  const grams = at(parcel, 'weight');
  if (typeof grams !== 'number' || !Number.isInteger(grams) || grams < 1)
    throw new Refused('DS000068', '预报重必须为正整数（g）');
  if (text(at(parcel, 'include_battery')) !== 'N' && !text(at(parcel, 'battery_type')))
    throw new Refused('DS000069', '带电类型不能为空');
  const declarations = list(at(parcel, 'declare_product_info'));
  if (declarations.length === 0) throw new Refused('DS000070', '申报信息不能为空');
  const declared = declarations.reduce<number>((sum, row) => sum + checkDeclaration(row, currency), 0);
  if (text(at(parcel, 'currency')) !== currency || cents(at(parcel, 'parcel_value')) !== declared)
    throw new Refused('DS000071', '申报总价值须等于申报单价乘以数量，币种须一致');
  return { grams, declarations };
}

/** An order as 4PX checks it; most codes are the sandbox's. */
export function readOrder(body: unknown): OrderInput {
  const field = (...path: string[]) => text(at(body, ...path));
  const reference = field('ref_no');
  if (reference === '' || reference.length > 50) throw new Refused('DS000051', 'ref_no 长度须为1-50');
  if (field('business_type') !== 'BDS') throw new Refused('DS000052', 'business_type 不能为空');
  if (!['U', 'P'].includes(field('duty_type'))) throw new Refused('DS000053', 'duty_type 不正确');
  if (!['1', '2', '3', '5'].includes(field('deliver_type_info', 'deliver_type')))
    throw new Refused('DS000054', 'deliver_type 不正确');
  for (const where of ['is_return_on_domestic', 'is_return_on_oversea'])
    if (!['Y', 'N', 'U'].includes(field('return_info', where))) throw new Refused('DS000055', `${where} 不正确`);
  const code = field('logistics_service_info', 'logistics_product_code');
  const product = PRODUCTS.find((one) => one.code === code);
  if (!product) throw new Refused('DS000110', `物流产品 ${code} 无效`);
  const recipient = at(body, 'recipient_info');
  checkParty(at(body, 'sender'), '发件人', product);
  checkParty(recipient, '收件人', product);
  const country = text(at(recipient, 'country'));
  const currency = COUNTRIES[country]?.currency;
  if (!currency) throw new Refused('DS000056', `国家 ${country} 不支持`);
  const [parcel, ...more] = list(at(body, 'parcel_list'));
  if (!parcel || more.length > 0) throw new Refused('DS000057', '包裹列表须为一件');
  const { grams, declarations } = readParcel(parcel, currency);
  if (!sells(product, country) || grams > product.mostGrams) throw new Refused('DS000111', '目的地或重量不支持该产品');
  return { reference, product: code, country, city: text(at(recipient, 'city')), grams, recipient, declarations };
}
