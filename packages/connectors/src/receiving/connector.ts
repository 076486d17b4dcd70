import type { Unreadable } from '../capabilities/unreadable.ts';
import type { Decimal, Instant, Tokens } from '../types.ts';

/** What a line of a statement is for, whatever the provider calls it. */
export const LINE_KINDS = [
  'MARKETPLACE_RECEIPT',
  'TOPUP',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'WITHDRAWAL',
  'SUPPLIER_PAYMENT',
  'VAT_PAYMENT',
  'CARD_SPEND',
  'FX_BUY',
  'FX_SELL',
  'FEE',
  'REFUND',
  'ADJUSTMENT',
  'REVERSAL',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** REVERSED: it had succeeded and was taken back as a whole, so that it no longer moves the balance. */
export const LINE_STATES = ['PENDING', 'SUCCESS', 'FAILED', 'REVERSED'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** MAIN: the movement itself. FX_SELL and FX_BUY: the two sides of an exchange. FEE: what the provider took for it. */
export type LegName = 'MAIN' | 'FX_SELL' | 'FX_BUY' | 'FEE';

/**
 * A movement in one currency. `externalTxnId` and `leg` together are its key within a connection: it comes again, under
 * the same key, when its state changes or a window is read once more. The sum of the SUCCESS legs of a currency, IN less
 * OUT, is the change of its balance (`changes`).
 */
export interface StatementLeg {
  externalTxnId: string;
  leg: LegName;
  /** The account that the line names: `externalId` of `accounts()` where that lists it. Absent where the line names none. */
  accountId?: string;
  /** By this time the provider lists the line; it stays when the state changes. */
  at: Instant;
  /** YYYY-MM-DD: the day on which the money moved, where the provider says it. */
  valueDate?: string;
  direction: 'IN' | 'OUT';
  /** ADJUSTMENT stands also for the provider's words that nobody knows: see `rawKind`. */
  kind: LineKind;
  /** The provider's own word. */
  rawKind: string;
  /** Never below zero: `direction` says the sign. Without the fee, which is a leg of its own. */
  amount: Decimal;
  currency: string;
  /** The balance of the currency after this leg, where the provider says it. */
  balanceAfter?: Decimal;
  /** Who paid or was paid, and what for, in the provider's words. */
  counterparty?: string;
  reference?: string;
  /** Of both legs of an exchange. `rate`: units of `toCurrency` for one of `fromCurrency`. */
  fx?: { fromCurrency: string; toCurrency: string; rate?: Decimal };
  status: LineState;
  /** The provider's own word. */
  rawStatus: string;
  /** The line as it came. */
  raw: unknown;
}

export interface StatementPage {
  legs: StatementLeg[];
  /** Lines that cannot be read, or are in a state that nobody knows: never taken for money. */
  unreadable: Unreadable[];
  /** Absent on the last page. Text that is kept as it is; it can be continued after a crash. */
  nextCursor?: string;
}

/** WALLET: the balance of a currency. RECEIVING: a bank account in the seller's name into which marketplaces pay. */
export interface ReceivingAccount {
  externalId: string;
  type: 'WALLET' | 'RECEIVING';
  currency: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  bankName?: string;
  /** The last four characters after asterisks; the whole number is never given out. */
  accountNoMasked?: string;
  holder?: string;
  platform?: string;
  shop?: string;
  status: 'ACTIVE' | 'PENDING' | 'CLOSED';
}

export interface AccountBalance {
  /** Of the wallet in `accounts()`. */
  externalId: string;
  currency: string;
  available: Decimal;
  /** On its way in, and held back; absent where the provider has no such figure. */
  pending?: Decimal;
  frozen?: Decimal;
  /** What the statement adds up to. */
  total: Decimal;
  asOf: Instant;
}

/** A connection as the caller keeps it; everything in `keys` and `tokens` is secret. */
export interface ReceivingAccess {
  /** As the seller typed them, by the names of the definition's `keys`; empty after a consent. */
  keys: Readonly<Record<string, string>>;
  /** Absent where each call is signed instead. */
  tokens?: Tokens;
  /** How the provider names the seller, from `exchange` or `connect`. */
  account: string;
}

/** What a consent or a connection by keys brings. */
export interface Connected {
  account: string;
  tokens?: Tokens;
}

/** A push whose signature was right: something of this account has changed. */
export interface ReceivingPush {
  id: string;
  type: string;
  account?: string;
}

/** What every provider of receiving accounts offers; a capability that it lacks is absent. */
export interface ReceivingConnector {
  provider: string;
  /** The page of the provider on which the seller allows our program to read. */
  authorizeUrl?(input: { state: string; redirectUri: string }): string;
  /**
   * Turns what came back to `redirectUri` into a connection. `state`: what `authorizeUrl` got.
   * @throws ConnectorError rejected: DENIED where the seller refused, WRONG_STATE where another consent came back
   */
  exchange?(input: { query: Readonly<Record<string, string>>; state: string; redirectUri: string }): Promise<Connected>;
  /** Proves keys that the seller typed with a harmless call. */
  connect?(keys: Readonly<Record<string, string>>): Promise<Connected>;
  /** New tokens for those of the connection. Keep them before anything else: the old ones may be dead. */
  refresh?(access: ReceivingAccess): Promise<Tokens>;
  /** Gives the seller's permission back. Absent where only the seller can end it on the provider's pages. */
  revoke?(access: ReceivingAccess): Promise<void>;
  accounts(access: ReceivingAccess): Promise<ReceivingAccount[]>;
  balances(access: ReceivingAccess): Promise<AccountBalance[]>;
  /** A page of the lines with `at` in [from, to). No line is left out; asked again with the same cursor, it answers the same. */
  statement(
    access: ReceivingAccess,
    window: { from: Instant; to: Instant; cursor?: string | undefined },
  ): Promise<StatementPage>;
  /** @param input.headers lower case. @throws ConnectorError rejected where the provider did not sign it */
  readPush?(input: { url: string; headers: Readonly<Record<string, string>>; body: Buffer }): ReceivingPush;
}
