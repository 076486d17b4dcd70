import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'company.notValidated': [
    '公司尚未验证，请打开注册邮箱中的验证链接；没有收到可以重新发送',
    'This company is not validated yet. Please open the link in the mail we sent, or have it sent again',
  ],
  'company.timeZone': ['没有时区 {timeZone}', 'There is no time zone {timeZone}'],
  'company.plan.standard': ['标准版', 'Standard'],
  'company.plan.basic': ['基础版', 'Basic'],
});
