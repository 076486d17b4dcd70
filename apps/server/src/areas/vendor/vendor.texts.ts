import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'vendor.notBulk': ['订单 {number} 不是亚马逊自营采购单', 'Order {number} is no purchase order of Amazon itself'],
  'vendor.answerWhole': [
    '{number} 是拆分出来的订单，请在原采购单上确认接单',
    '{number} is a part: answer the purchase order that it was split from',
  ],
  'vendor.answered': ['订单 {number} 已确认接单', 'Order {number} is answered already'],
  'vendor.tooLate': [
    '订单 {number} 已在拣货或已结束，不能再答复',
    'Order {number} is being picked or over: it cannot be answered any more',
  ],
  'vendor.notReady': [
    '订单 {number} 需先通过审核，且不在拣货中，才能装箱发货',
    'Order {number} can be handed over once it is reviewed, and not while it is being picked',
  ],
  'vendor.splitAlready': [
    '订单 {number} 已被拆分，请先合并回来再确认接单',
    'Order {number} was split: put it together again before you answer it',
  ],
  'vendor.lineUnknown': [
    '该行不属于这张采购单，或重复填写',
    'This line is not of this purchase order, or is named twice',
  ],
  'vendor.everyLine': ['{sku} 还没有答复', '{sku} is not answered'],
  'vendor.notTheSum': [
    '{sku} 的接受、延期与拒绝数量之和应为 {ordered}',
    'Accepted, backordered and rejected have to be the {ordered} ordered of {sku}',
  ],
  'vendor.backorderDay': ['请填写延期发货日期，不能早于今天', 'Say on which day it leaves, not before today'],
  'vendor.reasonMissing': ['请选择拒绝原因', 'Choose why it is rejected'],
  'vendor.over': [
    '订单 {number} 已发货或已取消，不能再装箱',
    'Order {number} has left or is cancelled: it stays as it is packed',
  ],
  'vendor.prefixMissing': [
    '请先在“VC 设置”中填写 GS1 公司前缀',
    'Enter your GS1 company prefix in the settings of VC orders first',
  ],
  'vendor.serialsUsedUp': [
    '前缀 {prefix} 的 SSCC 序列号已用完，请更换扩展位',
    'The serial numbers under {prefix} are used up: choose another extension digit',
  ],
  'vendor.answerFirst': [
    '订单 {number} 尚未被亚马逊确认接单',
    'Amazon has not taken an answer to order {number} yet: acknowledge it first',
  ],
  'vendor.packFirst': ['订单 {number} 还没有装箱', 'Order {number} is not packed into cartons yet'],
  'vendor.packedOther': [
    '订单 {number} 的商品在装箱后有变动，请重新装箱',
    'The lines of order {number} have changed since it was packed: pack it again',
  ],
  'vendor.packedWhole': [
    '订单 {number} 已整单打包出库，箱内数量必须与订单一致',
    'The warehouse has packed all of order {number}: the cartons have to hold all of it',
  ],
  'vendor.trackingMissing': ['小包裹发货请填写运单号', 'A small parcel needs its tracking number'],
  'vendor.paperMissing': ['提单号与 PRO 号至少填写一个', 'Enter the bill of lading or the PRO number'],
  'vendor.dayToCome': ['日期不能晚于今天', 'The day cannot be after today'],
  'vendor.deliveryBefore': ['预计送达不能早于发货日期', 'It cannot arrive before it leaves'],
  'vendor.noAddress': ['订单 {number} 缺少发货或收货地址', 'Order {number} has no address to ship from or to'],
  'vendor.notShipped': ['订单 {number} 尚未发货，不能开票', 'Order {number} has not left: there is nothing to invoice'],
  'vendor.notAnnounced': [
    '订单 {number} 的发货通知尚未被亚马逊接受',
    'Amazon has not taken the shipment notice of order {number} yet',
  ],
  'vendor.invoiced': ['订单 {number} 已开票', 'Order {number} is invoiced already'],
  'vendor.notInvoiced': [
    '订单 {number} 的发票尚未被亚马逊接受',
    'Amazon has not taken the invoice of order {number} yet',
  ],
});
