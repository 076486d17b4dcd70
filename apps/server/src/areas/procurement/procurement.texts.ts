import { SUPPLIER_STATE_WORDS } from '@tradewind/contract/procurement/words.ts';
import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'procurement.supplierNotFound': ['找不到该供应商', 'Supplier not found'],
  'procurement.badCode': ['编码只能包含字母、数字和 . _ / -，并以字母或数字开头', 'A code has only letters, digits and . _ / -, and begins with a letter or digit'],
  'procurement.badEmail': ['邮箱格式不正确', 'Not a valid email address'],
  'procurement.nameMissing': ['中文、英文名称至少填一个', 'Enter a Chinese or an English name'],
  'procurement.codeTaken': ['编码 {code} 已被其他供应商使用', 'Code {code} belongs to another supplier'],
  'procurement.termsSum': ['各期比例之和应为 100%，目前是 {sum}%', 'The instalments add up to {sum}%. They must add up to 100%'],
  'procurement.termsDays': ['只有“收货后”和“月结”可以填天数', 'Only “after receipt” and “after month end” take days'],
  'procurement.blocked': ['供应商 {code} 已拉黑：{reason}', 'Supplier {code} is blocked: {reason}'],
  'procurement.notActive': ['供应商 {code} 已被拉黑', 'Supplier {code} is blocked already'],
  'procurement.notBlocked': ['供应商 {code} 没有被拉黑', 'Supplier {code} is not blocked'],
  'procurement.costs': ['没有“查看成本价”权限', 'You may not see cost prices'],
  'procurement.priceNotFound': ['找不到该报价', 'Price not found'],
  'procurement.productUnknown': ['找不到该商品', 'Product not found'],
  'procurement.priceTwice': ['该商品从 {day} 起已有报价，请编辑原报价', 'This product already has a price from {day}. Edit that one'],
  'procurement.breakTwice': ['起订数量 {quantity} 重复', 'Quantity {quantity} occurs twice'],
  'procurement.importState': ['供应商 {code} 已拉黑，不能导入报价', 'Supplier {code} is blocked. Its prices are not imported'],
  'procurement.importSupplier': ['没有编码为 {code} 的供应商', 'There is no supplier with code {code}'],
  'procurement.importSku': ['没有 SKU 为 {sku} 的商品', 'There is no product with SKU {sku}'],
  'procurement.importTerms': ['付款条件无法识别，示例：30% 下单时，70% 发货前', 'Payment terms not understood. Example: 30% at order, 70% before dispatch'],
  'procurement.importSame': ['与同一报价的第一行不一致', 'Differs from the first row of the same price'],
  'procurement.importNamesake': ['供应商 {code} 已使用该名称；如需更新，请填写编码', 'Supplier {code} has this name. To update it, enter its code'],
  'procurement.states': SUPPLIER_STATE_WORDS,
});
