import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'orders.notFound': ['没有找到该订单', 'There is no such order'],
  'orders.state': ['订单 {number} 当前状态不允许此操作', 'Order {number} is in a state that does not allow this'],
  'orders.unmapped': ['订单 {number} 还有未对应的 SKU', 'Order {number} still has unmapped SKUs'],
  'orders.noStock': ['订单 {number} 库存不足', 'There is not enough stock for order {number}'],
  'orders.noWarehouse': ['没有可用的发货仓库', 'There is no enabled warehouse to ship from'],
});
