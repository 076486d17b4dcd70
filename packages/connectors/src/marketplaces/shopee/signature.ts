import { createHmac, timingSafeEqual } from 'node:crypto';

const hmac = (key: string, text: string | Buffer): string => createHmac('sha256', key).update(text).digest('hex');

/**
 * The sign of a call: partner id, path, time and, for a shop's calls, token and shop id, one after the other without a
 * separator. Neither the other parameters nor the body are signed.
 */
export function signCall(
  app: { partnerId: string; partnerKey: string },
  path: string,
  timestamp: number,
  shop?: { accessToken: string; shopId: string },
): string {
  const whose = shop ? `${shop.accessToken}${shop.shopId}` : '';
  return hmac(app.partnerKey, `${app.partnerId}${path}${timestamp}${whose}`);
}

/** A push is signed over the address Shopee was told, a bar, and the bytes as they came. */
export function pushIsSigned(partnerKey: string, url: string, body: Buffer, answered: string | undefined): boolean {
  if (answered === undefined || !/^[0-9a-f]{64}$/.test(answered)) return false;
  const expected = hmac(partnerKey, Buffer.concat([Buffer.from(`${url}|`, 'utf8'), body]));
  return timingSafeEqual(Buffer.from(expected), Buffer.from(answered));
}
