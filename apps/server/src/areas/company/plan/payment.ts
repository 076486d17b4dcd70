import { type Alipay, createAlipay } from '@tradewind/connectors/payments/alipay/index.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { type Config, ConfigError } from '../../../core/config.ts';
import { Fail, ruleBroken } from '../../../core/errors.ts';
import { SANDBOX_ALIPAY } from './sandbox-keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;
const NAMES = ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY', 'ALIPAY_SELLER_ID'] as const;

/**
 * The real Alipay if its credentials are set; otherwise the sandbox's, in production only if the process runs the
 * sandbox. @throws ConfigError when only some of the credentials are set
 */
export function makeAlipay(config: Config, env: Environment): Alipay | undefined {
  const missing = NAMES.filter((name) => !env[name]);
  if (missing.length > 0 && missing.length < NAMES.length)
    throw new ConfigError(`${missing.join(', ')} is not set: it should be set together with ${NAMES.join(', ')}.`);
  if (missing.length === 0) {
    const [appId = '', privateKey = '', alipayPublicKey = '', sellerId = ''] = NAMES.map((name) => env[name]);
    const gateway = env.ALIPAY_GATEWAY;
    return createAlipay({
      app: { appId, privateKey, alipayPublicKey, sellerId },
      ...(gateway ? { http: { baseUrls: { gateway } } } : {}),
    });
  }
  if (config.production && !config.sandbox) return undefined;
  return createAlipay({
    app: SANDBOX_ALIPAY,
    http: { baseUrls: { gateway: `${config.sandboxUrl}/alipay/gateway.do` } },
  });
}

/** Turns a ConnectorError into a message for people. @throws Fail company.paymentAway */
export async function orAway<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    throw error instanceof ConnectorError ? new Fail('company.paymentAway', 503) : error;
  }
}

const made = new WeakMap<App, { alipay: Alipay | undefined }>();

export function alipayOf(app: App): Alipay | undefined {
  const known = made.get(app) ?? { alipay: makeAlipay(app.config, process.env) };
  made.set(app, known);
  return known.alipay;
}

/** @throws ruleBroken if this installation takes no payments */
export function payingBy(app: App): Alipay {
  const alipay = alipayOf(app);
  if (!alipay) throw ruleBroken('company.noPayment');
  return alipay;
}
