import { createHmac } from 'node:crypto';
import type { App } from '../../../core/app.ts';
import { derivedKey } from '../../../core/config.ts';

/** Where a carrier or a tracker sends news of an account. Its key is what nobody else knows. */
export const hookUrl = (app: App, kind: 'carrier' | 'tracker', name: string, key: string): string =>
  `${app.config.publicUrl}/api/hooks/${kind}/${name}/${key}`;

/** By this a carrier shows that the news are its own. */
export const hookSecret = ({ config }: App, key: string): string => secretFrom(config.secret, key);

/** The same, and what the carrier shows that was connected under another secret of the installation. */
export const hookSecrets = ({ config }: App, key: string): string[] =>
  [config.secret, ...config.otherSecrets].map((secret) => secretFrom(secret, key));

const secretFrom = (secret: string, key: string): string =>
  createHmac('sha256', derivedKey(secret, 'carrierPush')).update(key).digest('hex').slice(0, 32);
