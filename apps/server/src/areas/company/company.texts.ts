import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'company.notValidated': [
    '公司尚未验证，请打开注册邮箱中的验证链接；没有收到可以重新发送',
    'This company is not validated yet. Please open the link in the mail we sent, or have it sent again',
  ],
  'company.timeZone': ['没有时区 {timeZone}', 'There is no time zone {timeZone}'],
  'company.changeDecided': [
    '这项申请已经处理过了，请刷新',
    'This application has been dealt with already. Please reload',
  ],
  'company.noChange': ['没有这项申请', 'There is no such application'],
  'company.remarkNeeded': ['请填写不通过的原因', 'Please say why it is rejected'],
  'company.noLogo': ['还没有公司标志', 'There is no logo yet'],
  'company.noLicence': ['还没有营业执照', 'There is no business licence yet'],
  'company.logoBroken': ['图片已损坏', 'The picture is damaged'],
  'company.logoSize': [
    '公司标志必须是 {width}×{height} 像素，这张是 {isWidth}×{isHeight}',
    'A logo has {width} x {height} pixels; this one has {isWidth} x {isHeight}',
  ],
});
