import type { Context } from '../http/app.ts';
import { TokenDesk } from '../kit/tokens.ts';
import { NAME } from './name.ts';

const MONTH_S = 30 * 86_400;

/** Tokens of thirty days; a refresh makes those before it worthless, also over a restart. */
export class WishTokens {
  readonly #desk: TokenDesk;
  /** How often a shop's tokens have been renewed. */
  #turns = new Map<string, number>();

  constructor(ctx: Context) {
    this.#desk = new TokenDesk(ctx, NAME, { codeSeconds: 600, accessSeconds: MONTH_S, refreshSeconds: 12 * MONTH_S });
    ctx.world.onReset(() => this.#turns.clear());
  }

  code(shop: string, scopes: string, redirect: string): string {
    return this.#desk.code(shop, { scopes, redirect });
  }

  redeem(code: string) {
    return this.#desk.redeem(code);
  }

  isExpired(token: string): boolean {
    return this.#desk.isExpired(token);
  }

  issue(shop: string, scopes: string, now: number) {
    const more = { scopes, turn: String(this.#turns.get(shop) ?? 0) };
    return {
      access_token: this.#desk.access(shop, more),
      refresh_token: this.#desk.refresh(shop, { scopes }),
      expiry_time: new Date(now + this.#desk.accessSeconds * 1000).toISOString(),
      merchant_id: shop,
      scopes: scopes.split(' '),
    };
  }

  refresh(token: string, now: number) {
    const grant = this.#desk.ofRefresh(token);
    if (!grant) return undefined;
    this.#turns.set(grant.shop, (this.#turns.get(grant.shop) ?? 0) + 1);
    return this.issue(grant.shop, grant.more.scopes ?? '', now);
  }

  shopOf(token: string): { shop: string; scopes: string[] } | 'expired' | 'revoked' {
    if (this.#desk.isExpired(token)) return 'expired';
    const grant = this.#desk.ofAccess(token);
    if (!grant || grant.more.turn !== String(this.#turns.get(grant.shop) ?? 0)) return 'revoked';
    return { shop: grant.shop, scopes: (grant.more.scopes ?? '').split(' ') };
  }

  save(): [string, number][] {
    return [...this.#turns];
  }

  load(saved: [string, number][]): void {
    this.#turns = new Map(saved);
  }
}
