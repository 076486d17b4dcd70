import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'stock.notEnough': ['库存不足，无法完成此操作', 'There is not enough stock for this'],
  'stock.binNotEnough': ['库位上的数量不足', 'There is not enough in the location'],
});
