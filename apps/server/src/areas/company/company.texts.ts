import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'company.notValidated': [
    '公司尚未验证，请打开注册邮箱中的验证链接；没有收到可以重新发送',
    'This company is not validated yet. Please open the link in the mail we sent, or have it sent again',
  ],
  'company.timeZone': ['没有时区 {timeZone}', 'There is no time zone {timeZone}'],
  'company.noProvince': [
    '没有省份“{province}”，请从列表中选择',
    'There is no province {province}. Please choose from the list',
  ],
  'company.noCity': [
    '所选省份没有城市“{city}”，请从列表中选择',
    'This province has no city {city}. Please choose from the list',
  ],
  'company.limit.users': [
    '套餐 {plan} 最多 {limit} 个启用的账号，现在已有 {has} 个；请停用账号或升级套餐',
    'The plan {plan} has {limit} users and {has} are enabled. Disable one or choose a larger plan',
  ],
  'company.limit.shops': [
    '套餐 {plan} 最多 {limit} 个店铺，现在已有 {has} 个；请停用店铺或升级套餐',
    'The plan {plan} has {limit} shops and {has} are there. Disable one or choose a larger plan',
  ],
  'company.planOver': [
    '套餐 {plan} 已到期，续费后才能新增；已有数据仍可查看',
    'The plan {plan} has run out. Renew it to add more; everything stays readable',
  ],
  'company.planForever': ['当前套餐长期有效，无需续费', 'Your plan does not run out: there is nothing to renew'],
  'company.noPlan': ['没有这个套餐', 'There is no such plan'],
  'company.noBill': ['没有这张账单', 'There is no such bill'],
  'company.billNotOpen': ['账单 {number} 已不能支付', 'Bill {number} can no longer be paid'],
  'company.paymentAway': [
    '暂时联系不上支付宝，请稍后再试；已支付的款项不会丢失',
    'Alipay cannot be reached right now. Please try again later; what you paid is not lost',
  ],
  'company.noPayment': ['本系统没有开通在线支付', 'This installation takes no payments online'],
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
