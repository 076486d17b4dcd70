import { defineTexts } from '../../core/text/texts.ts';
import './button-names.ts';

defineTexts({
  'access.noMember': ['没有找到账号 {userLoginId}', 'There is no account {userLoginId}'],
  'access.mainAccount': ['主账号拥有全部权限，不能修改', 'A main account has every right; that cannot be changed'],
  'access.unknownModule': ['没有编号为 {id} 的模块', 'There is no module {id}'],
  'access.unknownButton': ['模块“{module}”没有按钮 {button}', 'Module “{module}” has no button {button}'],
  'access.unknownPlace': ['所选店铺或仓库不存在', 'One of the shops or warehouses does not exist'],
  'access.notYours': [
    '您自己没有这些权限，不能授予他人：{what}',
    'You cannot give what you do not have yourself: {what}',
  ],
  'access.noRole': ['该角色不存在，可能已被删除', 'There is no such role; it may have been deleted'],
  'access.roleTaken': ['已有名为“{name}”的角色', 'There is a role called “{name}” already'],
  'access.noDepartment': ['没有找到该部门', 'There is no such department'],
  'access.noSuch': ['没有找到，或不在您的数据范围内', 'Not found, or outside of what you see'],
  'access.onlyMain': ['只有主账号可以以成员身份查看', 'Only a main account may view as a member'],
  'access.notAMain': ['不能以主账号的身份查看', 'Main accounts cannot be viewed as'],
  'access.memberDisabled': ['该账号已停用，无法以其身份查看', 'This account is disabled, so it sees nothing'],
  'access.seeCost': ['成本价', 'cost prices'],
  'access.seeBuyer': ['买家资料', 'buyer data'],
  'access.export': ['导出数据', 'taking data out as files'],
  'access.people': ['{count} 人', '{count} people'],
  'access.peopleOf': ['{count} 人（{more}）', '{count} people ({more})'],
  'access.disabledOne': ['{name}（已停用）', '{name} (disabled)'],
  'access.disabledOf': ['其中 {count} 人已停用', '{count} of them disabled'],
  'access.departmentGives.shops': [
    '部门“{name}”的成员（包括今后加入的）将看到 {count} 个店铺：{what}',
    'Whoever is in {name}, now or later, will see these shops ({count}): {what}',
  ],
  'access.departmentGives.warehouses': [
    '部门“{name}”的成员（包括今后加入的）将看到 {count} 个仓库：{what}',
    'Whoever is in {name}, now or later, will see these warehouses ({count}): {what}',
  ],
  'access.departmentTakes.shops': [
    '部门“{name}”不再包含 {count} 个店铺：{what}',
    '{name} will no longer bring these shops ({count}): {what}',
  ],
  'access.departmentTakes.warehouses': [
    '部门“{name}”不再包含 {count} 个仓库：{what}',
    '{name} will no longer bring these warehouses ({count}): {what}',
  ],
  'access.givesExport': ['{who}将可以导出数据', '{who} will be able to take data out as files'],
  'access.takesExport': ['{who}将不能再导出数据', '{who} will no longer be able to take data out as files'],
  'access.more': ['{names} 等 {count} 项', '{names} and {rest} more'],
  'access.givesModules': ['{who}将可以打开：{what}', '{who} will be able to open: {what}'],
  'access.takesModules': ['{who}将不能再打开：{what}', '{who} will no longer be able to open: {what}'],
  'access.givesButtons': ['{who}将可以在“{module}”中：{what}', '{who} will be able to, in {module}: {what}'],
  'access.takesButtons': [
    '{who}将不能再在“{module}”中：{what}',
    '{who} will no longer be able to, in {module}: {what}',
  ],
  'access.givesBase': [
    '{who}将获得{what}（范围：{shops} 个店铺、{warehouses} 个仓库）',
    '{who} will have {what} (shops: {shops}, warehouses: {warehouses})',
  ],
  'access.takesBase': [
    '{who}将失去{what}（范围：{shops} 个店铺、{warehouses} 个仓库）',
    '{who} will no longer have {what} (shops: {shops}, warehouses: {warehouses})',
  ],
  'access.givesShops': [
    '{who}将看到 {count} 个店铺的数据：{what}（其中 {cost} 人可看成本价，{buyer} 人可看买家资料）',
    '{who} will see the data of these shops ({count}): {what}. With cost prices: {cost}, with buyer data: {buyer}',
  ],
  'access.takesShops': [
    '{who}将看不到 {count} 个店铺的数据：{what}',
    '{who} will no longer see these shops ({count}): {what}',
  ],
  'access.givesWarehouses': [
    '{who}将看到 {count} 个仓库的数据：{what}（其中 {cost} 人可看成本价）',
    '{who} will see the data of these warehouses ({count}): {what}. With cost prices: {cost}',
  ],
  'access.takesWarehouses': [
    '{who}将看不到 {count} 个仓库的数据：{what}',
    '{who} will no longer see these warehouses ({count}): {what}',
  ],
});
