import { createHttp, jsonIfAny, jsonOf, kindOfStatus, type Outbound, rawOf, retryAfter } from '../http.ts';
import type { Limit } from '../pace.ts';
import { ConnectorError, type HttpOptions } from '../types.ts';
import { errorIn, kindOf, waitAfter } from './errors.ts';
import { signCall } from './signature.ts';

export interface IopApp {
  appKey: string;
  appSecret: string;
}

export interface IopSetup {
  app: IopApp;
  http: HttpOptions;
}

type Value = string | number | boolean | undefined;

export interface GatewayCall {
  /** For people, in errors: which call it was. */
  name: string;
  method: 'GET' | 'POST';
  /** Without a query. */
  url: string;
  /** Signed in front of the parameters; '' where the parameters name the call. */
  path: string;
  params: Readonly<Record<string, Value>>;
  effect: Outbound['effect'];
  pace: { account: string; kind: string };
  secret?: boolean;
}

export interface GatewayAnswer {
  request: Outbound;
  json: unknown;
  raw: string | undefined;
}

/** Signs and sends as all platforms of the family want it, and throws what their envelope calls an error. */
export function createGateway(platform: string, setup: IopSetup, limits: Readonly<Record<string, Limit>>) {
  const { app, http: options } = setup;
  const http = createHttp(platform, options, limits);
  const now = options.now ?? Date.now;

  function outbound(call: GatewayCall): Outbound {
    const input = Object.entries(call.params).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    );
    const params: Record<string, string> = {
      ...Object.fromEntries(input),
      app_key: app.appKey,
      timestamp: String(now()),
      sign_method: 'sha256',
    };
    params.sign = signCall(app.appSecret, call.path, params);
    const { method, effect, pace, secret = false } = call;
    return method === 'GET'
      ? { method, url: `${call.url}?${new URLSearchParams(params)}`, effect, pace, secret }
      : { method, url: call.url, form: params, effect, pace, secret };
  }

  return async function send(call: GatewayCall): Promise<GatewayAnswer> {
    const request = outbound(call);
    const answer = await http(request);
    const answered = errorIn(jsonIfAny(answer));
    if (answered || answer.status >= 400) {
      const code = answered?.code ?? `HTTP ${answer.status}`;
      const kind = answered ? kindOf(answered.code, call.effect) : kindOfStatus(answer.status, call.effect);
      const words = [
        `${call.name}: ${code}`,
        answered?.message,
        answered?.requestId && `(request ${answered.requestId})`,
      ];
      const wait = retryAfter(answer.headers, now()) ?? waitAfter(answered?.message ?? '');
      throw new ConnectorError(platform, kind, words.filter(Boolean).join(' '), {
        status: answer.status,
        code,
        raw: rawOf(answer),
        ...(kind === 'throttled' ? { retryAfterMs: wait } : {}),
      });
    }
    return { request, json: jsonOf(platform, request, answer), raw: rawOf(answer) };
  };
}
export type Gateway = ReturnType<typeof createGateway>;
