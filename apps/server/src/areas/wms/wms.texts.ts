import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'wms.providerUnknown': ['不支持该仓储服务商', 'This provider of warehouses is not supported'],
  'wms.noTrial': ['正式环境不提供沙箱', 'There is no sandbox in production'],
  'wms.connectionGone': [
    '该仓储服务商账号不存在或已删除',
    'This account with a warehouse provider does not exist any more',
  ],
  'wms.baseUrl': ['请填写以 https:// 开头的接口地址', 'Enter the address of the interface, beginning with https://'],
  'wms.keysRefused': ['服务商拒绝了这些密钥：{words}', 'The provider refused these keys: {words}'],
  'wms.unreachable': ['无法连接服务商：{words}', 'The provider cannot be reached: {words}'],
  'wms.nameTaken': ['已有同名账号', 'Another account has this name'],
  'wms.connectionUsed': [
    '仓库“{warehouse}”属于该账号，不能删除；可以停用',
    'The warehouse "{warehouse}" belongs to this account, so it cannot be deleted. It can be switched off',
  ],
  'wms.saysNo': ['服务商返回：{words}', 'The provider says: {words}'],
  'wms.codeUnknown': ['服务商没有该仓库', 'The provider has no such warehouse'],
  'wms.notConnected': ['该仓库未连接仓储服务商', 'This warehouse is not connected to a provider'],
  'wms.methodUnknown': ['该仓库不提供此物流方式', 'The warehouse does not offer this shipping method'],
  'wms.codeForOne': ['自定义编码只能用于单个产品', 'A code of its own can be given to a single product only'],
  'wms.codeTaken': ['该编码已用于其他产品', 'Another product has this code'],
  'wms.documentGone': ['单据已处理', 'This document has been dealt with'],
  'wms.platformCarries': [
    '订单须用平台物流发货，该仓库无法使用平台面单',
    "The platform's own logistics must carry this order: the provider's warehouse cannot",
  ],
  'wms.noMethod': ['没有为该渠道选择仓库的物流方式', 'No shipping method of the warehouse is chosen for this channel'],
  'wms.noAddress': ['收件地址不完整', "The recipient's address is not complete"],
  'wms.skuNotActive': [
    '产品 {sku} 还未在服务商处生效 {words}',
    'The provider has not taken the product {sku} yet. {words}',
  ],
  'wms.skuRejected': ['服务商拒绝了产品 {sku}：{words}', 'The provider refused the product {sku}: {words}'],
  'wms.noDeclaredValue': [
    '产品 {sku} 没有申报价值，请先在产品资料中填写',
    'The product {sku} has no declared value: enter it with the product first',
  ],
  'wms.notShippedThere': [
    '{number} 由服务商发货，服务商尚未发出',
    '{number} is sent by the warehouse provider, who has not sent it yet',
  ],
  'wms.receivedThere': [
    '{number} 由仓储服务商收货：以服务商的清点为准，请勿在此改动货品、登记到货、手工收货、关闭或取消；如需取消，请在“推送记录”里请服务商取消',
    '{number} is with the warehouse provider, whose counts are what came in: its goods are not changed, and it is not taken in, received, closed or cancelled by hand. To take it back, ask the provider to cancel it, in its list of documents',
  ],
  'wms.noticeBegun': [
    '入库单 {number} 已开始收货，不能再推送',
    '{number} is being received already, so it cannot be announced any more',
  ],
  'wms.alreadySent': ['{number} 已推送给服务商', '{number} has been sent to the provider already'],
  'wms.notThere': [
    '该单据不在服务商处，无需取消',
    'This document is not with the provider: there is nothing to cancel',
  ],
  'wms.codeOfNothing': [
    '没有产品使用服务商编码 {code}，请先对应产品',
    'No product has the code {code} of the provider. Say first which one it is',
  ],
  'wms.differenceGone': ['该差异不存在', 'This difference does not exist any more'],
  'wms.differenceChanged': ['差异已变化，请按最新数据处理', 'The difference has changed. Look at it again'],
  'wms.nothingToBook': ['差异已全部说明，无需调整', 'All of the difference is explained: there is nothing to book'],
  'wms.stockCutOff': [
    '服务商的库存列表过长，未能读完，本次未核对库存',
    "The provider's list of stock does not end, so this time nothing was compared",
  ],
  'wms.noLabels': ['服务商没有提供该入库单的箱唛', 'The provider has no carton labels for this notice'],
  'wms.leftAnyway': ['订单已取消，但服务商已发出', 'The order was cancelled, and the provider sent it all the same'],
  'wms.alertAccount': ['仓储服务商账号“{name}”的密钥失效', 'The keys of the warehouse account "{name}" are refused'],
  'wms.alertOrders': ['{count} 张第三方仓单据异常，需要处理', '{count} documents at warehouse providers need a person'],
  'wms.alertJumps': [
    '{count} 个产品在第三方仓的库存突变',
    'The stock of {count} products jumped at a warehouse provider',
  ],
});
