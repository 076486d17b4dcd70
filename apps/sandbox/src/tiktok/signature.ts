import { createHmac } from 'node:crypto';
import { TIKTOK_APP } from './shops.ts';

/** HMAC over secret + path + name and value of each parameter by name + body + secret. Source: "Sign your API request". */
export function signatureOf(
  path: string,
  query: Record<string, string>,
  body: string,
  app: { appSecret: string } = TIKTOK_APP,
): string {
  const { appSecret } = app;
  let text = path;
  for (const name of Object.keys(query).toSorted()) {
    if (name === 'sign' || name === 'access_token') continue;
    text += name + query[name];
  }
  return createHmac('sha256', appSecret).update(`${appSecret}${text}${body}${appSecret}`).digest('hex');
}

/** TikTok's samples disagree whether an empty object is signed: both are taken. */
export function isSigned(path: string, query: Record<string, string>, body: string): boolean {
  const answered = query.sign;
  return answered === signatureOf(path, query, body) || (body === '{}' && answered === signatureOf(path, query, ''));
}

/** In a push's Authorization header: HMAC over the app's key and the body. */
export function pushSignature(body: Buffer, app: { appKey: string; appSecret: string } = TIKTOK_APP): string {
  const { appKey, appSecret } = app;
  return createHmac('sha256', appSecret).update(appKey).update(body).digest('hex');
}
