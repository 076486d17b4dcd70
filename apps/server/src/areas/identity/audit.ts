import { defineAction } from '../../core/audit.ts';

/** Audit log entries about people. */
export const acts = {
  signedIn: defineAction('identity.signedIn', ['登录', 'Signed in']),
  signInFailed: defineAction('identity.signInFailed', ['登录失败', 'Sign-in failed']),
  codeFailed: defineAction('identity.codeFailed', ['动态码错误', 'Two-step code failed']),
  recoveryCodeUsed: defineAction('identity.recoveryCodeUsed', ['使用恢复码登录', 'Recovery code used']),
  signedOut: defineAction('identity.signedOut', ['退出登录', 'Logged out']),
  sessionsEnded: defineAction('identity.sessionsEnded', ['结束其他登录', 'Sessions ended']),
  added: defineAction('identity.userAdded', ['新增账号', 'Account added']),
  edited: defineAction('identity.userEdited', ['修改账号', 'Account changed']),
  enabled: defineAction('identity.userEnabled', ['启用账号', 'Account enabled']),
  disabled: defineAction('identity.userDisabled', ['停用账号', 'Account disabled']),
  deleted: defineAction('identity.userDeleted', ['删除账号', 'Account deleted']),
  swapped: defineAction('identity.userSwapped', ['账号交接', 'Account handed over']),
  passwordChanged: defineAction('identity.passwordChanged', ['修改密码', 'Password changed']),
  passwordReset: defineAction('identity.passwordReset', ['重置密码', 'Password reset']),
  factorEnabled: defineAction('identity.factorEnabled', ['开启两步验证', 'Two-step sign-in turned on']),
  factorDisabled: defineAction('identity.factorDisabled', ['关闭两步验证', 'Two-step sign-in turned off']),
  factorReset: defineAction('identity.factorReset', ['重置两步验证', 'Two-step sign-in reset']),
  codesRenewed: defineAction('identity.codesRenewed', ['更换恢复码', 'Recovery codes renewed']),
  absent: defineAction('identity.absent', ['设置外出代理', 'Absence set']),
  back: defineAction('identity.back', ['结束外出', 'Absence ended']),
  departmentSaved: defineAction('identity.departmentSaved', ['保存部门', 'Department saved']),
  departmentMoved: defineAction('identity.departmentMoved', ['移动部门', 'Department moved']),
  departmentDeleted: defineAction('identity.departmentDeleted', ['删除部门', 'Department deleted']),
  positionSaved: defineAction('identity.positionSaved', ['保存岗位', 'Position saved']),
  positionDeleted: defineAction('identity.positionDeleted', ['删除岗位', 'Position deleted']),
};

/** How the log names an account. */
export const aboutUser = (user: { id: number; userLoginId: string; name: string }) => ({
  targetKind: 'user',
  targetId: user.id,
  targetName: `${user.name} (${user.userLoginId})`,
});
