import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'developer.nameTaken': ['已有名为“{name}”的应用', 'An application named “{name}” already exists'],
  'developer.notFound': ['该应用不存在，可能已被删除', 'This application does not exist. It may have been deleted'],
  'developer.tooMany': ['最多创建 {limit} 个应用，请先删除不用的应用', 'You can create up to {limit} applications. Delete one you no longer use'],
});
