import type { Context } from '../http/app.ts';
import { TokenDesk } from '../kit/tokens.ts';

/** The one application both sides know. */
export const EBAY_APP = {
  appId: 'Tradewin-demo-SBX-1a2b3c4d5-6e7f8a9b',
  certId: 'SBX-1a2b3c4d5e6f-7a8b-9c0d-1e2f',
  ruName: 'Tradewind-Tradewin-demo-S-abcdefgh',
};

export const SCOPE = 'https://api.ebay.com/oauth/api_scope';
export const EDIS_SCOPE = 'https://api.ebay.com/oauth/scope/sell.edelivery';
const SCOPES = new Set([
  SCOPE,
  EDIS_SCOPE,
  ...[
    'sell.fulfillment',
    'sell.fulfillment.readonly',
    'sell.inventory',
    'sell.finances',
    'sell.account',
    'sell.payment.dispute',
    'sell.logistics',
    'commerce.identity.readonly',
    'commerce.notification.subscription',
  ].map((name) => `${SCOPE}/${name}`),
]);

/** Before a token of eBay's stands what it is for; the number sign makes careless callers lose the rest. */
const FRONT = 'v^1.1#i^1#p^3#I^3#r^0#f^0#t^';

export interface Grant {
  /** '' where the application speaks for itself. */
  shop: string;
  scopes: Set<string>;
}

/** Codes of five minutes, access tokens of two hours, refresh tokens of eighteen months that are never replaced. */
export class EbayTokens {
  readonly #desk: TokenDesk;

  constructor(ctx: Context) {
    this.#desk = new TokenDesk(ctx, 'ebay', { codeSeconds: 299, accessSeconds: 7200, refreshSeconds: 47_304_000 });
  }

  /** @returns the scopes asked for, undefined when one is unknown */
  static scopes(text: string | undefined): string[] | undefined {
    const requested = (text ?? '').split(' ').filter(Boolean);
    return requested.length > 0 && requested.every((one) => SCOPES.has(one)) ? requested : undefined;
  }

  code(shop: string, scopes: string[], ruName: string): string {
    return FRONT + this.#desk.code(shop, { scope: scopes.join(' '), ruName });
  }

  redeem(code: string, ruName: string): Record<string, unknown> | undefined {
    const grant = this.#desk.redeem(inner(code));
    if (!grant || grant.more.ruName !== ruName) return undefined;
    const { scope = '' } = grant.more;
    return {
      ...this.#access(grant.shop, scope),
      refresh_token: FRONT + this.#desk.refresh(grant.shop, { scope }),
      refresh_token_expires_in: this.#desk.refreshSeconds,
      token_type: 'User Access Token',
    };
  }

  /** @returns 'scope' when more is asked for than was given */
  refresh(token: string, desired: string | undefined): Record<string, unknown> | 'scope' | undefined {
    const grant = this.#desk.ofRefresh(inner(token));
    if (!grant) return undefined;
    const input = (grant.more.scope ?? '').split(' ');
    const requested = desired ? desired.split(' ').filter(Boolean) : input;
    if (requested.some((one) => !input.includes(one))) return 'scope';
    return { ...this.#access(grant.shop, requested.join(' ')), token_type: 'User Access Token' };
  }

  application(): Record<string, unknown> {
    return { ...this.#access('', SCOPE), token_type: 'Application Access Token' };
  }

  grant(token: string): Grant | undefined {
    const grant = this.#desk.ofAccess(inner(token));
    return grant && { shop: grant.shop, scopes: new Set((grant.more.scope ?? '').split(' ')) };
  }

  #access(shop: string, scope: string): Record<string, unknown> {
    return { access_token: FRONT + this.#desk.access(shop, { scope }), expires_in: this.#desk.accessSeconds };
  }
}

const inner = (token: string): string => (token.startsWith(FRONT) ? token.slice(FRONT.length) : '');
