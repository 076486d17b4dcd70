import { at, isRecord, list, text } from '../http/types.ts';
import {
  type Arrival,
  beijing,
  type Depot,
  type DepotOrder,
  type DepotProduct,
  dollars,
  fromBeijing,
  type OrderStage,
  pageOf,
} from '../kit/depot.ts';

/** Thrown by a service, and told in the platform's own words. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Answered {
  data?: unknown;
  /** Beside `data`. */
  more?: Record<string, unknown>;
}

const LETTER: Readonly<Record<OrderStage, string>> = {
  accepted: 'C',
  processing: 'W',
  picking: 'W',
  packed: 'W',
  shipped: 'D',
  delivered: 'D',
  cancelled: 'X',
  short: 'N',
};

export const WAREHOUSES = [
  { code: 'USEA', name: '美东仓', country: 'US' },
  { code: 'USWE', name: '美西仓', country: 'US' },
  { code: 'UK', name: '英国仓', country: 'GB' },
];
const METHODS = [
  { code: 'FEDEX-SMALLPARCEL', name: 'FedEx小包', name_en: 'FedEx small parcel', sp_code: 'FEDEX' },
  { code: 'USPS-LWPARCEL', name: 'USPS轻小件', name_en: 'USPS light parcel', sp_code: 'USPS' },
];

export function warehouseOf(code: string): string {
  if (WAREHOUSES.some((one) => one.code === code)) return code;
  throw new Refused('20010', `warehouse_code ${code} 不存在`);
}

const FIELDS = ['reference_no', 'province', 'city', 'company', 'address1', 'address2', 'zipcode', 'name'] as const;
const MOST: readonly number[] = [50, 20, 32, 50, 50, 50, 20, 48];

/** What the systems of the family have in common, whatever they call it. */
export class Family {
  readonly depot: Depot;
  readonly #orderPrefix: string;

  constructor(depot: Depot, orderPrefix: string) {
    this.depot = depot;
    this.#orderPrefix = orderPrefix;
  }

  warehouses(): Answered {
    return {
      data: WAREHOUSES.map(({ code, name, country }) => ({
        warehouse_code: code,
        warehouse_name: name,
        country_code: country,
        wp_list: [{ wp_code: `${code}-1` }],
      })),
    };
  }

  methods(params: unknown): Answered {
    const warehouse_code = warehouseOf(text(at(params, 'warehouseCode')));
    return { data: METHODS.map((one) => ({ ...one, warehouse_code, type: 1, is_signature: 0, is_truck: 0 })) };
  }

  /** @param names what the Chinese and the English name are called */
  putProduct(params: unknown, isNew: boolean, names: readonly [string, string]): Answered {
    const sku = text(at(params, 'product_sku'));
    if (!sku || sku.length > 24) throw new Refused('10002', 'product_sku 长度不能超过24个字符');
    const known = this.depot.product(sku);
    if (isNew && known) throw new Refused('10003', `product_sku ${sku} 已存在`);
    if (!isNew && (!known || this.depot.isApproved(known))) throw new Refused('10004', '商品状态不允许编辑');
    const kg = Number(at(params, 'product_weight'));
    const mm = ['length', 'width', 'height'].map((side) => Number(at(params, `product_${side}`)) * 10);
    if (!(kg > 0) || mm.some((side) => !(side > 0))) throw new Refused('10005', '重量和尺寸必须大于0');
    this.depot.putProduct({
      sku,
      nameZh: text(at(params, names[0])),
      nameEn: text(at(params, names[1])),
      grams: Math.round(kg * 1000),
      mm: mm as [number, number, number],
      draft: text(at(params, 'verify')) !== '1',
    });
    return { data: { product_sku: sku } };
  }

