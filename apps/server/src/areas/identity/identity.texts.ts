import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'identity.loginIdTaken': ['账号 {userLoginId} 已被使用', 'The login id {userLoginId} is taken'],
  'identity.wrongLogin': ['账号或密码不正确', 'The login id or the password is wrong'],
  'identity.tooManyTries': [
    '尝试次数过多，请 {minutes} 分钟后再试',
    'Too many tries. Please wait {minutes} minutes and try again',
  ],
  'identity.checkCodeMissing': ['请输入验证码', 'Please enter the code in the picture'],
  'identity.checkCodeWrong': [
    '验证码不正确或已过期，请换一张再试',
    'The code is wrong or too old. Please try a new picture',
  ],
  'identity.disabled': ['账号已停用，请联系主账号', 'This account is disabled. Please ask your main account'],
  'identity.passwordExpired': [
    '密码已过期，请先修改密码',
    'Your password has run out. Please set a new one before you go on',
  ],
  'identity.newPassword': [
    '密码至少包含大写字母,小写字母,数字,且不少于12位（最多16位）',
    'A password has 12 to 16 characters with at least one upper-case letter, one lower-case letter and one digit',
  ],
  'identity.loginId': ['账号为 3 到 60 位字母、数字或 . _ @ -', 'A login id has 3 to 60 letters, digits or . _ @ -'],
  'identity.keyOver': ['链接已失效，请重新获取', 'This link no longer works. Please ask for a new one'],
  'identity.notYourself': ['只能修改自己的密码', 'Only your own password can be changed here'],
  'identity.wrongOriginal': ['原密码不正确', 'The original password is wrong'],
  'identity.samePassword': ['新密码不能与原密码相同', 'The new password must differ from the present one'],
  'identity.noUser': ['没有账号 {userLoginId}', 'There is no account {userLoginId}'],
  'identity.notYourselfOut': ['不能停用自己的账号', 'You cannot disable your own account'],
  'identity.lastMainAccount': ['至少要保留一个启用的主账号', 'One main account has to stay enabled'],
  'identity.tooManyPreferences': [
    '个人设置最多保存 {most} 项，请先删除不用的筛选',
    'At most {most} personal settings are kept. Please remove filters you no longer use',
  ],
  'identity.mail.password.subject': ['Tradewind 重置密码', 'Set a new Tradewind password'],
  'identity.mail.password.text': [
    '{name}，您好：\n\n账号 {userLoginId} 正在申请重置密码。请在 {hours} 小时内打开以下链接设置新密码：\n\n{link}\n\n如果不是您本人操作，请忽略此邮件，密码不会改变。',
    'Hello {name},\n\na new password was asked for the account {userLoginId}. Open this link within {hours} hours to set it:\n\n{link}\n\nIf it was not you, ignore this mail: nothing changes.',
  ],
  'identity.mail.userMail.subject': ['Tradewind 验证邮箱', 'Confirm your mail address for Tradewind'],
  'identity.mail.userMail.text': [
    '{name}，您好：\n\n请在 {hours} 小时内打开以下链接，验证账号 {userLoginId} 的邮箱：\n\n{link}',
    'Hello {name},\n\nopen this link within {hours} hours to confirm the mail address of the account {userLoginId}:\n\n{link}',
  ],
  'identity.mail.companyMail.subject': [
    '欢迎使用 Tradewind，请验证邮箱',
    'Welcome to Tradewind: confirm your mail address',
  ],
  'identity.mail.companyMail.text': [
    '{name}，您好：\n\n感谢注册 Tradewind。请在 {hours} 小时内打开以下链接完成验证，之后即可用账号 {userLoginId} 登录：\n\n{link}',
    'Hello {name},\n\nthank you for registering with Tradewind. Open this link within {hours} hours; after that you can sign in as {userLoginId}:\n\n{link}',
  ],
});
