import type { Context } from '../http/app.ts';

export interface Trade {
  outTradeNo: string;
  tradeNo: string;
  subject: string;
  amount: string;
  /** Beijing time. */
  expires: string;
  notifyUrl: string;
  returnUrl: string;
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED';
}

/** Alipay repeats a notification until the shop says "success"; here in seconds, not hours. */
const AGAIN_MS = [500, 2000, 10_000, 60_000];

export class Trades {
  readonly #ctx: Context;
  readonly #tell: (ctx: Context, trade: Trade) => Promise<boolean>;
  readonly #all = new Map<string, Trade>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(ctx: Context, tell: (ctx: Context, trade: Trade) => Promise<boolean>) {
    this.#ctx = ctx;
    this.#tell = tell;
  }

  of(outTradeNo: string): Trade | undefined {
    return this.#all.get(outTradeNo);
  }

  /** The same order opened again is the same trade; with another amount it is refused. */
  open(given: Omit<Trade, 'tradeNo' | 'status'>): Trade | undefined {
    const known = this.#all.get(given.outTradeNo);
    if (known) return known.amount === given.amount ? known : undefined;
    const number = `${Date.now()}${String(this.#all.size).padStart(6, '0')}`;
    const trade: Trade = { ...given, tradeNo: number, status: 'WAIT_BUYER_PAY' };
    this.#all.set(given.outTradeNo, trade);
    return trade;
  }

  pay(trade: Trade, { notify }: { notify: boolean }): void {
    if (trade.status !== 'WAIT_BUYER_PAY') return;
    trade.status = 'TRADE_SUCCESS';
    if (notify) void this.#notify(trade, 0);
  }

  /** false: a paid trade is not closed. */
  close(trade: Trade): boolean {
    if (trade.status === 'TRADE_SUCCESS') return false;
    trade.status = 'TRADE_CLOSED';
    return true;
  }

  async notifyAgain(trade: Trade): Promise<void> {
    await this.#tell(this.#ctx, trade);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #notify(trade: Trade, attempt: number): Promise<void> {
    if (await this.#tell(this.#ctx, trade)) return;
    const wait = AGAIN_MS[attempt];
    if (wait === undefined) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#notify(trade, attempt + 1);
    }, wait);
    timer.unref();
    this.#timers.add(timer);
  }
}
