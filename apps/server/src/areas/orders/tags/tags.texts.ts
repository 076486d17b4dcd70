import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'orders.tagUnknown': ['该标签已不存在', 'This tag no longer exists'],
  'orders.tagTaken': ['已有名为“{name}”的标签', 'There is a tag called "{name}" already'],
  'orders.tagsFull': ['最多 {most} 个标签，请先删除不用的', 'At most {most} tags: delete one that nobody needs'],
  'orders.tagInUse': [
    '超过 {most} 个订单带有该标签，请先从这些订单上移除',
    'More than {most} orders have this tag: take it off them first',
  ],
  'orders.tagNothing': ['请选择要添加或移除的标签', 'Choose tags to add or remove'],
});
