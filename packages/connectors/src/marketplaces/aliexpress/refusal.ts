import { z } from 'zod';
import { kindOf, waitAfter } from '../../iop/errors.ts';
import type { GatewayCall } from '../../iop/gateway.ts';
import { ConnectorError } from '../../types.ts';

/** Below the gateway each call says once more whether it went well, by one of these names. */
const SUCCESS = ['success', 'result_success', 'is_success'] as const;
const CODES = ['error_code', 'result_error_code', 'code_of_error'] as const;
const WORDS = ['error_message', 'error_desc', 'result_error_desc', 'error_msg'] as const;

const record = z.record(z.string(), z.unknown());
const answered = (names: readonly string[], of: Record<string, unknown>): string | undefined =>
  names.flatMap((name) => (of[name] === undefined || of[name] === null ? [] : [String(of[name])])).find(Boolean);

const denies = (of: Record<string, unknown>): boolean =>
  SUCCESS.some((name) => of[name] === false || of[name] === 'false');

/** What the call itself says went wrong although the gateway let it through. */
export function refusalIn(
  platform: string,
  api: string,
  body: unknown,
  effect: GatewayCall['effect'],
): ConnectorError | undefined {
  const outer = record.safeParse(body);
  if (!outer.success) return undefined;
  const inner = record.safeParse(outer.data.result);
  const said = [outer.data, ...(inner.success ? [inner.data] : [])].find(denies);
  if (!said) return undefined;
  const code = answered(CODES, said) ?? 'unknown';
  const words = answered(WORDS, said) ?? '';
  const kind = kindOf(code, effect);
  return new ConnectorError(platform, kind, `${api}: ${code} ${words}`.trim(), {
    code,
    ...(kind === 'throttled' ? { retryAfterMs: waitAfter(words) } : {}),
  });
}
