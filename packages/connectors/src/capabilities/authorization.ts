import type { ShopAccess, Tokens } from '../types.ts';

/** How a shop is connected and its authorization kept. */
export interface AuthorizationCalls {
  /** Where the browser is sent so that the seller allows our app. Platforms connected by keys have none. */
  /**
   * Whether the platform has the account that the seller typed. Missing where the platform itself names the account:
   * nobody can mistype that.
   */
  knowsAccount?(account: string): Promise<boolean>;
  consentUrl?(input: { state: string; redirectUri: string; account?: string; region?: string }): string;
  /**
   * Turns the callback's query into tokens. Checks what the platform lets us check (Shopify: hmac, timestamp, domain);
   * the caller has checked `state` before.
   */
  exchange?(input: {
    query: Record<string, string>;
    redirectUri: string;
    region?: string;
  }): Promise<{ tokens: Tokens; account: string }>;
  /**
   * Platforms connected by keys: proves them with one harmless call. `keys` by the names of the definition's fields,
   * `account` the shop's that is connected anew. `issued`: what the seller is shown once, by the names of its labels.
   */
  connect?(input: { keys: Record<string, string>; region?: string; account?: string }): Promise<{
    tokens: Tokens;
    account: string;
    issued?: { key: string; secret: string };
  }>;
  refresh(access: ShopAccess): Promise<Tokens>;
  /** Name, currency and marketplaces of the connected shop; empty where only the seller knows. */
  describeShop(access: ShopAccess): Promise<{ name: string; currency: string; marketplaceIds: string[] }>;
}
