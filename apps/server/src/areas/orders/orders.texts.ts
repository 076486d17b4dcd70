import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'orders.notFound': ['没有找到该订单', 'There is no such order'],
  'orders.state': ['订单 {number} 当前状态不允许此操作', 'Order {number} is in a state that does not allow this'],
  'orders.unmapped': ['订单 {number} 还有未对应的 SKU', 'Order {number} still has unmapped SKUs'],
  'orders.noStock': ['订单 {number} 库存不足', 'There is not enough stock for order {number}'],
  'orders.nothingSelected': ['请至少选择一个订单', 'Select at least one order'],
  'orders.ruleNotFound': ['规则不存在', 'There is no such rule'],
  'orders.ruleStale': [
    '规则“{name}”已被他人修改，请刷新后再试',
    'The rule "{name}" was changed by somebody else. Please reload and try again',
  ],
  'orders.ruleAction': ['请选择规则要执行的动作', 'Choose what the rule does'],
});
