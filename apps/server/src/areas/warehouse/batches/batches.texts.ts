import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'stock.batchState.active': ['正常', 'Active'],
  'stock.batchState.expired': ['已过期', 'Expired'],
  'stock.batchState.recalled': ['已召回', 'Recalled'],
  'stock.batchNotFound': ['没有这个批次', 'There is no such batch'],
  'stock.batchRecalled': ['批次 {batch} 已经召回', 'Batch {batch} is recalled already'],
  'stock.batchNotRecalled': ['批次 {batch} 没有被召回', 'Batch {batch} is not recalled'],
  'stock.batchElsewhere': [
    '批次 {batch} 还在您无权查看的仓库中，请由有全部仓库权限的人操作',
    'Some of batch {batch} lies in warehouses you do not see: somebody who sees all of them has to do this',
  ],
  'warehouse.recalled': [
    '订单 {order} 的商品属于召回批次，不能发出',
    'Order {order} holds goods of a recalled batch and must not leave',
  ],
  'warehouse.undoRecalled': [
    '商品属于召回批次，不能放回原库位，请取消出库单',
    'These goods are of a recalled batch and cannot go back to their location. Cancel the outbound order instead',
  ],
});
