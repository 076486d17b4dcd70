import { TRANSFER_STATE_WORDS } from '@tradewind/contract/warehouse/words.ts';
import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'warehouse.transferNotFound': ['找不到该调拨单', 'Transfer not found'],
  'warehouse.transferSame': ['调出仓和调入仓不能相同', 'Choose two different warehouses'],
  'warehouse.transferAllocated': ['该调拨单由分配单 {number} 生成，仓库和数量请在分配单中调整', 'Allocation order {number} created this transfer. Change warehouses and quantities there'],
  'warehouse.transferTwice': ['{sku} 重复', 'Duplicate product {sku}'],
  'warehouse.transferTooMany': ['{sku} 最多还能发 {held} 件', 'At most {held} more units of {sku} can be shipped'],
  'warehouse.transferNothing': ['没有可发的商品', 'Nothing to ship'],
  'warehouse.transferLineNotFound': ['调拨单上没有该商品', 'This product is not on the transfer'],
  'warehouse.transferHold': ['{warehouse} 的可用库存不足，请减少数量', '{warehouse} does not have enough available stock. Reduce the quantity'],
  'warehouse.transferRecalled': ['{sku} 的该批次已召回，不能调出', 'This batch of {sku} is recalled and cannot be transferred'],
  'warehouse.nothingLies': ['{code} 里可移动的 {sku} 不足', '{code} does not have enough {sku} free to move'],
  'warehouse.moveNowhere': ['库位和品质都没有变化', 'Neither the location nor the condition changes'],
  'warehouse.putAwayInstead': ['{code} 里的 {sku} 还在待上架，请用“上架”移动', '{sku} in {code} is waiting for put-away. Use Put away to move it'],
  'warehouse.transfer.state': TRANSFER_STATE_WORDS,
  'warehouse.print.transferNote': ['调拨单', 'Transfer note'],
  'warehouse.print.from': ['调出仓', 'From'],
  'warehouse.print.to': ['调入仓', 'To'],
  'warehouse.print.batch': ['批次', 'Batch'],
  'warehouse.print.signed': ['签收', 'Received by'],
});
