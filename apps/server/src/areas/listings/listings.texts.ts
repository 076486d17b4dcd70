import { LISTING_STATE_WORDS } from '@tradewind/contract/listings/words.ts';
import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'listings.notFound': ['找不到该店铺商品', 'Listing not found'],
  'listings.noStock': ['{name} 所在平台不支持库存推送', 'The platform of {name} does not accept stock updates'],
  'listings.noListings': ['{name} 所在平台不提供商品列表', 'The platform of {name} does not provide listings'],
  'listings.noPrice': ['该平台不支持改价', 'This platform does not accept price updates'],
  'listings.priceZero': ['售价必须大于 0', 'The price must be greater than 0'],
  'listings.otherCurrency': ['该店铺商品以 {currency} 销售', 'This listing is priced in {currency}'],
  'listings.shareTooLarge': ['比例不能超过 100', 'The percentage cannot exceed 100'],
  'listings.warehouseUnknown': ['仓库不存在', 'Warehouse not found'],
  'listings.nothingToTell': ['没有可推送的库存或价格：店铺未开启推送，或 SKU 尚未配对', 'Nothing to push: stock updates are off for this shop, or the listing is not mapped'],
  'listings.runNotFound': ['找不到该任务', 'This run does not exist'],
  'listings.notSold': ['没有订单或店铺商品使用 SKU {sku}', 'No order or listing has SKU {sku}'],
  'listings.state': LISTING_STATE_WORDS,
});
