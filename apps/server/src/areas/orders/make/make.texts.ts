import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'orders.linesMissing': ['请至少添加一个商品', 'Add at least one product'],
  'orders.notSold': ['产品不存在或已停用', 'This product is gone or no longer sold'],
  'orders.discountTooHigh': ['折扣不能超过商品金额与运费之和', 'The discount is more than goods and shipping together'],
  'orders.numberTaken': ['单号 {number} 已被占用，请重试', 'The number {number} is taken. Please try again'],
  'orders.shopDisabled': ['该店铺已停用', 'This shop is disabled'],
  'orders.notLeft': [
    '订单 {number} 还没有发出，请直接处理原订单',
    'Order {number} has not left yet: work on it instead',
  ],
  'orders.sentAgainAlready': [
    '订单 {number} 已补发或换货 {count} 次，确定要再发一次吗？',
    'Order {number} was sent again {count} times already. Send once more?',
  ],
  'orders.notByHand': ['订单 {number} 不是手工订单', 'Order {number} was not made by hand'],
  'orders.linesLate': [
    '订单 {number} 已在拣货或已结束，不能再修改商品',
    'Order {number} is being picked or over: its goods stay as they are',
  ],
  'orders.address.postalCode': ['邮编格式不对，例如 {example}', 'Not a postal code of this country, such as {example}'],
  'orders.address.state': ['请填写州/省的代码，例如 {example}', 'The code of the state or province, such as {example}'],
});
