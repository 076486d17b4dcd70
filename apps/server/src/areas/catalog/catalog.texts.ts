import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'catalog.productNotFound': ['找不到该产品', 'This product does not exist'],
});
