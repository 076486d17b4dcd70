import { kindOfStatus, type Outbound } from '../../http.ts';
import { ConnectorError, type FailureKind } from '../../types.ts';
import { refusalOf } from '../../wms/convert.ts';

/** Beside the warehouse provider `fourpx`, which speaks to the same gateway. */
export const CARRIER = 'fourpxDirect';

/** Their numbers are not published; a system in trouble or at work says so in words. */
const IN_TROUBLE = /系统(异常|错误|繁忙)|超时|处理中|稍后|system (error|busy|exception)|time[d ]?-?out|try again/i;
const NOT_READY = /(标签|面单)[^，。]{0,8}(未生成|生成中|没有生成)|label[^,.]{0,20} not (ready|generated)/i;
const NOT_FOUND = /can ?not find/i;

interface Refused {
  method: string;
  effect: Outbound['effect'];
  code: string;
  message: string;
  raw: string | undefined;
}

function kindOf({ effect, message }: Refused): FailureKind | undefined {
  if (IN_TROUBLE.test(message)) return kindOfStatus(500, effect);
  return NOT_READY.test(message) ? 'unavailable' : undefined;
}

export function refusal(refused: Refused): ConnectorError {
  const { method, code, message, raw } = refused;
  const byWords = refusalOf(CARRIER, method, code, message, raw);
  if (byWords.kind !== 'rejected') return byWords;
  const kind = kindOf(refused) ?? 'rejected';
  const family = kind === 'rejected' && NOT_FOUND.test(message) ? `NOT_FOUND_${code}` : byWords.code;
  return new ConnectorError(CARRIER, kind, byWords.message, {
    code: kind === 'rejected' ? family : code,
    ...(raw === undefined ? {} : { raw }),
  });
}

const isRejected = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.kind === 'rejected';
export const isDuplicate = (error: unknown): error is ConnectorError =>
  isRejected(error) && (error.code ?? '').startsWith('DUPLICATE');
