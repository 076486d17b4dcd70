import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'approvals.notFound': ['找不到该审批', 'This approval does not exist'],
  'approvals.alreadyOpen': ['{title} 正在审批中', '{title} is already awaiting approval'],
  'approvals.ended': ['{title} 的审批已经结束', 'The approval of {title} has already ended'],
  'approvals.moved': ['{title} 的审批已有新进展，请刷新后再决定', 'The approval of {title} has changed. Reload before you decide'],
  'approvals.notYourTurn': ['还没有轮到您审批，或已由他人处理', 'It is not your turn, or someone else has already decided'],
  'approvals.ownDocument': ['不能审批自己提交的单据', 'You cannot approve documents you submitted'],
  'approvals.moduleUnknown': ['该模块没有可审批的单据', 'This module has no documents to approve'],
  'approvals.userUnknown': ['找不到该员工，或账号已停用', 'This user does not exist or is disabled'],
  'approvals.samePerson': ['审核人与审批人不能是同一人', 'Reviewer and approver must be different people'],
  'approvals.levelTaken': ['该模块的第 {level} 级已设置', 'Level {level} of this module already exists'],
  'approvals.settingGone': ['该审批级别已不存在', 'This level no longer exists'],
  'approvals.yourTurn': ['待您审批：{title}', 'Awaiting your approval: {title}'],
  'approvals.yourTurnDetail': ['<p>{author} 提交了 {title}，请到“审批中心”处理。</p>', '<p>{author} submitted {title}. Approve or reject it in the Approval center.</p>'],
  'approvals.reminder': ['{count} 个审批已等待您超过一天', 'Approvals waiting for you for more than a day: {count}'],
  'approvals.reminderLine': ['{title}（{author} 提交，{since} 起等待）', '{title} (by {author}, waiting since {since})'],
  'approvals.reminderMore': ['<p>另有 {more} 个。</p>', '<p>And {more} more.</p>'],
  'approvals.reminderEnd': ['<p>请到“审批中心”处理。</p>', '<p>Approve or reject them in the Approval center.</p>'],
  'approvals.waiting': ['有 {count} 个审批等待您处理', 'Approvals awaiting your decision: {count}'],
});