  products(params: unknown): Answered {
    const requested = list(at(params, 'product_sku_arr')).map(text);
    const all = this.depot.products.filter(({ sku }) => requested.length === 0 || requested.includes(sku));
    const page = pageOf(all, Number(at(params, 'page') ?? 1), sizeOf(params, 100));
    return this.#listed(
      page.rows.map((one) => this.#productView(one)),
      page,
    );
  }

  createOrder(params: unknown): Answered {
    FIELDS.forEach((field, index) => {
      if (text(at(params, field)).length > (MOST[index] ?? 50)) throw new Refused('30003', `${field} 超过长度限制`);
    });
    const ref = text(at(params, 'reference_no'));
    if (!ref) throw new Refused('30002', 'reference_no 不能为空');
    if (this.depot.orders.some((one) => one.ref === ref && one.stage !== 'cancelled'))
      throw new Refused('30001', `参考号 ${ref} 已存在`);
    const method = text(at(params, 'shipping_method'));
    if (!METHODS.some(({ code }) => code === method)) throw new Refused('30005', `shipping_method ${method} 不可用`);
    const order = this.depot.order({
      no: this.depot.number(this.#orderPrefix),
      ref,
      warehouse: warehouseOf(text(at(params, 'warehouse_code'))),
      method,
      country: text(at(params, 'country_code')),
      lines: list(at(params, 'items')).map((item) => this.line(item)),
    });
    return { data: { order_code: order.no }, more: { order_code: order.no } };
  }

  /** Only what was approved may come in or go out. */
  line(item: unknown): { sku: string; quantity: number } {
    const sku = text(at(item, 'product_sku'));
    const quantity = Number(at(item, 'quantity'));
    const product = this.depot.product(sku);
    if (!product) throw new Refused('30010', `SKU ${sku} 不存在`);
    if (!this.depot.isApproved(product)) throw new Refused('30011', `SKU ${sku} 未审核`);
    if (!Number.isInteger(quantity) || quantity < 1) throw new Refused('30012', 'quantity 必须为正整数');
    return { sku, quantity };
  }

  cancelOrder(params: unknown): Answered {
    const order = this.#order(text(at(params, 'order_code')));
    const how = this.depot.stop(order);
    if (how === 'tooLate') throw new Refused('30020', '订单已出库，不能取消');
    return { more: { order_code: order.no, cancel_status: how === 'cancelled' ? 2 : 1 } };
  }

  orderByCode(params: unknown): Answered {
    return { data: this.#orderView(this.#order(text(at(params, 'order_code')))) };
  }

  orderByReference(params: unknown): Answered {
    const ref = text(at(params, 'reference_no'));
    const all = this.depot.orders.filter((one) => one.ref === ref);
    const order = all.find((one) => one.stage !== 'cancelled') ?? all.at(-1);
    if (!order) throw new Refused('30030', `参考号 ${ref} 对应的订单不存在`);
    return { data: this.#orderView(order) };
  }

  orderList(params: unknown): Answered {
    const since = fromBeijing(text(at(params, 'modify_date_from'))) ?? 0;
    const status = text(at(params, 'order_status'));
    const all = this.depot.orders
      .filter((one) => Math.floor(one.updatedAt / 1000) >= Math.floor(since / 1000))
      .filter((one) => !status || LETTER[one.stage] === status)
      .toSorted((a, b) => a.updatedAt - b.updatedAt);
    const page = pageOf(all, Number(at(params, 'page') ?? 1), sizeOf(params, 100));
    return this.#listed(
      page.rows.map((one) => this.#orderView(one)),
      page,
    );
  }

  inventory(params: unknown, most: number): Answered {
    const warehouse = warehouseOf(text(at(params, 'warehouse_code')));
    const page = pageOf(this.depot.stock(warehouse), Number(at(params, 'page') ?? 1), sizeOf(params, most));
    const views = page.rows.map((one) => ({
      product_sku: one.sku,
      product_barcode: `G001-${one.sku}`,
      warehouse_code: warehouse,
      onway: one.onway,
      pending: one.pending,
      sellable: one.available,
      unsellable: 0,
      reserved: one.allocated,
      shipped: one.shipped,
      stocking: 0,
      pi_no_stock: 0,
      pi_freeze: 0,
    }));
    return this.#listed(views, page);
  }

  /** @throws Refused when the reference is taken */
  arrival(params: unknown, prefix: string, boxes: Arrival['boxes']): Arrival {
    const ref = text(at(params, 'reference_no'));
    if (this.depot.arrivals.some((one) => one.ref === ref && one.stage !== 'cancelled'))
      throw new Refused('40001', `参考号 ${ref} 已存在`);
    if (boxes.length === 0) throw new Refused('40002', '入库单明细不能为空');
    return this.depot.arrive({
      no: this.depot.number(prefix, 12),
      ref,
      warehouse: warehouseOf(text(at(params, 'warehouse_code'))),
      boxes,
    });
  }

  arrivalOf(code: string): Arrival {
    const found = this.depot.arrivals.find((one) => one.no === code);
    if (found) return found;
    throw new Refused('40010', `入库单 ${code} 不存在`);
  }

  cancelArrival(params: unknown): Answered {
    const arrival = this.arrivalOf(text(at(params, 'receiving_code')));
    if (!this.depot.cancelArrival(arrival)) throw new Refused('40011', '入库单状态不允许取消，不能取消');
    return { data: { receiving_code: arrival.no } };
  }

  #order(code: string): DepotOrder {
    const found = this.depot.orders.find((one) => one.no === code);
    if (found) return found;
    throw new Refused('30031', `订单 ${code} 不存在`);
  }

  #listed(rows: unknown[], page: { total: number; more: boolean }): Answered {
    return { data: rows, more: { count: page.total, nextPage: page.more ? 'true' : 'false' } };
  }

  #productView(one: DepotProduct) {
    const [length = 0, width = 0, height = 0] = one.mm;
    const real = one.measured
      ? { weight: one.grams + 5, length: length + 2, width: width + 2, height }
      : { weight: 0, length: 0, width: 0, height: 0 };
    return {
      product_sku: one.sku,
      product_status: one.draft ? 'D' : this.depot.isApproved(one) ? 'S' : 'W',
      product_title_cn: one.nameZh,
      product_title_en: one.nameEn,
      product_weight: one.grams / 1000,
      Product_real_weight: real.weight / 1000,
      Product_real_length: real.length / 10,
      Product_real_width: real.width / 10,
      Product_real_height: real.height / 10,
    };
  }

