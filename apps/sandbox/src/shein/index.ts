import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import type { ShopSettings } from '../world/shop.ts';
import { aftersale } from './aftersale.ts';
import { registerApi } from './api.ts';
import { sheinErrors } from './errors.ts';
import { goods } from './goods.ts';
import { collect, logistics, registerLabels } from './logistics.ts';
import { orders } from './orders.ts';
import { createPushes } from './pushes.ts';
import { SecretDesk } from './secrets.ts';
import { SHEIN } from './signing.ts';

const HOST = /^openapi(-test01)?\.sheincorp\.(com|cn)$/;

const SHOP: Omit<ShopSettings, 'platform'> = {
  // Its openKeyId, which stays the same whatever is agreed to later.
  id: 'F3B2A1C09D8E4F7A',
  name: 'Tradewind Living',
  currency: 'USD',
  orderId: (_random, seq) => `GSU1${String(seq).padStart(11, '0')}`,
  // Units are numbered by their line's number and three digits more: 19, beyond what JavaScript counts.
  firstLine: 5_230_236_000_000_000,
  abroadShare: 0,
};

/** SHEIN's Open Platform for self-operated and semi-managed shops: consent, orders, logistics, goods, money, pushes. */
export const sheinPlatform: SandboxPlatform = {
  name: SHEIN,
  shops: [SHOP],
  errors: sheinErrors,
  prefixForHost: (host) => (HOST.test(host) ? `/${SHEIN}` : undefined),
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const secrets = new SecretDesk(app, ctx);
    registerApi(app, ctx, secrets, [...orders, ...logistics, ...goods, ...aftersale]);
    registerLabels(app, ctx);
    const pushes = createPushes(app, ctx);
    return {
      deliveries: () => pushes.deliveries,
      save: () => ({ secrets: secrets.save(), pushes: pushes.save() }),
      load: (saved) => {
        const { secrets: input, pushes: answered } = saved as {
          secrets: ReturnType<SecretDesk['save']>;
          pushes: unknown;
        };
        secrets.load(input);
        pushes.load(answered);
      },
      stop: () => pushes.stop(),
      subscribe: (shop, uri) => pushes.subscribe(shop, uri),
      collect: (order) => collect(ctx, order),
    };
  },
};
