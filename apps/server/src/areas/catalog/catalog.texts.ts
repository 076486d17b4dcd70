import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'catalog.badSku': ['不能含引号、尖括号或反斜杠，首尾不能有空格', 'No quotes, angle brackets or backslashes, and no spaces at the start or end'],
  'catalog.badHsCode': ['请填写 4 到 13 位数字', 'Enter 4 to 13 digits'],
  'catalog.badCountry': ['请填写两位国家代码，如 CN', 'Enter a two-letter country code, such as CN'],
  'catalog.productNotFound': ['找不到该商品', 'This product does not exist'],
  'catalog.skuTaken': ['SKU {sku} 已存在', 'SKU {sku} already exists'],
  'catalog.barcodeTaken': ['条码 {barcode} 已被其他商品使用', 'Another product already uses barcode {barcode}'],
  'catalog.netOverGross': ['净重不能大于毛重 {gross} kg', 'Net weight cannot exceed the gross weight of {gross} kg'],
  'catalog.imageUnknown': ['找不到该图片，请重新上传', 'This image was not found. Upload it again'],
  'catalog.usedByMapping': ['有店铺 SKU 配对到该商品，请先删除配对，或停用该商品', 'Seller SKUs are mapped to this product. Delete the mappings first, or disable the product'],
  'catalog.usedByStock': ['该商品有库存或库存流水，只能停用', 'This product has stock or stock movements. You can only disable it'],
  'catalog.usedByOrders': ['有订单使用该商品，只能停用', 'Orders use this product. You can only disable it'],
  'catalog.usedByOthers': ['有其他单据使用该商品，只能停用', 'Other documents use this product. You can only disable it'],
  'catalog.mappingNotFound': ['找不到该配对', 'This mapping does not exist'],
  'catalog.shopUnknown': ['找不到该店铺，或您无权查看', 'This shop does not exist, or you have no access to it'],
  'catalog.shopAmbiguous': ['有多个同名店铺“{name}”', 'Several shops are named {name}'],
  'catalog.nameMissing': ['中文名称和英文名称至少填写一个', 'Enter a Chinese or an English name'],
  'catalog.skuUnknown': ['产品档案中没有 SKU {sku}', 'SKU {sku} is not in the product archive'],
});
