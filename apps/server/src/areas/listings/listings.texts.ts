import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'listings.notFound': ['找不到该店铺商品', 'This listing does not exist'],
  'listings.noStock': ['{name} 的平台不接受库存推送', 'The platform of {name} takes no quantities'],
  'listings.noListings': ['{name} 的平台不提供商品列表', 'The platform of {name} lists no products'],
  'listings.noPrice': ['该平台不接受改价', 'This platform takes no prices'],
  'listings.priceZero': ['售价必须大于 0', 'The price must be more than 0'],
  'listings.otherCurrency': ['该商品以 {currency} 销售', 'This listing is sold in {currency}'],
  'listings.shareTooLarge': ['比例不能超过 100', 'The share cannot be more than 100'],
  'listings.warehouseUnknown': ['仓库不存在', 'There is no such warehouse'],
  'listings.nothingToTell': [
    '没有可推送的数量或价格：店铺未开启推送，或商品尚未对应',
    'Nothing to tell: the shop is not told quantities, or the listing has no product',
  ],
  'listings.state.active': ['在售', 'Active'],
  'listings.state.inactive': ['未上架', 'Inactive'],
  'listings.state.blocked': ['被平台限制', 'Blocked'],
  'listings.state.ended': ['已结束', 'Ended'],
});
