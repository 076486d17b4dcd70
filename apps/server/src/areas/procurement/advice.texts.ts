import { ADVICE_REASON_WORDS } from '@tradewind/contract/procurement/advice-words.ts';
import { TRANSPORT_WORDS } from '@tradewind/contract/transit/words.ts';
import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'advice.notFound': ['找不到该建议，可能已重新计算', 'Recommendation not found. It may have been recalculated'],
  'advice.decided': ['该建议已确认过', 'Somebody has decided this already'],
  'advice.weightsSum': ['各周期权重之和应为 100%，目前是 {sum}%', 'The weights add up to {sum}%. They must add up to 100%'],
  'advice.leadTooLong': ['备货周期（{days} 天）须与日均销量的统计周期（最长 {window} 天）相匹配', 'Lead time ({days} days) must match the average daily sales period ({window} days at most)'],
  'advice.minimumFar': ['所选商品一年的销量也达不到供应商的最低订货要求，请多选几个商品', 'A year of sales of these products does not reach the supplier’s minimum. Choose more of its products'],
  'advice.overrideNotFound': ['找不到该设置', 'Settings not found'],
  'advice.promotionNotFound': ['找不到该促销', 'Promotion not found'],
  'advice.ofOne': ['请选择一个商品或一个分类', 'Choose one product or one category'],
  'advice.unknownProduct': ['找不到该商品', 'Product not found'],
  'advice.unknownCategory': ['找不到该分类', 'Category not found'],
  'advice.daysTurned': ['结束日期不能早于开始日期', 'The last day is before the first'],
  'advice.transportNotFound': ['找不到该运输方式', 'Way of transport not found'],
  'advice.fastMost': ['快运数量不能超过采购量 {quantity}', 'At most {quantity} can travel by the faster way'],
  'advice.noFast': ['该建议没有更快的运输方式', 'There is no faster way for this recommendation'],
  'advice.modes': TRANSPORT_WORDS,
  'advice.reasons': ADVICE_REASON_WORDS,
});
