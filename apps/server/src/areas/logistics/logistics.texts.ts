import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'logistics.accountGone': ['承运商账号不存在或已删除', 'This carrier account does not exist any more'],
  'logistics.accountTaken': ['该账号号码已添加', 'This account number has been added already'],
  'logistics.secretMissing': ['请填写 Client Secret', 'Enter the client secret'],
  'logistics.accountUsed': [
    '渠道“{channel}”正在使用该账号，请先修改渠道',
    'The channel "{channel}" uses this account. Change the channel first',
  ],
  'logistics.accountHasParcels': [
    '该账号还有未签收的包裹，暂不能删除，可先停用',
    'Parcels of this account are still on their way. You can disable it instead',
  ],
  'logistics.accountDisabled': [
    '渠道“{name}”的承运商账号已停用',
    'The carrier account of the channel "{name}" is disabled',
  ],
  'logistics.platformChannel': ['平台物流', 'Platform logistics'],
  'logistics.platformMust': [
    '{number} 的平台要求用平台物流发货，不能选其他渠道',
    'The platform of {number} carries it by its own logistics: no other channel may be used',
  ],
  'logistics.notThePlatforms': [
    '{number} 不是平台上的订单（补发、换货或手工建单），不能用平台物流。请选择其他渠道',
    '{number} is no order of the platform (a resend, a replacement or made by hand), so its logistics does not carry it. Choose another channel',
  ],
  'logistics.noPlatformShipping': ['该订单的平台不提供物流', "The order's platform has no logistics of its own"],
  'logistics.rawOnly': [
    '平台只提供打印机格式的面单，请下载原始文件',
    'The platform gives this label for label printers only: download the raw file',
  ],
  'logistics.accountNeeded': ['请选择承运商账号', 'Choose a carrier account'],
  'logistics.channelGone': ['物流渠道不存在或已删除', 'This shipping channel does not exist any more'],
  'logistics.channelTaken': ['渠道名称已存在', 'There is a channel of this name already'],
  'logistics.channelStale': [
    '渠道已被他人修改，请刷新后再试',
    'Somebody else changed this channel. Reload and try again',
  ],
  'logistics.platformUnknown': ['没有这个平台，或平台尚未开通', 'There is no such platform here'],
  'logistics.noShopToAsk': [
    '该平台没有已授权的店铺，暂时读不到承运商名单，请直接填写名称',
    'No shop of this platform is authorized, so its carriers cannot be read. Type the name instead',
  ],
  'logistics.carriersUnread': [
    '暂时读不到平台的承运商名单，请直接填写名称。平台返回：{text}',
    "The platform's carriers cannot be read now. Type the name instead. It said: {text}",
  ],
  'logistics.channelDisabled': ['渠道“{name}”已停用', 'The channel "{name}" is disabled'],
  'logistics.channelHasParcels': [
    '渠道“{name}”还有未发出的包裹，可先停用',
    'Boxes still wait to go by "{name}". You can disable it instead',
  ],
  'logistics.channelOfWarehouse': [
    '仓库“{warehouse}”的物流方式里有渠道“{name}”，请先在那里关闭它',
    '"{name}" is one of the shipping methods of the warehouse "{warehouse}". Switch it off there first',
  ],
  'logistics.methodsOutside': [
    '这个仓库由服务商发货，请在“服务商”里选择它的物流方式',
    'A provider ships from this warehouse: choose its shipping methods under Provider',
  ],
  'logistics.defaultChannel': [
    '“{name}”是默认渠道，请先把其他渠道设为默认',
    '"{name}" is the default channel. Make another one the default first',
  ],
  'logistics.serviceUnknown': ['UPS 没有服务 {code}', 'UPS has no service {code}'],
  'logistics.serviceNotAllowed': ['固定服务不在允许的服务之内', 'The fixed service is not among the allowed ones'],
  'logistics.noChannel': [
    '出库单 {number} 没有物流渠道，请在“系统设置 › 快递物流”设置默认渠道',
    'No shipping channel for {number}. Set a default under System › Carriers',
  ],
  'logistics.noService': [
    '渠道“{channel}”没有可用于此包裹的服务 {service}',
    'The channel "{channel}" offers no service {service} for this parcel',
  ],
  'logistics.noParcel': ['该出库单还没有已打包的包裹', 'This outbound has no packed box yet'],
  'logistics.parcelGone': ['包裹不存在', 'This parcel does not exist'],
  'logistics.notPacked': ['出库单 {number} 尚未打包或已取消', '{number} is not packed, or was cancelled'],
  'logistics.stopped': [
    '买家要求取消，{number} 暂不能买面单。请在订单里决定：“取消订单”或“不取消，继续发货”',
    'The buyer asks to cancel, so no label is bought for {number}. Decide on the order: “Cancel order” or “Ship anyway”',
  ],
  'logistics.heldByPlatform': [
    '平台要求暂不发货，{number} 暂不能买面单。平台解除后再买，也可以在订单里取消',
    'The platform holds the order, so no label is bought for {number} until it lets it go; the order may also be cancelled',
  ],
  'logistics.recalled': [
    '{number} 的商品属于召回批次，不能买面单',
    'No label is bought for {number}: it holds goods of a recalled batch',
  ],
  'logistics.buying': ['{number} 的面单正在购买，请稍候', 'The label of {number} is being bought, one moment'],
  'logistics.voiding': ['{number} 的面单正在作废', 'The label of {number} is being voided'],
  'logistics.noLabel': ['{number} 还没有面单', '{number} has no label yet'],
  'logistics.notLabelled': ['该包裹没有可用的面单', 'This parcel has no label'],
  'logistics.labelErased': [
    '买家信息已按平台规则清除，面单不再保留',
    'The buyer’s data was erased by the platform’s rules, and the label with it',
  ],
  'logistics.noRawLabel': ['没有承运商原始面单', "The carrier's own label is not at hand"],
  'logistics.noCustoms': ['该包裹没有报关文件', 'This parcel has no customs papers'],
  'logistics.labelsMissing': ['{count} 个包裹还没有面单', '{count} boxes have no label yet'],
  'logistics.notBought': [
    '与承运商的连接中断，已核实 {number} 的面单未购买，请再试一次',
    'The connection to the carrier was lost. No label was bought for {number}: try again',
  ],
  'logistics.purchaseUncertain': [
    '与承运商的连接中断，正在核实 {number} 的面单是否已购买；核实前不会重复购买',
    'The connection to the carrier was lost. We are finding out whether the label of {number} was bought; none is bought twice',
  ],
  'logistics.voidUncertain': [
    '与承运商的连接中断，稍后会再次作废 {number}',
    'The connection to the carrier was lost. {number} will be voided again shortly',
  ],
  'logistics.carrierBusy': [
    '承运商请求过于频繁，请 {retryAfterSeconds} 秒后再试',
    'The carrier asks us to wait {retryAfterSeconds} seconds',
  ],
  'logistics.carrierAway': ['承运商暂时无法连接：{text}', 'The carrier cannot be reached: {text}'],
  'logistics.carrierUnauthorized': [
    '承运商拒绝了账号授权，请检查“快递物流”中的账号：{text}',
    'The carrier refused the account. Check it under Carriers: {text}',
  ],
  'logistics.carrierRefused': ['承运商拒绝：{text}', 'The carrier refused: {text}'],
  'logistics.warehouseAddress': [
    '仓库发货地址不完整，请在“系统设置 › 仓库”补充',
    'The address of the warehouse is incomplete. Complete it under System › Warehouses',
  ],
  'logistics.orderAddress': ['收件地址不完整', 'The address of the order is incomplete'],
  'logistics.addressTooLong': ['地址过长，面单放不下', 'The address is too long for the label'],
  'logistics.numberTaken': ['该运单号已用于订单 {number}', 'Order {number} has this tracking number already'],
  'logistics.numberUnknown': ['没有找到运单 {number}', 'No parcel with the number {number}'],
  'logistics.alertUncertain': [
    '{count} 个面单购买结果待核实',
    '{count} label purchases wait for the answer of the carrier',
  ],
  'logistics.alertAccount': ['承运商账号“{name}”授权失败', 'The carrier account "{name}" is refused'],
  'logistics.alertSilent': ['{count} 个包裹超过 {days} 天没有轨迹', '{count} parcels without a scan for {days} days'],
  'logistics.alertStop': [
    '{count} 个已取消的包裹面单未能作废',
    '{count} labels of cancelled orders could not be voided',
  ],
  'logistics.stage.created': ['已制单', 'Label made'],
  'logistics.stage.pickedUp': ['已揽收', 'Picked up'],
  'logistics.stage.inTransit': ['运输中', 'In transit'],
  'logistics.stage.outForDelivery': ['派送中', 'Out for delivery'],
  'logistics.stage.delivered': ['已签收', 'Delivered'],
  'logistics.stage.exception': ['异常', 'Exception'],
  'logistics.stage.returning': ['退回中', 'Returning'],
  'logistics.stage.cancelled': ['已作废', 'Voided'],
  'logistics.stage.unknown': ['未知', 'Unknown'],
});
