import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'orders.linesMissing': ['请至少添加一个商品', 'Add at least one product'],
  'orders.notSold': ['商品不存在或已停用', 'The product does not exist or is disabled'],
  'orders.discountTooHigh': ['折扣不能超过商品金额与运费之和', 'The discount cannot exceed goods plus shipping'],
  'orders.numberTaken': ['单号 {number} 已被占用，请重试', 'Number {number} is already in use. Try again'],
  'orders.shopDisabled': ['该店铺已停用', 'This shop is disabled'],
  'orders.notLeft': ['订单 {number} 尚未发货，请直接处理原订单', 'Order {number} has not shipped yet. Change that order instead'],
  'orders.sentAgainAlready': ['订单 {number} 已补发或换货 {count} 次，确定要再发一次吗？', 'Order {number} has already been resent or replaced {count} times. Send it again?', 'Order {number} has already been resent or replaced once. Send it again?'],
  'orders.notByHand': ['订单 {number} 不是手工订单', 'Order {number} is not a manual order'],
  'orders.linesLate': ['订单 {number} 正在拣货或已结束，不能再修改商品', 'Order {number} is already in picking or closed. Its items cannot be changed'],
  'orders.address.postalCode': ['邮编格式不正确，例如 {example}', 'Invalid postal code. Example: {example}'],
  'orders.address.state': ['请填写州/省的代码，例如 {example}', 'Enter the state or province code, for example {example}'],
});
