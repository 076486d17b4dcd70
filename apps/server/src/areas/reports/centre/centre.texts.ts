import { defineTexts } from '../../../core/text/texts.ts';

defineTexts({
  'reports.mayNotExport': ['您没有导出该报表的权限', 'You do not have permission to export this report'],
  'reports.daysOnce': ['日期与“最近 N 天”请只填其一', 'Choose days, or days that move, but not both'],
  'reports.scheduleNotFound': ['找不到该定时报表', 'This schedule does not exist'],
  'reports.scheduleChanged': ['该定时报表已被修改，请刷新后重试', 'This schedule has changed. Reload it and try again'],
  'reports.unknownReader': ['收件人须是启用中的成员', 'Readers are members whose accounts are enabled'],
  'reports.tooManySchedules': ['每人最多 {limit} 个定时报表', 'A person can have up to {limit} schedules'],
  'reports.mainOnly': ['只有主账号可以修改', 'Only a main account can change this'],
  'reports.mayNotShare': ['分享文件需要“导出”权限', 'You need the permission to export data to share a file'],
  'reports.notShareable': ['该文件未生成或已过期，不能分享', 'This file failed or has expired, so it cannot be shared'],
  'reports.mail.subject': ['报表已生成：{name}', 'Your report is ready: {name}'],
  'reports.mail.text': [
    '{person}，您好：\n\n{owner} 设置的定时报表“{name}”已生成，数据范围按您本人的权限。\n\n登录后在报表中心下载：{link}\n\n文件保留至 {until}。邮件中不含报表数据。',
    'Hello {person},\n\nthe report "{name}", which {owner} scheduled, is ready. It holds what you yourself may see.\n\nSign in and download it in the report centre: {link}\n\nThe file is kept until {until}. This email holds no figures.',
  ],
  'reports.message.failed': ['定时报表未生成：{name}', 'Scheduled report failed: {name}'],
  'reports.message.failedText': ['{person} 的文件未生成：{error}', 'The file for {person} failed: {error}'],
  'reports.message.paused': ['定时报表已暂停：{name}', 'Scheduled report paused: {name}'],
  'reports.message.pausedText': ['设置人 {person} 的账号已停用或删除，因此该定时报表已暂停。可在报表中心删除，或由其他成员重新设置。', 'The account of {person}, who set it up, is disabled or gone. Delete the schedule in the report centre, or let another member set it up again.'],
});
