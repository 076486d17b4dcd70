import { createCipheriv, createHmac } from 'node:crypto';

export const SHEIN = 'shein';
export const SHEIN_APP = { appId: '11TRADEWIND0DEMO', appSecret: 'shein-demo-app-secret-0001' };

/** Source: "Signature rules"; the algorithm of sheinsight/open-sdk-js. */
export function signatureOf(id: string, timestamp: string, path: string, secret: string, random: string): string {
  const hash = createHmac('sha256', secret + random)
    .update([id, timestamp, path].join('&'))
    .digest('hex');
  return `${random}${Buffer.from(hash, 'utf8').toString('base64')}`;
}

/** AES-128-CBC under the first 16 bytes of the app's secret. Source: "Authorization", "Callback access guide". */
export function encrypt(text: string, appSecret = SHEIN_APP.appSecret): string {
  const key = Buffer.from(appSecret.padEnd(16, '\0').slice(0, 16), 'utf8');
  const cipher = createCipheriv('aes-128-cbc', key, 'space-station-de');
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
}
