import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'finance.platformClaimGone': ['平台索赔不存在', 'This claim does not exist'],
  'finance.platformClaimState': ['索赔 {number} 的状态已变化，请刷新', 'Claim {number} has changed. Reload it'],
  'finance.platformClaimShop': ['店铺不存在或不在您的范围内', 'This shop does not exist, or is not one of yours'],
  'finance.platformClaimLines': ['请选择该店铺、该币种且未匹配其他索赔的入账明细', 'Choose credits of this shop and currency that settle no other claim'],
});
