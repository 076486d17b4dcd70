import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'channels.shopNotFound': ['找不到该店铺', 'This shop does not exist'],
  'channels.notConfigured': [
    '系统尚未配置 {platform} 的应用密钥，请联系服务商',
    'This installation has no {platform} app credentials yet; please contact your provider',
  ],
  'channels.notAuthorized': ['店铺 {name} 未授权或授权已失效', 'The shop {name} is not authorized'],
  'channels.countryMissing': ['请选择站点', 'Please choose a marketplace'],
  'channels.streamUnknown': ['该平台没有此类数据', 'The platform has no such data'],
  'channels.fromLater': ['起始时间必须早于现在', 'The start must lie in the past'],
  'channels.platformUnknown': ['没有这个平台', 'There is no such platform'],
  'channels.fieldBad': ['{name}格式不正确', '{name} is not in the right form'],
  'channels.fieldMissing': ['请填写{name}', 'Please enter {name}'],
  'channels.otherAccount': ['这些密钥属于另一个店铺（{account}）', 'These keys belong to another shop ({account})'],
  'channels.noWarehouseShop': [
    '还没有已授权的 Temu 店铺，请先授权店铺，再授权仓库',
    'There is no authorized Temu shop yet. Authorize a shop first, then its warehouse',
  ],
  'channels.platformWarehouse': ['Temu 合作仓', 'Temu warehouse'],
  'channels.platformAway': [
    '暂时连接不上平台，请稍后再试：{detail}',
    'The platform cannot be reached right now: {detail}',
  ],
  'channels.keysRefused': ['平台不接受这些密钥：{detail}', 'The platform does not take these keys: {detail}'],
  'channels.arrivalGone': [
    '链接已失效，或不是在本浏览器中打开的；请从平台重新进入',
    'The link has expired or was meant for another browser. Please start again on the platform',
  ],
  'channels.platformDiffers': ['该店铺不属于此平台', 'The shop belongs to another platform'],
  'channels.shopHasOrders': [
    '店铺 {name} 已有订单，不能删除；可以停用',
    'The shop {name} has orders and cannot be deleted; disable it instead',
  ],
  'channels.notDisabled': ['店铺 {name} 未被停用', 'The shop {name} is not disabled'],
  'channels.cannotDisable': [
    '店铺 {name} 已停用或尚未授权',
    'The shop {name} is disabled already, or was never authorized',
  ],
  'channels.departmentUnknown': ['找不到该部门', 'This department does not exist'],
  'channels.parkedNotFound': ['找不到该记录', 'This record does not exist'],
  'channels.parkedNoNumber': [
    '该记录没有订单号，无法重新读取；请按原始数据处理后标记为已解决',
    'The record has no order number to ask for again. Deal with it by its raw data, then mark it as resolved',
  ],
  'channels.error.unavailable': [
    '暂时连接不上平台，将自动重试',
    'The platform cannot be reached for now; it is tried again automatically',
  ],
  'channels.error.throttled': [
    '平台要求稍候（调用过于频繁），到时自动继续',
    'The platform asked to wait (too many calls); it goes on by itself',
  ],
  'channels.error.unauthorized': [
    '授权已失效，请重新授权',
    'The permission has ended. Please authorize the shop again',
  ],
  'channels.error.rejected': [
    '平台拒绝了请求，请查看详情；系统会继续尝试',
    'The platform refused the request, see the details; it is tried again',
  ],
  'channels.error.malformed': [
    '平台的回复无法识别，原文已留存；系统会继续尝试',
    'The platform’s answer cannot be read and was kept; it is tried again',
  ],
  'channels.error.uncertain': [
    '与平台的连接中断，将自动重试',
    'The connection broke off; it is tried again automatically',
  ],
  'channels.error.internal': [
    '订单入库时出错，未丢失任何订单；系统会继续尝试',
    'Orders could not be stored; none is lost, it is tried again',
  ],
  'channels.alert.expired': [
    '店铺 {name} 的授权已失效，请重新授权',
    'The permission of {name} has ended: authorize it again',
  ],
  'channels.alert.failing': ['店铺 {name} 同步失败：{reason}', 'The sync of {name} fails: {reason}'],
  'channels.alert.consentEnds': ['店铺 {name} 的授权将于 {day} 到期', 'The permission of {name} ends on {day}'],
  'channels.alert.parked': ['店铺 {name} 有 {count} 条记录无法识别', '{count} records of {name} could not be read'],
  'channels.departmentHasShops': [
    '部门“{name}”下还有 {shops} 个店铺，请先移走',
    '{name} still has {shops} shops. Please move them first',
  ],
});
