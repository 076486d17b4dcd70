import { createHttp, jsonIfAny, jsonOf, kindOfStatus, type Outbound, rawOf, retryAfter } from '../../http.ts';
import { ConnectorError, type HttpOptions, type Tokens } from '../../types.ts';
import { kindOf, refusalIn } from './answers.ts';
import { signPath } from './sign.ts';

export const PLATFORM = '1688';
export const GATEWAY = 'https://gw.open.1688.com/openapi';

export interface App1688 {
  appKey: string;
  appSecret: string;
}

/** 1688 names no figure; ours leaves room for the other programs of the same app. */
const LIMITS = { call: { perSecond: 10, burst: 10 } };
const WAIT_MS = 10_000;

export interface Call1688 {
  /** `com.alibaba.trade` */
  space: string;
  /** `alibaba.trade.get.buyerView` */
  name: string;
  /** Objects travel as their JSON. */
  params: Readonly<Record<string, string | number | boolean | object | undefined>>;
  tokens: Tokens;
  effect: Outbound['effect'];
  /** An answer in which this finds something is none of a refusal, whatever `success` says. */
  holds?(json: unknown): boolean;
}

/** Signs and sends, and throws what an answer calls an error. */
export function createGateway(app: App1688, options: HttpOptions) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const base = options.baseUrls?.gateway ?? GATEWAY;
  const now = options.now ?? Date.now;

  return async function send(call: Call1688): Promise<{ json: unknown; raw: string | undefined; request: Outbound }> {
    const path = `param2/1/${call.space}/${call.name}/${app.appKey}`;
    const form: Record<string, string> = { access_token: call.tokens.accessToken, _aop_timestamp: String(now()) };
    for (const [name, value] of Object.entries(call.params))
      if (value !== undefined) form[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
    form._aop_signature = signPath(app.appSecret, path, form);
    const pace = { account: app.appKey, kind: 'call' };
    const request: Outbound = { method: 'POST', url: `${base}/${path}`, form, effect: call.effect, pace };
    const answer = await http(request);
    const json = jsonIfAny(answer);
    if (answer.status < 400 && call.holds?.(json)) return { json, raw: rawOf(answer), request };
    const refusal = refusalIn(json);
    if (refusal || answer.status >= 400) {
      const code = refusal?.code || `HTTP ${answer.status}`;
      const kind = refusal ? kindOf(refusal, call.effect) : kindOfStatus(answer.status, call.effect);
      throw new ConnectorError(PLATFORM, kind, `${code} ${refusal?.words ?? ''}`.trim(), {
        status: answer.status,
        code,
        raw: rawOf(answer),
        ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? WAIT_MS } : {}),
      });
    }
    return { json: jsonOf(PLATFORM, request, answer), raw: rawOf(answer), request };
  };
}
export type Gateway1688 = ReturnType<typeof createGateway>;
