import { createHmac } from 'node:crypto';
import type { App } from '../../../core/app.ts';
import { derivedKey } from '../../../core/config.ts';

/** Where a carrier or a tracker sends news of an account. Its key is what nobody else knows. */
export const hookUrl = (app: App, kind: 'carrier' | 'tracker', name: string, key: string): string =>
  `${app.config.publicUrl}/api/hooks/${kind}/${name}/${key}`;

/** By this a carrier shows that the news are its own. */
export const hookSecret = (app: App, key: string): string => secretFrom(app.config.secret, key);

/** The same, and those that a carrier got before the installation's secret changed. */
export const hookSecrets = ({ config }: App, key: string): string[] =>
  [config.secret, ...config.earlierSecrets].map((secret) => secretFrom(secret, key));

const secretFrom = (secret: string, key: string) =>
  createHmac('sha256', derivedKey(secret, 'carrierPush')).update(key).digest('hex').slice(0, 32);
