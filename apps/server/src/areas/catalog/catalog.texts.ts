import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'catalog.badSku': [
    '不能含引号、尖括号或反斜杠，首尾不能有空格',
    'No quotes, angle brackets or backslashes, and no space at either end',
  ],
  'catalog.badHsCode': ['请填写 4 到 13 位数字', '4 to 13 digits'],
  'catalog.badCountry': ['请填写两位国家代码，如 CN', 'A two-letter country code, such as CN'],
  'catalog.productNotFound': ['找不到该产品', 'This product does not exist'],
  'catalog.skuTaken': ['SKU {sku} 已存在', 'The SKU {sku} is taken'],
  'catalog.barcodeTaken': ['条码 {barcode} 已被其他产品使用', 'The barcode {barcode} belongs to another product'],
  'catalog.netOverGross': ['净重不能大于毛重 {gross} kg', 'The net weight is more than the gross weight of {gross} kg'],
  'catalog.imageUnknown': ['找不到该图片，请重新上传', 'This picture is not there, please upload it again'],
  'catalog.usedByMapping': [
    '有店铺 SKU 对应到该产品，请先删除对应关系，或停用该产品',
    'Shop SKUs are mapped to it. Remove the mappings first, or disable the product',
  ],
  'catalog.usedByStock': ['该产品有库存或库存记录，只能停用', 'It has stock or stock records; it can only be disabled'],
  'catalog.usedByOrders': ['有订单使用该产品，只能停用', 'Orders use it; it can only be disabled'],
  'catalog.usedByOthers': ['有其他单据使用该产品，只能停用', 'Other documents use it; it can only be disabled'],
  'catalog.mappingNotFound': ['找不到该对应关系', 'This mapping does not exist'],
  'catalog.shopUnknown': ['找不到该店铺，或您无权查看', 'This shop does not exist, or you may not see it'],
  'catalog.shopAmbiguous': ['有多个同名店铺“{name}”', 'There are several shops named {name}'],
  'catalog.nameMissing': ['新产品必须填写中文名称', 'A new product needs a Chinese name'],
  'catalog.skuUnknown': ['产品档案中没有 SKU {sku}', 'The archive has no SKU {sku}'],
});
