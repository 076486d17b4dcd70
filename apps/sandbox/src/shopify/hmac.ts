import { createHmac } from 'node:crypto';

/** OAuth and install queries: hmac and signature left out, keys sorted, joined, HMAC-SHA256, hex. */
export function signQuery(params: Record<string, string>, secret: string): string {
  const search = new URLSearchParams();
  for (const key of Object.keys(params).toSorted()) {
    if (key !== 'hmac' && key !== 'signature') search.append(key, params[key] ?? '');
  }
  return createHmac('sha256', secret).update(search.toString().replaceAll('+', '%20')).digest('hex');
}

/** Webhooks: HMAC-SHA256 over the raw bytes of the body, base64. */
export function signBody(body: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/** App proxy: sorted k=v without any separator, lists joined by commas, hex. */
export function signProxy(params: Record<string, string | string[]>, secret: string): string {
  const text = Object.keys(params)
    .toSorted()
    .filter((key) => key !== 'signature')
    .map((key) => `${key}=${[params[key] ?? ''].flat().join(',')}`)
    .join('');
  return createHmac('sha256', secret).update(text).digest('hex');
}
