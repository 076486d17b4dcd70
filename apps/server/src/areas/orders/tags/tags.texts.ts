import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'orders.tagUnknown': ['该标签已不存在', 'This tag no longer exists'],
  'orders.tagTaken': ['已有名为“{name}”的标签', 'A tag named “{name}” already exists'],
  'orders.tagsFull': ['最多 {most} 个标签，请先删除不用的标签', 'At most {most} tags are allowed. Delete unused tags first'],
  'orders.tagInUse': ['超过 {most} 个订单使用该标签，请先从这些订单移除', 'More than {most} orders have this tag. Remove it from them first'],
  'orders.tagNothing': ['请选择要添加或移除的标签', 'Select tags to add or remove'],
});
