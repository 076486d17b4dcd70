import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'warehouse.transferNotFound': ['没有这张调拨单', 'There is no such transfer'],
  'warehouse.transferSame': ['调出仓和调入仓不能相同', 'The two warehouses have to differ'],
  'warehouse.transferTwice': ['{sku} 出现了两次', '{sku} stands there twice'],
  'warehouse.transferTooMany': ['{sku} 最多还能发 {held} 件', 'At most {held} more of {sku} can leave'],
  'warehouse.transferNothing': ['没有可发的商品', 'There is nothing to send'],
  'warehouse.transferLineNotFound': ['调拨单上没有这一行', 'The transfer has no such line'],
  'warehouse.transferHold': [
    '{warehouse} 的可用库存不够占用，请减少数量',
    '{warehouse} has too little available to hold. Send less',
  ],
  'warehouse.transferRecalled': [
    '{sku} 的这个批次已召回，不能调出',
    'This batch of {sku} is recalled and must not leave',
  ],
  'warehouse.nothingLies': ['{code} 上没有足够的 {sku} 可移动', '{code} does not hold enough free {sku} to move'],
  'warehouse.moveNowhere': ['位置和品质都没有变化', 'Neither the place nor the condition changes'],
  'warehouse.putAwayInstead': [
    '{code} 上的 {sku} 还在等待上架，请用上架来移动',
    '{sku} in {code} waits to be put away. Put it away instead',
  ],
  'warehouse.transfer.state.draft': ['草稿', 'Draft'],
  'warehouse.transfer.state.submitted': ['待发货', 'To be sent'],
  'warehouse.transfer.state.shipping': ['部分发货', 'Partly sent'],
  'warehouse.transfer.state.shipped': ['在途', 'On its way'],
  'warehouse.transfer.state.done': ['已完成', 'Done'],
  'warehouse.transfer.state.cancelled': ['已取消', 'Cancelled'],
  'warehouse.print.transferNote': ['调拨单', 'Transfer note'],
  'warehouse.print.from': ['调出', 'From'],
  'warehouse.print.to': ['调入', 'To'],
  'warehouse.print.batch': ['批次', 'Batch'],
  'warehouse.print.signed': ['签收', 'Received by'],
});
