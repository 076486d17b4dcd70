import type { ConnectorSetup } from './capabilities/definition.ts';
import { MARKETPLACES as AMAZON } from './marketplaces/amazon/regions.ts';
import { isShopDomain, queryIsSigned } from './marketplaces/shopify/signature.ts';

/**
 * Sellers who begin on the platform's side, in its app store: the platform sends their browser to us before anybody here
 * knows who they are. Nothing that such a query says is believed; what can be checked is checked before it is kept.
 */
export type Arrival = {
  /** Known before the permission is given, or asked of the seller where it is not. */
  account?: string;
  region?: string;
} & (
  | { step: 'consent' /** The platform's own address for going on; else the connector's. */; continueAt?: string }
  /** The permission was given on the platform: the query holds what `exchange` wants. */
  | { step: 'exchange' }
  | { step: 'connect'; keys: Record<string, string> }
);

type Query = Readonly<Record<string, string>>;
/** Undefined: it does not come from the platform, or not for our app. */
type ReadArrival = (query: Query, setup: ConnectorSetup, now: number) => Arrival | undefined;

const SIGNED_FOR_MS = 90_000;

/** "Install app": signed with the app's secret, and the consent is still to come. */
const shopify: ReadArrival = (query, { app }, now) => {
  const { shop, timestamp } = query;
  const secrets = [app.clientSecret, app.previousClientSecret].filter((one) => one !== undefined);
  if (!isShopDomain(shop) || !secrets.some((secret) => queryIsSigned(query, secret))) return undefined;
  const age = Math.abs(now - Number(timestamp) * 1000);
  return age <= SIGNED_FOR_MS ? { step: 'consent', account: shop.toLowerCase() } : undefined;
};

/** "Authorize now" in the Appstore, and the yearly renewal. Where to go on Amazon says; only Amazon's own doors are taken. */
const amazon: ReadArrival = (query, { app, http }) => {
  const { amazon_callback_uri: callback = '', amazon_state: amazonState } = query;
  if (!amazonState || !URL.canParse(callback)) return undefined;
  const url = new URL(callback);
  const standIn = http.baseUrls?.consent;
  const door = standIn
    ? callback.startsWith(`${standIn}/`)
    : AMAZON.find((one) => one.sellerCentral === url.origin && url.username === '' && url.password === '');
  if (!door) return undefined;
  url.searchParams.set('amazon_state', amazonState);
  if (app.draft === 'on') url.searchParams.set('version', 'beta');
  return {
    step: 'consent',
    continueAt: url.toString(),
    ...(typeof door === 'object' ? { region: door.country } : {}),
  };
};

/** A consent that began in the Seller App Store comes back with a code and without a state. */
const tiktok: ReadArrival = ({ code, app_key: key, shop_region: region }, { app }) => {
  if (!code || code === 'null') return undefined;
  const us = key !== undefined && key === app.usAppKey;
  if (key !== undefined && key !== app.appKey && !us) return undefined;
  return { step: 'exchange', ...(us ? { region: 'US' } : region ? { region } : {}) };
};

const shein: ReadArrival = ({ tempToken, appid }, { app }) =>
  tempToken && (appid === undefined || appid === app.appId) ? { step: 'exchange' } : undefined;

/** Temu's warehouses are allowed by a token that the seller brings along. */
const temufc: ReadArrival = ({ accessToken, warehouse, customerCode }) =>
  accessToken && warehouse
    ? { step: 'connect', keys: { accessToken, warehouse, ...(customerCode ? { customerCode } : {}) } }
    : undefined;

const READERS: Readonly<Record<string, ReadArrival>> = { shopify, amazon, tiktok, shein, temufc };

export function readArrival(
  platform: string,
  query: Query,
  setup: ConnectorSetup,
  now = Date.now(),
): Arrival | undefined {
  return READERS[platform]?.(query, setup, now);
}
