import type { HttpOptions } from '../types.ts';
import type { MarketplaceConnector } from './connector.ts';

type Bilingual = readonly [zh: string, en: string];

/** What the seller types before or instead of the consent. */
export interface ConnectField {
  name: string;
  label: Bilingual;
  hint?: Bilingual;
  secret?: boolean;
  optional?: boolean;
  /** Asked for in these regions only (their codes). */
  regions?: readonly string[];
  /** Becomes the shop's account (Shopify: its domain). `normalize` answers undefined for what cannot be one. */
  account?: { normalize(text: string): string | undefined };
}

export interface Region {
  code: string;
  name: Bilingual;
  /** Several codes may share one connection of the platform (Amazon: US and CA are `na`). */
  group?: string;
}

/** Pages of orders, by the names of their rights in the contract. */
export type OrderMenu =
  | 'amazonNorthAmericaOrder'
  | 'amazonEuropeOrder'
  | 'amazonAsiaOrder'
  | 'amazonAustraliaOrder'
  | 'ebayOrder'
  | 'wishOrder'
  | 'walmartOrder'
  | 'wayfairOrder'
  | 'shopifyOrder'
  | 'shopeeOrder'
  | 'lazadaOrder'
  | 'homeDepotOrder'
  | 'joomOrder'
  | 'dockOrder'
  | 'lowesOrder'
  | 'aliExpressOrder'
  | 'tikTokOrder'
  | 'sheinOrder'
  | 'temuOrder'
  | 'otherPlatformOrder'
  | 'vendorOrder';

export interface MarketplaceDefinition {
  platform: string;
  name: Bilingual;
  /** `consent`: the browser goes to the platform and comes back; `keys`: the seller gives keys of their own. */
  connect: 'consent' | 'keys';
  /** The seller chooses one; empty where the platform has one door. */
  regions: readonly Region[];
  fields: readonly ConnectField[];
  /** The page that shows the shop's orders. */
  orderMenu(region: string, marketplaceIds: readonly string[]): OrderMenu;
  /** The seller's permission ends so many days after it was given, where the tokens don't say when. */
  consentDays?: number;
  /** The platform lets sellers keep a buyer's data so many days after the order arrived or was closed. */
  buyerDataDays?: number;
  /**
   * In shops of this region the platform's own shipping carries several orders of a buyer in one parcel
   * (`PlatformParcelRequest.otherOrders`).
   */
  sharesParcels?(region: string): boolean;
  /** The platform no longer trades since this day (ISO date, or no more than the year); connected as its last public interface was. */
  closedSince?: string;
  /** Names of the environment variables that hold our app's credentials, by the name the connector knows them by. */
  credentials: { required: Readonly<Record<string, string>>; optional?: Readonly<Record<string, string>> };
  /** Environment variables that put another base address in place of the platform's, by the connector's name of it. */
  addresses: Readonly<Record<string, string>>;
  /** The stand-in's credentials, and its addresses below the sandbox's own. */
  sandbox: {
    app: Readonly<Record<string, string>>;
    baseUrls: Readonly<Record<string, string>>;
    /** Where the account has to be known before the consent: the demo shop's. */
    account?: string;
    /** Platforms connected by keys: what the demo seller would type. */
    keys?: Readonly<Record<string, string>>;
  };
  create(setup: ConnectorSetup): MarketplaceConnector;
}

export interface ConnectorSetup {
  /** By the names of `credentials`. */
  app: Readonly<Record<string, string>>;
  http: HttpOptions;
  /** Speaking to the sandbox: what the platform hides for a while may be shown at once. */
  sandbox: boolean;
}
