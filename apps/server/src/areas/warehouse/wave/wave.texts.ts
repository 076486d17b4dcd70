import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'warehouse.ruleNotFound': ['找不到该波次规则', 'Wave rule not found'],
  'warehouse.ruleSingleLines': ['单品快速通道只能拣单品订单', 'The single-item express lane takes single-item orders only'],
  'warehouse.cartonTypeNotFound': ['找不到该箱型', 'Carton type not found'],
  'warehouse.nothingToSort': ['{sku} 没有对应的格口：不属于该波次，或已全部分好', 'No slot needs {sku}: it is not part of this wave, or all of it is sorted'],
  'warehouse.notInSlot': ['格口里没有 {sku}', 'No {sku} in the slot'],
});
