import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'orders.cannotArrange': [
    '订单 {number} 已在拣货或已结束，不能再调整',
    'Order {number} is being picked or over: it stays as it is',
  ],
  'orders.inBox': [
    '订单 {number} 已与其他订单合并发货，请先取消合并',
    'Order {number} shares a box with others: take it out first',
  ],
  'orders.notInBox': [
    '订单 {number} 没有与其他订单合并，或已在拣货',
    'Order {number} shares no box with others, or is being picked',
  ],
  'orders.splitPlatformShipping': [
    '订单 {number} 由平台物流承运，请在平台拆分',
    'The platform carries order {number}: split it there',
  ],
  'orders.splitWholesale': [
    '订单 {number} 是 2B 发货单，请在 2B 订单里分批发货',
    'Order {number} is a shipment of a 2B order: make another shipment there',
  ],
  'orders.splitNoLine': [
    '该商品行已不在订单中，请刷新后重试',
    'The order no longer has this line. Reload and try again',
  ],
  'orders.linesOvertaken': [
    '订单 {number} 的商品刚被他人修改，请核对后重新保存',
    'Someone has just changed the lines of order {number}: look at them and save again',
  ],
  'orders.splitTooMuch': ['{sku} 最多可拆出 {most} 件', 'There are only {most} of {sku} to take away'],
  'orders.splitAll': ['原订单至少保留一件商品', 'Something has to stay in the order'],
  'orders.mergeOne': ['请选择至少两个尚未合并的订单', 'Choose two orders or more that do not share a box yet'],
  'orders.mergeTooMany': ['一箱合并的订单太多', 'Too many orders for one box'],
  'orders.mergePlatformShipping': [
    '订单 {number} 由平台物流承运，不能合并',
    'The platform carries order {number}: it cannot share a box',
  ],
  'orders.mergeCurrency': ['订单 {number} 的币种不同', 'Order {number} is in another currency'],
  'orders.mergeShop': ['订单 {number} 来自其他店铺', 'Order {number} is from another shop'],
  'orders.mergeAddress': [
    '订单 {number} 的买家或收件地址不同，或地址不完整',
    'Order {number} goes to another buyer or address, or its address is incomplete',
  ],
  'orders.mergeWarehouse': ['订单 {number} 从其他仓库发货', 'Order {number} ships from another warehouse'],
  'orders.mergeChannel': ['订单 {number} 选择了其他物流渠道', 'Order {number} ships by another channel'],
  'orders.mergeOthers': ['因其他订单不符合，未合并', 'Not merged, because others do not fit'],
  'orders.warehouseGone': ['该仓库不存在或已停用', 'There is no such warehouse in use'],
  'orders.channelNotFrom': [
    '物流渠道“{channel}”不从仓库“{warehouse}”发货，请换渠道，或在仓库的“物流方式”里打开它',
    'The shipping channel "{channel}" does not ship from the warehouse "{warehouse}". Choose another one, or switch it on in the shipping methods of the warehouse',
  ],
  'orders.channelGone': ['该物流渠道不存在或已停用', 'There is no such channel in use'],
  'orders.productGone': ['该商品不存在', 'There is no such product'],
  'orders.undoNotFound': ['没有可撤销的操作', 'There is nothing to undo'],
  'orders.undoLate': ['操作已超过 {hours} 小时，不能撤销', 'This was done more than {hours} hours ago and stays'],
  'orders.undoDone': ['已经撤销', 'Undone already'],
  'orders.undoChanged': ['订单 {number} 之后又有变动', 'Order {number} has been changed since'],
  'orders.undoUnderway': ['订单 {number} 已在拣货', 'Order {number} is being picked'],
  'orders.undoLabel': ['订单 {number} 已购买面单', 'A label was bought for order {number}'],
  'orders.undoShipped': ['订单 {number} 已发货', 'Order {number} has been shipped'],
  'orders.undoTold': ['平台已收到通知', 'The platform has been told'],
  'orders.undoPlatform': ['平台之后更新了订单 {number}', 'The platform has changed order {number} since'],
  'orders.undoMustStay': [
    '订单 {number} 的买家申请取消，或平台要求暂停',
    'The buyer asks to cancel order {number}, or the platform says wait',
  ],
  'orders.undoInBox': ['拆出的订单已合并或被复制', 'A part shares a box with others, or was copied'],
  'orders.undoStockAnew': [
    '库存需要重新预留：期间可能已被其他订单占用，或已同步到店铺',
    'Its stock is reserved anew: it may have gone to others meanwhile, or been offered in shops',
  ],
  'orders.undoJudged': ['按规则重新判断', 'It is judged again by the rules'],
});