  #orderView(one: DepotOrder) {
    const sent = one.shippedAt > 0;
    return {
      order_code: one.no,
      reference_no: one.ref,
      order_status: LETTER[one.stage],
      abnormal_problem_reason: one.stage === 'short' ? '库存不足' : '',
      shipping_method: one.method,
      tracking_no: one.tracking,
      warehouse_code: one.warehouse,
      so_weight: sent ? (one.grams / 1000).toFixed(3) : '',
      date_create: beijing(one.createdAt),
      date_shipping: beijing(one.shippedAt),
      date_modify: beijing(one.updatedAt),
      consignee_country_code: one.country,
      items: one.lines.map(({ sku, quantity }) => ({ product_sku: sku, quantity })),
      orderBoxInfo: '',
      fee_details: sent ? { totalFee: dollars(one.freight + 120), SHIPPING: dollars(one.freight), OPF: '1.20' } : null,
    };
  }
}

export function sizeOf(params: unknown, most: number, name = 'pageSize'): number {
  const size = Number(at(params, name) ?? 20);
  if (Number.isInteger(size) && size >= 1 && size <= most) return size;
  throw new Refused('10001', `${name} 必须在1到${most}之间`);
}

/** Numbers as texts, and an empty list as nothing: the first generation's way. */
export function oldFashioned(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? '' : value.map(oldFashioned);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, oldFashioned(one)]));
  return value;
}
