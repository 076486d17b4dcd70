import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'channels.shopNotFound': ['找不到该店铺', 'This shop does not exist'],
});
