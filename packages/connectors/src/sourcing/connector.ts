import type { Instant, Decimal as Money, Tokens } from '../types.ts';

/**
 * What a wholesale platform offers to a buyer: offers with their specifications, orders placed there, and what becomes
 * of them. A buyer pays on the platform. Errors are ConnectorErrors; an order whose answer was lost is `uncertain`: it is
 * looked up by our reference and never sent again. Amounts are in `currency`.
 */
export interface SourcingConnector {
  platform: string;
  currency: string;
  /** Where the buyer allows us to order in their name. */
  consentUrl(request: { state: string; redirectUri: string }): string;
  exchange(answer: { query: Readonly<Record<string, string>>; redirectUri: string }): Promise<SourcingAccount>;
  /** What the answer leaves out stays as it was. */
  refresh(tokens: Tokens): Promise<Tokens>;
  /** Addresses that the buyer keeps on the platform, the usual one first. */
  addresses(tokens: Tokens): Promise<SourcingAddress[]>;
  offer(tokens: Tokens, offerId: string): Promise<SourcingOffer>;
  /** What an order would cost now. Goods that cannot be ordered throw `rejected` with the platform's words. */
  preview(tokens: Tokens, order: SourcingGoods): Promise<SourcingPreview>;
  /** One order of ours may become several there. */
  place(
    tokens: Tokens,
    order: SourcingGoods & { reference: string; message?: string },
  ): Promise<{ orderNos: string[] }>;
  /** By our reference; empty: the platform does not know it (yet). */
  find(tokens: Tokens, reference: string): Promise<string[]>;
  order(tokens: Tokens, orderNo: string): Promise<SourcingOrder>;
  /** What carriers reported, by parcel, oldest first. */
  traces(tokens: Tokens, orderNo: string): Promise<SourcingTrace[]>;
  /** Only before it is paid. */
  cancel(tokens: Tokens, orderNo: string, remark: string): Promise<void>;
  /** The page on which a person pays. */
  payUrl(tokens: Tokens, orderNos: readonly string[]): Promise<string>;
}

export interface SourcingAccount {
  tokens: Tokens;
  /** Who allowed it, by the platform's own id. */
  account: string;
  /** The name that the buyer signs in with. */
  name: string;
}

export interface SourcingAddress {
  id: string;
  receiver: string;
  phone: string;
  /** Province, city, district, town and street. */
  text: string;
  usual: boolean;
}

export interface SourcingOffer {
  offerId: string;
  title: string;
  /** The name that its seller signs in with. */
  seller: string;
  /** "件" */
  unit: string;
  minimum: number | null;
  /** Sold now, and orders may be placed by programs. */
  open: boolean;
  picture: string | null;
  /** By quantity of the whole offer; empty where each specification has its own price. */
  breaks: { from: number; price: Money }[];
  /** Empty: the offer has no specifications. */
  specs: { specId: string; name: string; price: Money | null; stock: number | null }[];
}

export interface SourcingGoods {
  addressId: string;
  lines: readonly { offerId: string; specId: string; quantity: number }[];
}

export interface SourcingPreview {
  goods: Money;
  freight: Money;
  discount: Money;
  /** What is paid: goods less discount, and freight. */
  total: Money;
  /** Of one unit, as it is charged. */
  lines: { offerId: string; specId: string; unitPrice: Money; amount: Money; problem?: string }[];
  /** What forbids placing it by a program, in the platform's words. */
  problem?: string;
}

export type SourcingState =
  | 'unpaid'
  | 'paid'
  | 'dispatched'
  | 'delivered'
  | 'done'
  | 'cancelled'
  /** A word that no documentation names. */
  | 'unknown';

export interface SourcingOrder {
  orderNo: string;
  reference?: string;
  state: SourcingState;
  /** The platform's own word. */
  rawState: string;
  /** When it changed last; answers may come out of order. */
  changedAt?: Instant;
  createdAt?: Instant;
  paidAt?: Instant;
  /** Freight included. */
  total: Money;
  freight: Money;
  refunded: Money;
  /** Unpaid orders are closed after it. */
  payBefore?: Instant;
  closeReason?: string;
  lines: { offerId: string; specId: string; name: string; quantity: string; price: Money; amount: Money }[];
  parcels: {
    parcelId: string;
    carrier: string;
    trackingNumber: string;
    sentAt?: Instant;
  }[];
}

export interface SourcingTrace {
  parcelId: string;
  trackingNumber: string;
  steps: { at: Instant; text: string }[];
}
