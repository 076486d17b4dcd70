import type { TextPair } from '../words.ts';
import type { BILL_REASONS, CARRIER_BILL_STATES, CLAIM_REASONS, CLAIM_STATES } from './bills.ts';
import type { CARRIERS } from './carriers.ts';
import type { TRACKING_STAGES } from './parcels.ts';
import type { RATE_CARD_STATES, RateCardSheet } from './rate-cards.ts';
import type { BRACKET_EDGES, CARD_UNITS, SIDE_ROUNDINGS, SURCHARGE_BASES, VOLUME_MODES } from './rates.ts';

export const TRACKING_STAGE_WORDS = {
  created: ['已制单', 'Label created'],
  pickedUp: ['已揽收', 'Picked up'],
  inTransit: ['运输中', 'In transit'],
  customs: ['清关中', 'In customs'],
  availableForPickup: ['待自提', 'Available for pickup'],
  outForDelivery: ['派送中', 'Out for delivery'],
  deliveryFailed: ['投递失败', 'Delivery failed'],
  delivered: ['已签收', 'Delivered'],
  exception: ['异常', 'Exception'],
  returning: ['退回中', 'Returning'],
  returned: ['已退回', 'Returned'],
  lost: ['已丢失', 'Lost'],
  cancelled: ['已作废', 'Voided'],
  unknown: ['未知', 'Unknown'],
} satisfies Record<(typeof TRACKING_STAGES)[number], TextPair>;
export const CARRIER_WORDS = {
  ups: ['UPS', 'UPS'],
  yunexpress: ['云途物流', 'YunExpress'],
  yanwen: ['燕文物流', 'Yanwen'],
  fourpxDirect: ['递四方直发', '4PX direct shipping'],
  edis: ['eBay eDIS 橙联', 'eBay eDIS'],
  usps: ['USPS（美国邮政）', 'USPS'],
  fedex: ['联邦快递', 'FedEx'],
  dhlExpress: ['DHL 快递', 'DHL Express'],
  dhlParcelDe: ['DHL 德国包裹', 'DHL Parcel DE'],
  platform: ['平台物流', 'Platform logistics'],
  own: ['自送', 'Own delivery'],
} satisfies Record<(typeof CARRIERS)[number], TextPair>;
export const RATE_SHEET_WORDS = {
  card: ['运价表', 'Card'],
  zones: ['分区', 'Zones'],
  prices: ['价格', 'Prices'],
  surcharges: ['附加费', 'Surcharges'],
  fuel: ['燃油', 'Fuel'],
  remote: ['偏远地区', 'Remote areas'],
} satisfies Record<RateCardSheet, TextPair>;
export const CARD_UNIT_WORDS = {
  metric: ['公制（kg、cm）', 'Metric (kg, cm)'],
  imperial: ['英制（lb、in）', 'Imperial (lb, in)'],
} satisfies Record<(typeof CARD_UNITS)[number], TextPair>;
export const VOLUME_MODE_WORDS = {
  always: ['始终计泡', 'Always'],
  ratio: ['超过实重的倍数才计泡', 'Above so many times the weight'],
  side: ['最长边超过界限才计泡', 'Above so long a side'],
  never: ['不计泡', 'Never'],
} satisfies Record<(typeof VOLUME_MODES)[number], TextPair>;
export const SIDE_ROUNDING_WORDS = {
  none: ['不取整', 'None'],
  nearest: ['四舍五入', 'Nearest'],
  up: ['向上取整', 'Up'],
} satisfies Record<(typeof SIDE_ROUNDINGS)[number], TextPair>;
export const BRACKET_EDGE_WORDS = {
  below: ['归入较轻一段', 'To the lighter bracket'],
  above: ['归入较重一段', 'To the heavier bracket'],
} satisfies Record<(typeof BRACKET_EDGES)[number], TextPair>;
export const SURCHARGE_BASIS_WORDS = {
  flat: ['每票', 'Per parcel'],
  perUnit: ['每公斤（磅）', 'Per kg or lb'],
  percent: ['百分比', 'Percent'],
} satisfies Record<(typeof SURCHARGE_BASES)[number], TextPair>;
export const RATE_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  active: ['已启用', 'Active'],
  retired: ['已停用', 'Retired'],
} satisfies Record<(typeof RATE_CARD_STATES)[number], TextPair>;
/** Parts of a price that no surcharge of the card names. */
export const RATE_PART_WORDS = {
  freight: ['基础运费', 'Freight'],
  fuel: ['燃油附加费', 'Fuel surcharge'],
  minimum: ['补足最低收费', 'Minimum charge'],
  tax: ['税', 'Tax'],
} satisfies Record<string, TextPair>;
export const CARRIER_BILL_STATE_WORDS = {
  draft: ['读取中', 'Reading'],
  checking: ['核对中', 'Checking'],
  checked: ['已核对', 'Checked'],
  settled: ['已结算', 'Settled'],
} satisfies Record<(typeof CARRIER_BILL_STATES)[number], TextPair>;
/** Why a line of a bill differs. */
export const BILL_REASON_WORDS = {
  weight: ['重量不符', 'Weight'],
  size: ['尺寸不符', 'Size'],
  zone: ['分区不符', 'Zone'],
  surcharge: ['附加费不符', 'Surcharge'],
  duty: ['关税不符', 'Duty'],
  price: ['价格不符', 'Price'],
  duplicate: ['重复计费', 'Duplicate'],
  voided: ['面单已作废', 'Voided label'],
  unknown: ['无此包裹', 'Unknown parcel'],
  uncompared: ['无价可比', 'Nothing to compare'],
  credit: ['退款', 'Credit'],
  ok: ['一致', 'OK'],
} satisfies Record<(typeof BILL_REASONS)[number], TextPair>;
export const CLAIM_REASON_WORDS = {
  ...BILL_REASON_WORDS,
  lost: ['丢失', 'Lost'],
  late: ['延误', 'Late'],
} satisfies Record<(typeof CLAIM_REASONS)[number], TextPair>;
export const CLAIM_STATE_WORDS = {
  suspected: ['待提交', 'Suspected'],
  opened: ['已提交', 'Opened'],
  accepted: ['已认可', 'Accepted'],
  refused: ['已拒绝', 'Refused'],
  paid: ['已退款', 'Paid'],
} satisfies Record<(typeof CLAIM_STATES)[number], TextPair>;

/** Duty beside a rate. */
export const BORDER_DUTY_WORDS = {
  DDP: ['另付关税税费', 'Plus duty and tax'],
  DAP: ['买家付关税税费', 'The buyer pays duty and tax'],
  carrier: ['承运商报价', 'quoted by the carrier'],
  rates: ['按税率估算', 'by your duty rates'],
  none: ['关税未知：没有适用的税率', 'Duty unknown: no duty rate applies'],
  partial: ['部分商品没有税率', 'some goods have no rate'],
  total: ['合计', 'Total'],
} satisfies Record<string, TextPair>;
