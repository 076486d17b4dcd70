import { createHmac } from 'node:crypto';
import { type Answer, call } from '../testing.ts';

/** A call of the family as any client makes it, for the tests of the stand-ins. */
export interface Requested {
  /** '' where the parameters name the call. */
  path: string;
  params: Record<string, string>;
  method?: 'GET' | 'POST';
  at?: number;
  sign?: string;
}

export function caller(app: { key: string; secret: string }) {
  return (url: string, requested: Requested): Promise<Answer> => {
    const params: Record<string, string> = {
      ...requested.params,
      app_key: app.key,
      timestamp: String(requested.at ?? Date.now()),
      sign_method: 'sha256',
    };
    const text = Object.keys(params)
      .sort()
      .map((name) => name + params[name])
      .join('');
    const sign = createHmac('sha256', app.secret)
      .update(requested.path + text)
      .digest('hex')
      .toUpperCase();
    params.sign = requested.sign ?? sign;
    return requested.method === 'POST' ? call(url, { form: params }) : call(`${url}?${new URLSearchParams(params)}`);
  };
}
