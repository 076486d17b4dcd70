import type { Language } from '../context.ts';

const texts = new Map<string, readonly [zh: string, en: string]>();

/** Registers texts of an area: {code: [zh, en]}. {names} are filled from params. */
export function defineTexts(entries: Record<string, readonly [zh: string, en: string]>): void {
  for (const [code, pair] of Object.entries(entries)) {
    if (texts.has(code)) throw new Error(`Text ${code} is defined twice`);
    texts.set(code, pair);
  }
}

export function say(language: Language, code: string, params: Record<string, string | number> = {}): string {
  const pair = texts.get(code);
  if (!pair) return code;
  return pair[language === 'zh' ? 0 : 1].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

export function allTexts(): ReadonlyMap<string, readonly [string, string]> {
  return texts;
}

defineTexts({
  'core.ok': ['操作成功', 'Done'],
  'core.sessionOver': ['登录已失效，请重新登录', 'Your session has ended, please sign in again'],
  'core.webHeader': ['请求缺少 x-tradewind 标头', 'The request lacks the x-tradewind header'],
  'core.forbidden': ['您没有此操作的权限', 'You do not have permission for this'],
  'core.moduleLocked': ['当前套餐不包含此功能', 'Your plan does not include this'],
  'core.onlyViewing': [
    '您正在以该成员的身份查看，不能修改任何内容。结束查看后再操作',
    'You are viewing as this member, so nothing can be changed. Stop viewing first',
  ],
  'core.badInput': ['输入有误，请检查标出的字段', 'Some fields need your attention'],
  'core.required': ['此项必填', 'This is required'],
  'core.badFormat': ['格式不正确', 'This has the wrong form'],
  'core.badFigure': ['请填写数字，最多 {places} 位小数', 'A number with at most {places} decimals'],
  'core.badChoice': ['不是可用的值', 'This is none of the values it can have'],
  'core.unknownField': ['不认识的字段：{names}', 'Unknown field: {names}'],
  'core.notFound': ['没有这个接口', 'There is no such call'],
  'core.tooManyRequests': ['请求过于频繁，请稍后再试', 'Too many requests, please try again shortly'],
  'core.unexpected': [
    '系统出错了，请把编号 {requestId} 告诉我们',
    'Something went wrong on our side. Please quote {requestId}',
  ],
  'core.databaseAway': [
    '数据库暂时不可用，请稍后再试，您的输入没有丢失',
    'The database is unavailable for a moment. Please try again, nothing you typed is lost',
  ],
  'core.queryTimeout': ['查询超时，请缩小范围后再试', 'Query timeout: please narrow it down and try again'],
  'core.inProgress': ['同一操作正在进行中', 'The same action is already under way'],
  'core.fileTooLarge': ['文件超过 {megabytes} MB', 'The file is larger than {megabytes} MB'],
  'core.fileKind': ['文件内容不是 {kinds}', 'The content of the file is not {kinds}'],
  'core.fileMissing': ['请选择文件', 'Please choose a file'],
  'document.state': ['{number} 当前状态不允许此操作（{from} → {to}）', '{number} cannot go from {from} to {to}'],
  'core.stale': ['{who} 已在 {when} 修改过，请刷新后再试', 'Changed by {who} at {when}. Please reload and try again'],
});
