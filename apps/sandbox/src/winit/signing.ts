import { createHash } from 'node:crypto';
import { isRecord, text } from '../http/types.ts';

/** Capitals of md5 over names and values between the secret; the data as the seller wrote it, names in order. */
export function isSigned(body: Record<string, unknown>, raw: string, sign: string, secret: string): boolean {
  const data = JSON.stringify(body.data);
  // What was signed is what was sent, or it does not count.
  if (!raw.includes(`"data":${data}`) || !inOrder(body.data)) return false;
  const fields = ['action', 'app_key', 'data', 'format', 'platform', 'sign_method', 'timestamp', 'version'];
  const answered = fields.map((name) => `${name}${name === 'data' ? data : text(body[name])}`).join('');
  const hash = createHash('md5').update(`${secret}${answered}${secret}`).digest('hex').toUpperCase();
  return hash === sign;
}

function inOrder(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(inOrder);
  if (value === null) return false;
  if (!isRecord(value)) return true;
  const names = Object.keys(value).filter((name) => !/^\d+$/.test(name));
  return names.every((name, i) => i === 0 || (names[i - 1] ?? '') < name) && Object.values(value).every(inOrder);
}
