import type { Context } from '../http/app.ts';
import { list } from '../http/types.ts';
import type { PlatformSide } from '../kit/platform.ts';

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
  /** The shop has still to hear of the payment. */
  untold?: boolean;
}

/** How a notification goes wrong. */
export interface Mangled {
  amount?: string;
  forged?: boolean;
}
type Notify = (ctx: Context, trade: Trade, mangled: Mangled) => Promise<boolean>;

/** Alipay repeats a notification until the shop says "success"; here in seconds, not hours. */
const AGAIN_MS = [500, 2000, 10_000, 60_000];

export class Trades implements PlatformSide {
  readonly #ctx: Context;
  readonly #notifyOne: Notify;
  readonly #all = new Map<string, Trade>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(ctx: Context, inform: Notify) {
    this.#ctx = ctx;
    this.#notifyOne = inform;
  }

  of(outTradeNo: string): Trade | undefined {
    return this.#all.get(outTradeNo);
  }

  /** The same order opened again is the same trade; with another amount it is refused. */
  open(input: Omit<Trade, 'tradeNo' | 'status'>): Trade | undefined {
    const known = this.#all.get(input.outTradeNo);
    if (known) return known.amount === input.amount ? known : undefined;
    const number = `${Date.now()}${String(this.#all.size).padStart(6, '0')}`;
    const trade: Trade = { ...input, tradeNo: number, status: 'WAIT_BUYER_PAY' };
    this.#all.set(input.outTradeNo, trade);
    return trade;
  }

  pay(trade: Trade, { notify }: { notify: boolean }): void {
    if (trade.status !== 'WAIT_BUYER_PAY') return;
    trade.status = 'TRADE_SUCCESS';
    trade.untold = notify;
    if (notify) this.#later(trade, 0, this.#ctx.faults.of('alipay').lateWebhookMs);
  }

  /** false: a paid trade is not closed. */
  close(trade: Trade): boolean {
    if (trade.status === 'TRADE_SUCCESS') return false;
    trade.status = 'TRADE_CLOSED';
    return true;
  }

  async notifyAgain(trade: Trade): Promise<void> {
    await this.#notifyOne(this.#ctx, trade, {});
  }

  save(): Trade[] {
    return [...this.#all.values()];
  }

  /** What the shop had not heard of when the file was written is told again. */
  load(saved: unknown): void {
    const trades = list(saved) as Trade[];
    for (const trade of trades) this.#all.set(trade.outTradeNo, trade);
    for (const trade of trades) if (trade.untold) this.#later(trade, 0, AGAIN_MS[0]);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(trade: Trade, attempt: number, ms = 0): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#notify(trade, attempt);
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  async #notify(trade: Trade, attempt: number): Promise<void> {
    if (await this.#send(trade)) {
      trade.untold = false;
      return;
    }
    const wait = AGAIN_MS[attempt];
    if (wait !== undefined) this.#later(trade, attempt + 1, wait);
  }

  async #send(trade: Trade): Promise<boolean> {
    const { faults } = this.#ctx;
    if (faults.take('alipay', 'loseWebhooks')) return false;
    const mangled: Mangled = {
      ...(faults.take('alipay', 'wrongAmount') ? { amount: '0.01' } : {}),
      ...(faults.take('alipay', 'wrongSignature') ? { forged: true } : {}),
    };
    const copies = faults.of('alipay').duplicateWebhooks ? 2 : 1;
    const received = await Promise.all(
      Array.from({ length: copies }, () => this.#notifyOne(this.#ctx, trade, mangled)),
    );
    return received.some(Boolean);
  }
}
