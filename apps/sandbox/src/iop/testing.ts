import { createHmac } from 'node:crypto';
import { type Answer, call } from '../testing.ts';

/** A call of the family as any client makes it, for the tests of the stand-ins. */
export interface Asked {
  /** '' where the parameters name the call. */
  path: string;
  params: Record<string, string>;
  method?: 'GET' | 'POST';
  at?: number;
  sign?: string;
}

export function caller(app: { key: string; secret: string }) {
  return (url: string, asked: Asked): Promise<Answer> => {
    const params: Record<string, string> = {
      ...asked.params,
      app_key: app.key,
      timestamp: String(asked.at ?? Date.now()),
      sign_method: 'sha256',
    };
    const text = Object.keys(params)
      .sort()
      .map((name) => name + params[name])
      .join('');
    const sign = createHmac('sha256', app.secret)
      .update(asked.path + text)
      .digest('hex')
      .toUpperCase();
    params.sign = asked.sign ?? sign;
    return asked.method === 'POST' ? call(url, { form: params }) : call(`${url}?${new URLSearchParams(params)}`);
  };
}
