import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'warehouse.ruleNotFound': ['没有这条波次规则', 'There is no such wave rule'],
  'warehouse.ruleSingleLines': ['单品快速通道只拣单品订单', 'The single-item lane takes single-item orders only'],
  'warehouse.cartonTypeNotFound': ['没有这种包材', 'There is no such box'],
  'warehouse.nothingToSort': [
    '{sku} 没有要放的格口：不属于这个波次，或已全部分好',
    'No slot wants {sku}: it is not of this wave, or all of it is sorted',
  ],
  'warehouse.notInSlot': ['格口里没有 {sku}', 'There is no {sku} in the slot'],
});
