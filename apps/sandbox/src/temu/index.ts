import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { Account } from './account.ts';
import { aftersale } from './aftersale.ts';
import { temuErrors } from './errors.ts';
import { goods } from './goods.ts';
import { logistics, registerLabels } from './logistics.ts';
import { orders } from './orders.ts';
import { registerRouter } from './router.ts';
import { TEMU_SHOP } from './shops.ts';
import { TEMU } from './signing.ts';

const HOSTS: Readonly<Record<string, string>> = {
  'openapi-b-us.temu.com': '/temu/us',
  'openapi-b-us.temudemo.com': '/temu/us',
  'openapi-b-eu.temu.com': '/temu/eu',
  'openapi-b-global.temu.com': '/temu/global',
};

/** Temu's Partner Platform for a local shop of the United States, with doors for the other regions. */
export const temuPlatform: SandboxPlatform = {
  name: TEMU,
  shops: [TEMU_SHOP],
  errors: temuErrors,
  prefixForHost: (host) => HOSTS[host],
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const account = new Account(ctx);
    registerRouter(app, ctx, [...account.operations, ...orders, ...logistics, ...goods, ...aftersale]);
    registerLabels(app, ctx);
    return {
      deliveries: () => account.sender.deliveries,
      save: () => account.save(),
      load: (saved) => account.load(saved as ReturnType<Account['save']>),
      stop: () => account.sender.stop(),
    };
  },
};
