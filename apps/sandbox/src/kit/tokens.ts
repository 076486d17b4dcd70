import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../http/app.ts';

type Kind = 'code' | 'access' | 'refresh';

interface Grant {
  kind: Kind;
  shop: string;
  /** Milliseconds of the sandbox's clock. */
  issuedAt: number;
  expiresAt: number;
  /** What the platform wants to find again: scope, redirect address ... */
  more: Record<string, string>;
}

export interface TokenTimes {
  codeSeconds?: number;
  accessSeconds: number;
  refreshSeconds: number;
}

/**
 * Codes, access and refresh tokens of one platform. A token proves itself, so it outlives a restart of the sandbox; what
 * a seller takes back is dead from that moment (`revoke`). The fault `tokenTtlSeconds` shortens access tokens.
 */
export class TokenDesk {
  readonly #ctx: Context;
  readonly #platform: string;
  readonly #times: TokenTimes;
  readonly #used = new Set<string>();

  constructor(ctx: Context, platform: string, times: TokenTimes) {
    this.#ctx = ctx;
    this.#platform = platform;
    this.#times = times;
  }

  get accessSeconds(): number {
    return this.#ctx.faults.of(this.#platform).tokenTtlSeconds || this.#times.accessSeconds;
  }

  get refreshSeconds(): number {
    return this.#times.refreshSeconds;
  }

  code(shop: string, more: Record<string, string> = {}): string {
    return this.#issue('code', shop, this.#times.codeSeconds ?? 300, more);
  }

  /** Once, and in time. */
  redeem(code: string): Grant | undefined {
    const grant = this.#read('code', code);
    if (!grant || this.#used.has(code)) return undefined;
    this.#used.add(code);
    return grant;
  }

  access(shop: string, more: Record<string, string> = {}): string {
    return this.#issue('access', shop, this.accessSeconds, more);
  }

  refresh(shop: string, more: Record<string, string> = {}): string {
    return this.#issue('refresh', shop, this.#times.refreshSeconds, more);
  }

  ofAccess(token: string): Grant | undefined {
    return this.#read('access', token);
  }

  /** `once`: the platform replaces refresh tokens, the old one is good no more. */
  ofRefresh(token: string, once = false): Grant | undefined {
    const grant = this.#read('refresh', token);
    if (!grant || this.#used.has(token)) return undefined;
    if (once) this.#used.add(token);
    return grant;
  }

  /** Known, but too old: some platforms answer that differently. */
  isExpired(token: string): boolean {
    const grant = this.#open(token);
    return grant !== undefined && grant.expiresAt <= this.#ctx.world.clock.now();
  }

  #issue(kind: Kind, shop: string, seconds: number, more: Record<string, string>): string {
    const now = this.#ctx.world.clock.now();
    const grant: Grant = { kind, shop, issuedAt: now, expiresAt: now + seconds * 1000, more };
    const body = Buffer.from(JSON.stringify({ ...grant, n: randomBytes(6).toString('hex') })).toString('base64url');
    return `${body}.${this.#seal(body)}`;
  }

  #read(kind: Kind, token: string): Grant | undefined {
    const grant = this.#open(token);
    if (!grant || grant.kind !== kind || grant.expiresAt <= this.#ctx.world.clock.now()) return undefined;
    const revoked = this.#ctx.world.revoked.get(`${this.#platform}/${grant.shop}`) ?? 0;
    return grant.issuedAt > revoked ? grant : undefined;
  }

  #open(token: string): Grant | undefined {
    const [body = '', seal = ''] = token.split('.');
    const right = this.#seal(body);
    if (seal.length !== right.length || !timingSafeEqual(Buffer.from(seal), Buffer.from(right))) return undefined;
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Grant;
  }

  #seal(body: string): string {
    return createHmac('sha256', `sandbox/${this.#platform}`).update(body).digest('base64url').slice(0, 22);
  }
}
