import { createHmac, timingSafeEqual } from 'node:crypto';

const hmac = (secret: string, content: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(content).digest();

/**
 * What is signed: the secret, the path, each parameter's name and raw value in the order of the names, the body's very
 * bytes, and the secret again.
 */
export function signedText(
  secret: string,
  path: string,
  query: Readonly<Record<string, string>>,
  body: string,
): string {
  const parameters = Object.keys(query)
    .filter((name) => name !== 'sign' && name !== 'access_token')
    .sort()
    .map((name) => `${name}${query[name]}`)
    .join('');
  return `${secret}${path}${parameters}${body}${secret}`;
}

export function sign(secret: string, path: string, query: Readonly<Record<string, string>>, body = ''): string {
  return hmac(secret, signedText(secret, path, query, body)).toString('hex');
}

/** A push is signed over the app's key and the body's bytes as they came. */
export function pushIsSigned(
  app: { appKey: string; appSecret: string },
  body: Buffer,
  answered: string | undefined,
): boolean {
  if (answered === undefined || !/^[0-9a-f]{64}$/.test(answered)) return false;
  return timingSafeEqual(
    hmac(app.appSecret, Buffer.concat([Buffer.from(app.appKey), body])),
    Buffer.from(answered, 'hex'),
  );
}
