import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../http/app.ts';
import { isRecord, parseJson, text } from '../http/types.ts';

export const SHOPIFY_APP = { clientId: 'tradewind-demo-app', clientSecret: 'hush' };

export interface ShopifyGrant {
  shop: string;
  scopes: Set<string>;
}

const ACCESS_SECONDS = 3600;
const REFRESH_SECONDS = 7_776_000;
const CODE_LIVES_MS = 5 * 60_000;
const SEAL = 'sandbox-shopify-token';

/** Codes, offline tokens and their rotating refresh tokens. Tokens prove themselves, so they outlive a restart. */
export class ShopifyTokens {
  readonly #ctx: Context;
  readonly #codes = new Map<string, { shop: string; scope: string; expiresAt: number }>();
  readonly #dead = new Set<string>();
  readonly #uninstalled = new Map<string, number>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  issueCode(shop: string, scope: string): string {
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, { shop, scope, expiresAt: this.#now() + CODE_LIVES_MS });
    return code;
  }

  redeemCode(code: string, shop: string): string | undefined {
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    return known && known.shop === shop && known.expiresAt >= this.#now() ? known.scope : undefined;
  }

  /** A permanent token, for apps that did not ask for expiring ones. */
  permanent(shop: string, scope: string): Record<string, unknown> {
    return { access_token: this.#seal('shpat_', { shop, scope, exp: 0 }), scope };
  }

  expiring(shop: string, scope: string, parent = ''): Record<string, unknown> {
    const seconds = this.#ctx.faults.of('shopify').tokenTtlSeconds || ACCESS_SECONDS;
    const refresh = {
      shop,
      scope,
      parent,
      id: randomBytes(8).toString('hex'),
      exp: this.#now() + REFRESH_SECONDS * 1000,
    };
    return {
      access_token: this.#seal('shpat_', { shop, scope, exp: this.#now() + seconds * 1000 }),
      scope,
      expires_in: seconds,
      refresh_token: this.#seal('shprt_', refresh),
      refresh_token_expires_in: REFRESH_SECONDS,
    };
  }

  /** Rotates; the previous refresh token stays good until the new one is used (since 2026-08-28). */
  refresh(token: string, shop: string): Record<string, unknown> | undefined {
    const held = this.#open('shprt_', token);
    if (!held || held.shop !== shop || this.#dead.has(text(held.id)) || Number(held.exp) < this.#now())
      return undefined;
    if (this.#takenBack(shop, Number(held.iat))) return undefined;
    if (held.parent) this.#dead.add(text(held.parent));
    return this.expiring(shop, text(held.scope), text(held.id));
  }

  grant(token: string, shop: string): ShopifyGrant | undefined {
    const held = this.#open('shpat_', token);
    if (!held || held.shop !== shop) return undefined;
    if (Number(held.exp) !== 0 && Number(held.exp) <= this.#now()) return undefined;
    if (this.#takenBack(shop, Number(held.iat))) return undefined;
    const scopes = new Set(text(held.scope).split(',').filter(Boolean));
    for (const scope of [...scopes]) if (scope.startsWith('write_')) scopes.add(scope.replace('write_', 'read_'));
    return { shop, scopes };
  }

  uninstall(shop: string): void {
    this.#uninstalled.set(shop, Date.now());
  }

  #takenBack(shop: string, issuedAt: number): boolean {
    return (
      issuedAt <= (this.#uninstalled.get(shop) ?? -1) ||
      issuedAt <= (this.#ctx.world.revoked.get(`shopify/${shop}`) ?? -1)
    );
  }

  #now(): number {
    return this.#ctx.world.clock.now();
  }

  #seal(kind: string, value: Record<string, unknown>): string {
    const body = Buffer.from(
      JSON.stringify({ ...value, iat: Date.now(), nonce: randomBytes(4).toString('hex') }),
    ).toString('base64url');
    return `${kind}${body}.${sign(kind + body)}`;
  }

  #open(kind: string, token: string): Record<string, unknown> | undefined {
    const [body, seal] = token.startsWith(kind) ? token.slice(kind.length).split('.') : [];
    if (!body || !seal) return undefined;
    const expected = Buffer.from(sign(kind + body));
    const input = Buffer.from(seal);
    if (input.length !== expected.length || !timingSafeEqual(input, expected)) return undefined;
    const parsed = parseJson(Buffer.from(body, 'base64url'));
    return isRecord(parsed) ? parsed : undefined;
  }
}

function sign(body: string): string {
  return createHmac('sha256', SEAL).update(body).digest('base64url').slice(0, 22);
}
