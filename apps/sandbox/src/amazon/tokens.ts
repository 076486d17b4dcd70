import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from '../http/app.ts';

/** The one application both sides know. */
export const AMAZON_APP = {
  clientId: 'amzn1.application-oa2-client.demo',
  clientSecret: 'amzn1.oa2-cs.v1.demo',
  applicationId: 'amzn1.sp.solution.demo-0001',
};

export interface RestrictedResource {
  method: string;
  path: string;
  dataElements: string[];
}

export interface AccessGrant {
  seller: string;
  scope: string;
  issuedAt: number;
  expiresAt: number;
  restricted: RestrictedResource[] | undefined;
}

const CODE_LIVES_MS = 5 * 60_000;

/** Codes, access tokens and restricted tokens. Refresh tokens prove themselves, so they outlive a restart. */
export class AmazonTokens {
  readonly #ctx: Context;
  readonly #platform: string;
  readonly #codes = new Map<string, { seller: string; redirectUri: string; expiresAt: number }>();
  readonly #grants = new Map<string, AccessGrant>();
  readonly #revoked = new Set<string>();

  constructor(ctx: Context, platform = 'amazon') {
    this.#ctx = ctx;
    this.#platform = platform;
  }

  get lifetimeSeconds(): number {
    return this.#ctx.faults.of(this.#platform).tokenTtlSeconds || 3600;
  }

  issueCode(seller: string, redirectUri: string): string {
    const code = `AN${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`;
    this.#codes.set(code, { seller, redirectUri, expiresAt: this.#ctx.world.clock.now() + CODE_LIVES_MS });
    return code;
  }

  /** Codes live five minutes and work once. */
  redeemCode(code: string, redirectUri: string): string | undefined {
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    if (!known || known.expiresAt < this.#ctx.world.clock.now()) return undefined;
    if (redirectUri && redirectUri !== known.redirectUri) return undefined;
    return known.seller;
  }

  refreshTokenFor(seller: string): string {
    const at = this.#ctx.world.clock.now().toString(36);
    const body = `${seller}.${at}-${randomBytes(12).toString('base64url')}`;
    return `Atzr|${body}.${seal(body)}`;
  }

  sellerOfRefreshToken(token: string): string | undefined {
    if (this.#revoked.has(token)) return undefined;
    const match = /^Atzr\|(([^.]+)\.[^.]+)\.([^.]+)$/.exec(token);
    if (!match || seal(match[1]!) !== match[3]) return undefined;
    const issuedAt = Number.parseInt(match[1]!.split('.')[1]!, 36);
    return this.#takenBack(match[2]!, issuedAt) ? undefined : match[2];
  }

  revoke(token: string): void {
    this.#revoked.add(token);
  }

  issueAccess(seller: string, scope = ''): string {
    return this.#issue('Atza', { seller, scope, restricted: undefined });
  }

  issueRestricted(seller: string, restricted: RestrictedResource[]): string {
    return this.#issue('Atz.sprdt', { seller, scope: '', restricted });
  }

  #issue(kind: string, grant: Omit<AccessGrant, 'issuedAt' | 'expiresAt'>): string {
    const token = `${kind}|${randomBytes(32).toString('base64url')}`;
    const now = this.#ctx.world.clock.now();
    if (this.#grants.size > 20_000)
      for (const [key, old] of this.#grants) if (old.expiresAt < now) this.#grants.delete(key);
    this.#grants.set(token, { ...grant, issuedAt: now, expiresAt: now + this.lifetimeSeconds * 1000 });
    return token;
  }

  grant(token: string): AccessGrant | undefined {
    const grant = this.#grants.get(token);
    return grant && this.#takenBack(grant.seller, grant.issuedAt) ? undefined : grant;
  }

  /** The seller has taken the permission back since. */
  #takenBack(seller: string, issuedAt: number): boolean {
    return issuedAt <= (this.#ctx.world.revoked.get(`${this.#platform}/${seller}`) ?? 0);
  }
}

function seal(body: string): string {
  return createHmac('sha256', 'sandbox-refresh-token').update(body).digest('base64url').slice(0, 24);
}
