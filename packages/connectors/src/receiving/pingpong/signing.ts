import { createHash } from 'node:crypto';

export type Params = Readonly<Record<string, unknown>>;

/** Nested values are signed as their JSON: PingPong's document leaves that open. */
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Names and values without anything between them, by name, and the secret behind them. `appId`, though the header says `app_id`. */
export function signedText(params: Params, { appId, timestamp }: { appId: string; timestamp: string }): string {
  return Object.entries({ ...params, appId, timestamp })
    .filter(([, value]) => value !== undefined && value !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => name + textOf(value))
    .join('');
}

export const signatureOf = (text: string, secret: string): string =>
  createHash('sha256')
    .update(text + secret, 'utf8')
    .digest('hex');
