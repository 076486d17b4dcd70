import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Context, query } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { text } from '../http/types.ts';
import { askConsent } from '../kit/consent.ts';
import { TokenDesk } from '../kit/tokens.ts';
import { SheinError } from './errors.ts';
import { encrypt, SHEIN, SHEIN_APP } from './signing.ts';

interface Input {
  number: number;
  at: number;
}

/** A shop's secret: a new one with each consent, and the old one is dead from then on. It never ends by itself. */
export class SecretDesk {
  readonly #ctx: Context;
  readonly #tokens: TokenDesk;
  #input = new Map<string, Input>();

  constructor(app: FastifyInstance, ctx: Context) {
    this.#ctx = ctx;
    this.#tokens = new TokenDesk(ctx, SHEIN, { codeSeconds: 600, accessSeconds: 0, refreshSeconds: 0 });
    const [first] = ctx.world.of(SHEIN);
    if (!first) throw new Error('SHEIN has no shop');
    // Really its parameters stand behind a #, which only the page's own script reads.
    app.get('/shein/empower', async (request, reply) => {
      const requested = query(request);
      if (requested.appid !== SHEIN_APP.appId) return errorPage(reply, 'appid', 'The application does not exist.');
      return askConsent(request, reply, {
        brand: 'SHEIN',
        who: first.name,
        asks: ['Orders', 'Logistics', 'Goods', 'Returns', 'Finance'],
        redirect: Buffer.from(requested.redirectUrl ?? '', 'base64').toString('utf8'),
        answer: () => ({
          appid: SHEIN_APP.appId,
          tempToken: this.#tokens.code(first.id),
          ...(requested.state === undefined ? {} : { state: requested.state }),
        }),
      });
    });
  }

  exchange(tempToken: unknown) {
    const grant = this.#tokens.redeem(text(tempToken));
    if (!grant) throw new SheinError('openapi00010', 'tempToken is invalid or has expired');
    const number = (this.#input.get(grant.shop)?.number ?? 0) + 1;
    this.#input.set(grant.shop, { number, at: this.#ctx.world.clock.now() });
    this.#ctx.world.changes++;
    return {
      secretKey: encrypt(this.#secret(grant.shop, number)),
      openKeyId: grant.shop,
      appid: SHEIN_APP.appId,
      state: null,
      supplierId: 2366027,
      supplierSource: 10,
      supplierBusinessMode: 'POP-US',
    };
  }

  /** Undefined when there is none, or the seller has taken it back. */
  current(shop: string): string | undefined {
    const input = this.#input.get(shop);
    const revoked = this.#ctx.world.revoked.get(`${SHEIN}/${shop}`) ?? 0;
    return input && input.at > revoked ? this.#secret(shop, input.number) : undefined;
  }

  save(): [string, Input][] {
    return [...this.#input];
  }

  load(saved: [string, Input][]): void {
    this.#input = new Map(saved);
  }

  #secret(shop: string, number: number): string {
    return createHmac('sha256', 'sandbox/shein').update(`${shop}/${number}`).digest('hex').slice(0, 32).toUpperCase();
  }
}
