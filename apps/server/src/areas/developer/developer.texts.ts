import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'developer.nameTaken': ['已有名为“{name}”的应用', 'There is an application called “{name}” already'],
  'developer.notFound': ['没有找到该应用，可能已被删除', 'There is no such application; it may have been deleted'],
  'developer.tooMany': [
    '最多创建 {limit} 个应用，请先删除不用的应用',
    'A company has at most {limit} applications. Delete one that is not used',
  ],
});
