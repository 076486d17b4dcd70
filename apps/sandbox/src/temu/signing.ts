import { createCipheriv, createHash, createHmac } from 'node:crypto';

export const TEMU = 'temu';
/** An app for each region; data of a region stays in it. */
export const TEMU_APPS: Readonly<Record<string, { appKey: string; appSecret: string }>> = {
  us: { appKey: 'temu-us-demo-key', appSecret: 'temu-us-demo-secret-0001' },
  eu: { appKey: 'temu-eu-demo-key', appSecret: 'temu-eu-demo-secret-0001' },
};

type Source = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Source) => unknown;
const rawJson = Reflect.get(JSON, 'rawJSON') as (text: string) => unknown;

/** A body whose numbers are written again as they came: what is signed is their text. */
export const asSent = (text: string): unknown =>
  parseWithSource(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? rawJson(source) : value,
  );

function joined(params: Readonly<Record<string, unknown>>): string {
  let all = '';
  for (const name of Object.keys(params).sort()) {
    const value = params[name];
    all += name + (typeof value === 'string' ? value : JSON.stringify(value));
  }
  return all;
}

/** Source: "Signature rules" of the Partner Platform, whose printed example it reproduces. */
export const signatureOf = (secret: string, params: Readonly<Record<string, unknown>>): string =>
  createHash('md5').update(secret).update(joined(params)).update(secret).digest('hex').toUpperCase();

/** Key and beginning are the secret's first 16 letters. Source: "Webhook guide". */
export function encrypt(text: string, secret: string): string {
  const key = secret.slice(0, 16);
  const cipher = createCipheriv('aes-128-cbc', key, key);
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
}

/** Over Temu's own headers and what is said in the clear; the guide's Java sample joins them otherwise and is wrong. */
export const pushSignature = (secret: string, signed: Readonly<Record<string, string>>): string =>
  createHmac('sha256', secret).update(joined(signed)).digest('hex');
