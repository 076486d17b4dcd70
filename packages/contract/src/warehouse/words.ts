import type { TextPair } from '../words.ts';
import type { ASSEMBLY_KINDS, ASSEMBLY_STATES } from './assembly.ts';
import type { COUNT_KINDS, COUNT_STATES } from './counts.ts';
import type { INBOUND_KINDS, INBOUND_STATES } from './inbound.ts';
import type { LOCATION_KINDS } from './locations.ts';
import type { OUTBOUND_STATES } from './outbounds.ts';
import type { ScanKind } from './scan-acts.ts';
import type { TRANSFER_STATES } from './transfers.ts';

export const INBOUND_STATE_WORDS = {
  notice: ['待到货', 'Expected'],
  arrived: ['已到货', 'Arrived'],
  receiving: ['收货中', 'Receiving'],
  received: ['已收货', 'Received'],
  done: ['已完成', 'Completed'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof INBOUND_STATES)[number], TextPair>;
export const INBOUND_KIND_WORDS = {
  purchase: ['采购入库', 'Purchase'],
  transfer: ['调拨入库', 'Transfer'],
  return: ['退货入库', 'Return'],
  removal: ['FBA移除', 'FBA removal'],
  manual: ['其他入库', 'Other'],
} satisfies Record<(typeof INBOUND_KINDS)[number], TextPair>;
export const OUTBOUND_STATE_WORDS = {
  waiting: ['待拣货', 'To pick'],
  picking: ['拣货中', 'Picking'],
  picked: ['待打包', 'To pack'],
  packed: ['待出库', 'To ship'],
  shipped: ['已出库', 'Shipped'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof OUTBOUND_STATES)[number], TextPair>;
export const TRANSFER_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  submitted: ['待发货', 'To ship'],
  shipping: ['部分发货', 'Partially shipped'],
  shipped: ['在途', 'In transit'],
  done: ['已完成', 'Completed'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof TRANSFER_STATES)[number], TextPair>;
export const ASSEMBLY_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  submitted: ['待加工', 'To do'],
  done: ['已完成', 'Completed'],
  undone: ['已撤销', 'Undone'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof ASSEMBLY_STATES)[number], TextPair>;
export const ASSEMBLY_KIND_WORDS = {
  assemble: ['组装', 'Assemble'],
  disassemble: ['拆卸', 'Disassemble'],
} satisfies Record<(typeof ASSEMBLY_KINDS)[number], TextPair>;
export const COUNT_STATE_WORDS = {
  open: ['未开始', 'Not started'],
  counting: ['盘点中', 'Counting'],
  waiting: ['待审批', 'Awaiting approval'],
  done: ['已完成', 'Completed'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof COUNT_STATES)[number], TextPair>;
export const COUNT_KIND_WORDS = {
  full: ['全仓盘点', 'Full count'],
  cycle: ['循环盘点', 'Cycle count'],
  risk: ['风险盘点', 'Risk count'],
  chosen: ['指定盘点', 'Spot count'],
} satisfies Record<(typeof COUNT_KINDS)[number], TextPair>;
export const COUNT_OUTCOME_WORDS = {
  booked: ['已入账', 'Booked'],
  refused: ['未入账', 'Not booked'],
} satisfies Record<string, TextPair>;
export const LOCATION_KIND_WORDS = {
  receiving: ['收货', 'Receiving'],
  storage: ['存储', 'Storage'],
  picking: ['拣货', 'Picking'],
  packing: ['打包', 'Packing'],
  returns: ['退货', 'Returns'],
  damaged: ['次品', 'Damaged'],
} satisfies Record<(typeof LOCATION_KINDS)[number], TextPair>;
export const SCAN_KIND_WORDS = {
  receiveItem: ['收货', 'Receive'],
  receiveCarton: ['整箱收货', 'Receive carton'],
  putAway: ['上架', 'Put away'],
  pick: ['拣货', 'Pick'],
  undoPick: ['撤销拣货', 'Undo pick'],
  short: ['缺拣', 'Short pick'],
  sortItem: ['分拣', 'Sort'],
  undoSort: ['撤销分拣', 'Undo sort'],
  pack: ['打包', 'Pack'],
  putBack: ['放回', 'Put back'],
  moveItem: ['移库', 'Move'],
  countLocation: ['盘点库位', 'Count location'],
} satisfies Record<ScanKind, TextPair>;
