import { BATCH_STATE_WORDS } from '@tradewind/contract/stock/words.ts';
import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'stock.batchState': BATCH_STATE_WORDS,
  'stock.batchNotFound': ['找不到该批次', 'Batch not found'],
  'stock.batchRecalled': ['批次 {batch} 已经召回', 'Batch {batch} is already recalled'],
  'stock.batchNotRecalled': ['批次 {batch} 没有被召回', 'Batch {batch} is not recalled'],
  'stock.batchElsewhere': ['批次 {batch} 还在您无权查看的仓库中，请由有全部仓库权限的人操作', 'Batch {batch} is also in warehouses you cannot see. Ask somebody with access to all of them'],
  'warehouse.recalled': ['订单 {order} 含召回批次的商品，不能出库', 'Order {order} contains a recalled batch and cannot ship'],
  'warehouse.undoRecalled': ['商品属于召回批次，不能放回原库位。请取消出库单', 'These units belong to a recalled batch and cannot go back to their location. Cancel the outbound order'],
});
