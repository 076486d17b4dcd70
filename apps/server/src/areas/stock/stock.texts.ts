import { ADJUST_REASON_WORDS, MOVEMENT_REASON_WORDS, STOCK_CONDITION_WORDS, STOCK_WARNING_WORDS } from '@tradewind/contract/stock/words.ts';
import { LOCATION_KIND_WORDS } from '@tradewind/contract/warehouse/words.ts';
import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'stock.notEnough': ['库存不足，无法完成此操作', 'Not enough stock for this action'],
  'stock.binNotEnough': ['库位库存不足，或已分配给拣货', 'Not enough bin stock, or it is allocated to picking'],
  'stock.batchExpiry': ['批次 {batch} 的到期日是 {day}', 'Batch {batch} expires on {day}'],
  'stock.notFound': ['该仓库没有此商品的库存', 'This product has no stock in this warehouse'],
  'stock.costOfGood': ['只有良品可以填写单位成本', 'Only good stock can have a unit cost'],
  'stock.noProduct': ['找不到该商品', 'Product not found'],
  'stock.noBatch': ['该商品没有此批次', 'This product does not have this batch'],
  'stock.noLocation': ['该仓库没有此库位', 'This warehouse does not have this location'],
  'stock.condition': STOCK_CONDITION_WORDS,
  'stock.place': LOCATION_KIND_WORDS,
  'stock.placeEnabled': ['启用', 'Enabled'],
  'stock.placeDisabled': ['停用', 'Disabled'],
  'stock.warning': STOCK_WARNING_WORDS,
  'stock.warned.belowSafety': ['可用库存 {quantity}，安全库存 {mark}', '{quantity} available, safety stock {mark}'],
  'stock.warned.overAged': ['{quantity} 件，最长库龄 {mark} 天', '{quantity} units, oldest {mark} days'],
  'stock.warned.expiring': ['{quantity} 件，{day} 到期，还有 {mark} 天', '{quantity} units expire on {day}, {mark} days left'],
  'stock.warned.expired': ['{quantity} 件，{day} 已过期', '{quantity} units expired on {day}'],
  'stock.warned.disabledLocation': ['{quantity} 件在停用的库位 {place}', '{quantity} units in disabled location {place}'],
  'stock.warned.negative': ['第三方仓 {quantity} 件，账面数量 {mark} 件', 'Provider {quantity}, system quantity {mark}'],
  'stock.limitEmpty': ['请至少填写安全库存或最大库龄', 'Enter the safety stock or the max age'],
  'stock.noWarehouse': ['找不到该仓库', 'Warehouse not found'],
  'stock.alertExpired': ['{count} 个批次已过期，仍在仓库里', '{count} expired batches are still in the warehouse', '{count} expired batch is still in the warehouse'],
  'stock.alertSafety': ['{count} 个商品低于安全库存', '{count} products are below safety stock', '{count} product is below safety stock'],
  'stock.fact.warehouse': ['仓库', 'Warehouse'],
  'stock.fact.reason': ['原因', 'Reason'],
  'stock.fact.remark': ['备注', 'Remark'],
  'stock.adjusting': ADJUST_REASON_WORDS,
  'stock.reason': MOVEMENT_REASON_WORDS,
});
