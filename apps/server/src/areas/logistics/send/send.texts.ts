import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'logistics.noZone': [
    '计费运输分区未设置，请联系客服',
    'The billing shipping zone is not set. Please contact customer service',
  ],
  'logistics.attachmentMissing': ['发货附件不能为空', 'The shipping attachment cannot be empty'],
  'logistics.numberMissing': ['请填写运单号', 'Enter the tracking number'],
  'logistics.carrierMissing': ['请选择渠道或填写承运商', 'Choose a channel, or say who carries it'],
  'logistics.notOwnChannel': ['请选择“自送”的渠道', 'Choose a channel of own delivery'],
  'logistics.orderUnknown': ['没有找到订单 {number}', 'There is no order {number}'],
  'logistics.orderDoubled': ['订单 {number} 填写了两次', 'Order {number} stands here twice'],
  'logistics.orderAmbiguous': [
    '多个店铺有订单 {number}，请填写系统订单号',
    'Several shops have an order {number}: use our own number',
  ],
  'logistics.platformCarries': [
    '平台要求订单 {number} 用平台物流发货，不能选择其他渠道',
    'The platform of order {number} carries it by its own logistics: no other channel may be used',
  ],
  'logistics.hasLabel': ['订单 {number} 已有面单', 'Order {number} has its label already'],
  'logistics.noOffer': ['没有渠道给出订单 {number} 的报价', 'No channel gave a price for order {number}'],
  'logistics.noneInTime': ['没有能让订单 {number} 按时送达的渠道', 'No channel brings order {number} in time'],
  'logistics.slow': ['承运商 {seconds} 秒内没有回复', 'The carrier did not answer within {seconds} seconds'],
  'logistics.priceLater': ['装箱后由平台报价', 'The platform says its price when the box is packed'],
  'logistics.runGone': ['没有这项任务', 'There is no such run'],
  'logistics.paper.noOutbound': [
    '订单 {number} 还没有配货，没有拣货单',
    'Order {number} has no goods yet: no pick list',
  ],
  'logistics.paper.noLabel': ['订单 {number} 还没有面单', 'Order {number} has no label yet'],
  'logistics.paper.erased': [
    '订单 {number} 的买家信息已按平台规则清除',
    "The buyer's data of order {number} was erased by the platform's rules",
  ],
  'logistics.paper.customsData': [
    '订单 {number} 的商品 {skus} 缺少海关编码或申报价值',
    'Products {skus} of order {number} lack their HS code or declared value',
  ],
  'logistics.paper.tooMany': ['一次最多打印 {count} 个订单', 'At most {count} orders at once'],
  'logistics.paper.nothing': ['没有可以打印的单据', 'There is nothing to print'],
});
