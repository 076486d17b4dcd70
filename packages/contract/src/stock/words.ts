import type { ADJUST_REASONS, MOVEMENT_REASONS, STOCK_CONDITIONS } from '../stock.ts';
import type { TextPair } from '../words.ts';
import type { STOCK_WARNINGS } from './warnings.ts';

export const STOCK_CONDITION_WORDS = {
  good: ['良品', 'Good'],
  damaged: ['次品', 'Damaged'],
  returned: ['退货', 'Returned'],
  checking: ['待检', 'QC hold'],
  held: ['冻结', 'On hold'],
} satisfies Record<(typeof STOCK_CONDITIONS)[number], TextPair>;
export const MOVEMENT_REASON_WORDS = {
  opening: ['期初', 'Opening stock'],
  receipt: ['收货', 'Receipt'],
  receiptUndo: ['撤销收货', 'Receipt undone'],
  supplierReturn: ['退供应商', 'Returned to supplier'],
  supplierReturnUndone: ['撤销退供应商', 'Return to supplier undone'],
  adjust: ['调整', 'Adjustment'],
  reservation: ['占用', 'Allocated'],
  release: ['释放库存', 'Released'],
  pick: ['拣货', 'Picked'],
  pickUndo: ['撤销拣货', 'Pick undone'],
  shipment: ['发货', 'Shipped'],
  putBack: ['放回库位', 'Put back'],
  returned: ['退货收货', 'Return received'],
  restock: ['重新入库', 'Restocked'],
  scrap: ['报废', 'Scrapped'],
  announced: ['预到货通知', 'ASN'],
  givenUp: ['取消待收', 'No longer expected'],
  checked: ['质检', 'Quality check'],
  putAway: ['上架', 'Put away'],
  relocate: ['移库', 'Relocated'],
  condition: ['变更品质', 'Condition changed'],
  count: ['盘点', 'Count'],
  transferOut: ['调拨出库', 'Transferred out'],
  transferIn: ['调拨入库', 'Transferred in'],
  transferHold: ['调拨占用', 'Allocated to transfer'],
  assemblyHold: ['加工占用', 'Allocated to assembly'],
  assemblyOut: ['加工出库', 'Used in assembly'],
  assemblyIn: ['加工入库', 'Made by assembly'],
  assemblyUndo: ['撤销加工', 'Assembly undone'],
  merge: ['合并商品', 'Products merged'],
  recall: ['批次召回', 'Recalled'],
  expired: ['批次过期', 'Expired'],
} satisfies Record<(typeof MOVEMENT_REASONS)[number], TextPair>;
export const ADJUST_REASON_WORDS = {
  found: ['盘盈', 'Found'],
  lost: ['盘亏', 'Lost'],
  damaged: ['破损', 'Damaged'],
  sample: ['样品', 'Sample'],
  correction: ['录入错误', 'Entry error'],
  opening: ['期初', 'Opening stock'],
  other: ['其他', 'Other'],
} satisfies Record<(typeof ADJUST_REASONS)[number], TextPair>;
export const STOCK_WARNING_WORDS = {
  belowSafety: ['低于安全库存', 'Below safety stock'],
  overAged: ['超最大库龄', 'Over max age'],
  expiring: ['即将到期', 'Expiring'],
  expired: ['已过期', 'Expired'],
  disabledLocation: ['停用库位有货', 'In disabled location'],
  negative: ['第三方仓库存差异', 'Provider stock mismatch'],
} satisfies Record<(typeof STOCK_WARNINGS)[number], TextPair>;
export const BATCH_STATE_WORDS = {
  active: ['正常', 'Active'],
  expiring: ['即将到期', 'Expiring'],
  expired: ['已过期', 'Expired'],
  recalled: ['已召回', 'Recalled'],
} satisfies Record<string, TextPair>;
