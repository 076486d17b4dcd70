/** Where Amazon's regions live and what its marketplaces are called. */

export type Region = 'na' | 'eu' | 'fe';

export const API_HOSTS: Record<Region, string> = {
  na: 'https://sellingpartnerapi-na.amazon.com',
  eu: 'https://sellingpartnerapi-eu.amazon.com',
  fe: 'https://sellingpartnerapi-fe.amazon.com',
};
export const TOKEN_HOST = 'https://api.amazon.com';

interface Marketplace {
  id: string;
  country: string;
  region: Region;
  currency: string;
  sellerCentral: string;
}

const place = (id: string, country: string, region: Region, currency: string, host: string): Marketplace => ({
  id,
  country,
  region,
  currency,
  sellerCentral: `https://${host}`,
});
const EUROPE = 'sellercentral-europe.amazon.com';

/** In each region the one that names a shop's currency first stands first. */
export const MARKETPLACES: readonly Marketplace[] = [
  place('ATVPDKIKX0DER', 'US', 'na', 'USD', 'sellercentral.amazon.com'),
  place('A2EUQ1WTGCTBG2', 'CA', 'na', 'CAD', 'sellercentral.amazon.ca'),
  place('A1AM78C64UM0Y8', 'MX', 'na', 'MXN', 'sellercentral.amazon.com.mx'),
  place('A2Q3Y263D00KWC', 'BR', 'na', 'BRL', 'sellercentral.amazon.com.br'),
  place('A1F83G8C2ARO7P', 'GB', 'eu', 'GBP', EUROPE),
  place('A1PA6795UKMFR9', 'DE', 'eu', 'EUR', EUROPE),
  place('A13V1IB3VIYZZH', 'FR', 'eu', 'EUR', EUROPE),
  place('APJ6JRA9NG5V4', 'IT', 'eu', 'EUR', EUROPE),
  place('A1RKKUPIHCS9HS', 'ES', 'eu', 'EUR', EUROPE),
  place('A1805IZSGTT6HS', 'NL', 'eu', 'EUR', 'sellercentral.amazon.nl'),
  place('AMEN7PMS3EDWL', 'BE', 'eu', 'EUR', 'sellercentral.amazon.com.be'),
  place('A2NODRKZP88ZB9', 'SE', 'eu', 'SEK', 'sellercentral.amazon.se'),
  place('A1C3SOZRARQ6R3', 'PL', 'eu', 'PLN', 'sellercentral.amazon.pl'),
  place('A28R8C7NBKEWEA', 'IE', 'eu', 'EUR', EUROPE),
  place('A33AVAJ2PDY3EV', 'TR', 'eu', 'TRY', 'sellercentral.amazon.com.tr'),
  place('A2VIGQ35RCS4UG', 'AE', 'eu', 'AED', 'sellercentral.amazon.ae'),
  place('A17E79C6D8DWNP', 'SA', 'eu', 'SAR', 'sellercentral.amazon.sa'),
  place('ARBP9OOSHTCHU', 'EG', 'eu', 'EGP', 'sellercentral.amazon.eg'),
  place('AE08WJ6YKNBMC', 'ZA', 'eu', 'ZAR', EUROPE),
  place('A21TJRUUN4KGV', 'IN', 'eu', 'INR', 'sellercentral.amazon.in'),
  place('A1VC38T7YXB528', 'JP', 'fe', 'JPY', 'sellercentral.amazon.co.jp'),
  place('A39IBJ37TRP1C6', 'AU', 'fe', 'AUD', 'sellercentral.amazon.com.au'),
  place('A19VAU5U5O7RUS', 'SG', 'fe', 'SGD', 'sellercentral.amazon.sg'),
];

const isRegion = (text: string): text is Region => text === 'na' || text === 'eu' || text === 'fe';

/** A region ("eu"), or a country of one ("JP"); without any: North America. Undefined when it is neither. */
export function findRegion(text: string | undefined): Region | undefined {
  if (!text) return 'na';
  const lower = text.toLowerCase();
  if (isRegion(lower)) return lower;
  return MARKETPLACES.find((one) => one.country === text.toUpperCase())?.region;
}

/** The seller's own front door: by country where that is given, else the biggest of the region. */
export function sellerCentral(text: string | undefined): string | undefined {
  const country = text?.toUpperCase();
  const byCountry = MARKETPLACES.find((one) => one.country === country);
  const region = findRegion(text);
  return (byCountry ?? MARKETPLACES.find((one) => one.region === region))?.sellerCentral;
}

export function currencyOf(marketplaceId: string | undefined): string | undefined {
  return MARKETPLACES.find((one) => one.id === marketplaceId)?.currency;
}

/** Where vendors of a country agree; Amazon buys from vendors in these countries only. */
const VENDOR_HOSTS: Readonly<Record<string, string>> = {
  US: 'vendorcentral.amazon.com',
  CA: 'vendorcentral.amazon.ca',
  MX: 'vendorcentral.amazon.com.mx',
  BR: 'vendorcentral.amazon.com.br',
  GB: 'vendorcentral.amazon.co.uk',
  DE: 'vendorcentral.amazon.de',
  FR: 'vendorcentral.amazon.fr',
  IT: 'vendorcentral.amazon.it',
  ES: 'vendorcentral.amazon.es',
  NL: 'vendorcentral.amazon.nl',
  SE: 'vendorcentral.amazon.se',
  PL: 'vendorcentral.amazon.pl',
  BE: 'vendorcentral.amazon.com.be',
  TR: 'vendorcentral.amazon.com.tr',
  AE: 'vendorcentral.amazon.me',
  SA: 'vendorcentral.amazon.me',
  EG: 'vendorcentral.amazon.me',
  IN: 'www.vendorcentral.in',
  JP: 'vendorcentral.amazon.co.jp',
  AU: 'vendorcentral.amazon.com.au',
  SG: 'vendorcentral.amazon.com.sg',
};

export const VENDOR_COUNTRIES = MARKETPLACES.filter(({ country }) => VENDOR_HOSTS[country] !== undefined);

export function vendorCentral(country: string | undefined): string | undefined {
  const host = VENDOR_HOSTS[country?.toUpperCase() ?? ''];
  return host && `https://${host}`;
}
