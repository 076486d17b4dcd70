import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'messages.tickOne': ['请勾选一条记录', 'Please tick one record'],
  'messages.receiverMissing': ['请选择消息接收人', 'Please select the message recipient'],
  'messages.subjectMissing': ['请填写消息主题', 'Please fill in the message subject'],
  'messages.typeMissing': ['请选择消息类型', 'Please select message type'],
  'messages.unknownReceiver': ['用户不存在或已停用：{names}', 'These users do not exist or are disabled: {names}'],
  'messages.endBeforeStart': ['结束日期不能早于开始日期', 'The end date cannot be before the start date'],
  'messages.notYours': ['只能查看自己收到的消息', 'You can only view messages you received'],
  'messages.notFound': ['消息不存在或已删除', 'This message does not exist or was deleted'],
  'messages.program': ['系统', 'System'],
});
