import type { TextPair } from '../words.ts';
import type { BuyerWay } from './buyer-reads.ts';
import type { CONFIRM_STATES, ORDER_EXCEPTIONS, ORDER_STATUSES, SERVICE_LEVELS } from './states.ts';

export const ORDER_STATUS_WORDS = {
  unpaid: ['待付款', 'Unpaid'],
  review: ['待审核', 'Pending review'],
  allocate: ['待配货', 'Waiting for stock'],
  ready: ['待拣货', 'Ready to pick'],
  picking: ['拣货中', 'Picking'],
  packed: ['待出库', 'Packed'],
  shipped: ['已发货', 'Shipped'],
  delivered: ['已签收', 'Delivered'],
  exception: ['异常', 'Exception'],
  held: ['搁置', 'On hold'],
  cancelled: ['已取消', 'Cancelled'],
  refunded: ['已退款', 'Refunded'],
} satisfies Record<(typeof ORDER_STATUSES)[number], TextPair>;
export const ORDER_EXCEPTION_WORDS = {
  unmapped: ['SKU 未配对', 'Unmapped SKU'],
  address: ['地址异常', 'Invalid address'],
  stock: ['缺货', 'Shortage'],
  channel: ['无可用渠道', 'No shipping channel'],
  label: ['面单失败', 'Label failed'],
  price: ['低于底价', 'Below floor price'],
  risk: ['风险订单', 'High risk'],
  rule: ['规则拦截', 'Held by rule'],
} satisfies Record<(typeof ORDER_EXCEPTIONS)[number], TextPair>;
export const CONFIRM_STATE_WORDS = {
  none: ['未标发', 'Not confirmed'],
  pending: ['待标发', 'Pending'],
  telling: ['标发中', 'Confirming'],
  confirmed: ['已标发', 'Confirmed'],
  failed: ['标发失败', 'Failed'],
  notNeeded: ['无需标发', 'Not needed'],
} satisfies Record<(typeof CONFIRM_STATES)[number], TextPair>;
export const SERVICE_LEVEL_WORDS = {
  economy: ['经济', 'Economy'],
  standard: ['标准', 'Standard'],
  expedited: ['加急', 'Expedited'],
  secondDay: ['两日达', '2-day'],
  nextDay: ['次日达', 'Next day'],
  sameDay: ['当日达', 'Same day'],
  scheduled: ['预约送达', 'Scheduled'],
  freight: ['大件配送', 'Freight'],
} satisfies Record<(typeof SERVICE_LEVELS)[number], TextPair>;
/** Work that waits for a person, beside the states. */
export const ORDER_QUEUE_WORDS = {
  unanswered: ['待接单', 'To acknowledge'],
  overdue: ['已超时', 'Overdue'],
  soon: ['24 小时内到期', 'Due within 24\u00a0h'],
  unmapped: ['SKU 未配对', 'Unmapped SKU'],
  address: ['地址异常', 'Invalid address'],
  stock: ['缺货', 'Shortage'],
  label: ['面单失败', 'Label failed'],
  confirmFailed: ['标发失败', 'Confirmation failed'],
  unruled: ['无规则匹配', 'No rule matched'],
  cancelRequested: ['买家申请取消', 'Cancellation requested'],
  rule: ['规则拦截', 'Held by rule'],
} satisfies Record<string, TextPair>;
/** How a person was given buyers' data. */
export const BUYER_WAY_WORDS = {
  list: ['订单列表', 'Order list'],
  detail: ['订单详情', 'Order details'],
  file: ['导出文件', 'File'],
  paper: ['打印单据', 'Printed papers'],
  search: ['个人信息查找', 'Search for personal data'],
} satisfies Record<BuyerWay, TextPair>;
