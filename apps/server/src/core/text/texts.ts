import type { TextPair, TextPairs } from '@tradewind/contract/words.ts';
import type { Language } from '../context.ts';

const texts = new Map<string, TextPair>();
const isPair = (value: TextPair | TextPairs): value is TextPair => Array.isArray(value);

/**
 * Registers texts of an area: {code: [zh, en]}, or {code: words} of the contract, which get the codes "code.word".
 * Params fill {names}. A third string is the English where `count` or `n` is one.
 */
export function defineTexts(entries: TextPairs, above = ''): void {
  for (const [name, value] of Object.entries(entries)) {
    const code = above + name;
    if (!isPair(value)) {
      defineTexts(value, `${code}.`);
      continue;
    }
    if (texts.has(code)) throw new Error(`Text ${code} is defined twice`);
    texts.set(code, value);
  }
}

export function say(language: Language, code: string, params: Record<string, string | number> = {}): string {
  const pair = texts.get(code);
  if (!pair) return code;
  const { count = params.n } = params;
  const text = language === 'zh' ? pair[0] : count === 1 ? (pair[2] ?? pair[1]) : pair[1];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

export function allTexts(): ReadonlyMap<string, TextPair> {
  return texts;
}

defineTexts({
  'core.ok': ['操作成功', 'Done'],
  'core.sessionOver': ['登录已失效，请重新登录', 'Your session has expired. Sign in again'],
  'core.webHeader': ['请求缺少 x-tradewind 标头', 'The x-tradewind header is missing'],
  'core.forbidden': ['您没有此操作的权限', 'You do not have permission to do this'],
  'core.moduleLocked': ['当前套餐不包含此功能', 'Your plan does not include this feature'],
  'core.notInSample': [
    '示例公司的数据均为虚构，不能进行此操作；请先返回自己的公司',
    'Not possible in the sample company, where all data is made up. Go back to your own company first',
  ],
  'core.onlyViewing': [
    '您正在以该成员的身份查看，不能修改任何内容。请先结束查看',
    'You are viewing as this member and cannot change anything. Stop viewing first',
  ],
  'core.badInput': ['输入有误，请检查标出的字段', 'Check the highlighted fields'],
  'core.required': ['此项必填', 'Required'],
  'core.badFormat': ['格式不正确', 'Invalid format'],
  'core.badFigure': ['请填写数字，最多 {places} 位小数', 'Enter a number with up to {places} decimals'],
  'core.tooManyDigits': ['数字过大，整数部分最多 13 位', 'Too large: at most 13 digits before the decimal point'],
  'core.badCharacters': [
    '含有无法保存的字符（空字符或残缺的表情），请重新输入',
    'Contains characters that cannot be saved (a null character or half an emoji). Enter it again',
  ],
  'core.tooDeep': ['嵌套层数过多', 'Nested too deeply'],
  'core.farAway': ['年份须在 1900 至 2199 之间', 'The year must be between 1900 and 2199'],
  'core.badValue': [
    '有内容超出可保存的范围，请检查后再试',
    'A value is outside of what can be saved. Check your input and try again',
  ],
  'core.missingRow': ['所选记录不存在或已删除', 'This record does not exist or was deleted'],
  'core.goneRow': [
    '所引用的记录不存在、已删除或仍在使用，请刷新后再试',
    'A record does not exist, was deleted or is still in use. Reload and try again',
  ],
  'core.outsideAway': [
    '{platform} 暂时没有给出可用的答复，请稍后再试：{text}',
    '{platform} gave no usable answer. Try again shortly: {text}',
  ],
  'core.outsideUncertain': [
    '{platform} 的连接中断，无法确认操作是否完成，请先核实再重试：{text}',
    '{platform}: the connection was lost and the outcome is unknown. Check it before you try again: {text}',
  ],
  'core.outsideUnauthorized': [
    '{platform} 拒绝授权，请检查账号：{text}',
    '{platform} rejected the account. Check its settings: {text}',
  ],
  'core.outsideRefused': ['{platform} 拒绝：{text}', '{platform} rejected the request: {text}'],
  'core.badChoice': ['不是有效的选项', 'Not a valid option'],
  'core.unknownField': ['未知字段：{names}', 'Unknown field: {names}'],
  'core.notFound': ['接口不存在', 'This endpoint does not exist'],
  'core.tooManyRequests': ['请求过于频繁，请稍后再试', 'Too many requests. Try again shortly'],
  'core.unexpected': [
    '系统出错，请联系我们并提供编号 {requestId}',
    'Something went wrong on our side. Contact us and quote {requestId}',
  ],
  'core.databaseAway': [
    '数据库暂时不可用，请稍后再试。您填写的内容不会丢失',
    'The database is temporarily unavailable. Try again shortly; nothing you typed is lost',
  ],
  'core.diskFull': [
    '服务器磁盘空间已满，暂时无法保存，请联系管理员。您填写的内容不会丢失',
    'The server’s disk is full, so nothing can be saved right now. Contact your administrator; nothing you typed is lost',
  ],
  'core.filesAway': ['文件存储暂时不可用，请稍后再试', 'File storage is temporarily unavailable. Try again shortly'],
  'core.queryTimeout': ['查询超时，请缩小范围后再试', 'Query timeout. Narrow the filters and try again'],
  'core.inProgress': ['同一操作正在进行中', 'This action is already in progress'],
  'core.fileTooLarge': ['文件超过 {megabytes} MB', 'The file is larger than {megabytes} MB'],
  'core.fileKind': ['文件不是有效的 {kinds} 文件', 'The file is not a valid {kinds} file'],
  'core.fileMissing': ['请选择文件', 'Choose a file'],
  'document.state': [
    '{number} 当前状态不允许此操作（{from} → {to}）',
    'The status of {number} does not allow this ({from} → {to})',
  ],
  'core.stale': ['{who} 已在 {when} 修改过，请刷新后再试', 'Changed by {who} at {when}. Reload and try again'],
});
