import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'identity.loginIdTaken': ['账号 {userLoginId} 已被使用', 'The login id {userLoginId} is taken'],
});
