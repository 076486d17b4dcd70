import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'company.notValidated': ['公司尚未验证，请打开验证邮件中的链接；没有收到可以重新发送', 'This company is not verified yet. Open the link in the verification email, or have it sent again'],
  'company.timeZone': ['时区 {timeZone} 不存在', 'Time zone {timeZone} does not exist'],
  'company.noProvince': ['找不到省份“{province}”，请从列表中选择', 'Province {province} not found. Choose one from the list'],
  'company.noCity': ['所选省份中找不到城市“{city}”，请从列表中选择', 'City {city} not found in this province. Choose one from the list'],
  'company.limit.users': ['套餐 {plan} 最多 {limit} 个启用的账号，现在已有 {has} 个；请停用账号或升级套餐', 'Plan {plan} includes {limit} active users and you have {has}. Disable a user or upgrade your plan'],
  'company.limit.shops': ['套餐 {plan} 最多 {limit} 个店铺，现在已有 {has} 个；请停用店铺或升级套餐', 'Plan {plan} includes {limit} shops and you have {has}. Disable a shop or upgrade your plan'],
  'company.planOver': ['套餐 {plan} 已到期，续费后才能新增账号和店铺；已有数据仍可查看', 'Plan {plan} has expired. Renew it to add users or shops; you can still view your data'],
  'company.planForever': ['当前套餐长期有效，无需续费', 'Your plan does not expire, so there is nothing to renew'],
  'company.noPlan': ['套餐不存在', 'This plan does not exist'],
  'company.noBill': ['账单不存在', 'This bill does not exist'],
  'company.billNotOpen': ['账单 {number} 已不能支付', 'Bill {number} can no longer be paid'],
  'company.paymentAway': ['暂时无法连接支付宝，请稍后再试；已支付的款项不会丢失', 'Could not reach Alipay. Try again later; payments already made are not lost'],
  'company.noPayment': ['本系统没有开通在线支付', 'Online payment is not enabled on this system'],
  'company.changeDecided': ['该申请已处理，请刷新', 'This request has already been decided. Reload the page'],
  'company.noChange': ['申请不存在', 'This request does not exist'],
  'company.remarkNeeded': ['请填写驳回原因', 'Enter the reason for the rejection'],
  'company.noLogo': ['还没有公司标志', 'No logo yet'],
  'company.noLicence': ['还没有营业执照', 'No business license yet'],
  'company.logoBroken': ['图片已损坏', 'The image is damaged'],
  'company.logoSize': ['公司标志必须是 {width}×{height} 像素，这张是 {isWidth}×{isHeight}', 'The logo must be {width} × {height} pixels; this one is {isWidth} × {isHeight}'],
});
