/** eBay's sites by the id that its calls name them by. One account sells on all of them. */
const SITES: Readonly<Record<string, { currency: string; language: string }>> = {
  EBAY_US: { currency: 'USD', language: 'en-US' },
  EBAY_MOTORS_US: { currency: 'USD', language: 'en-US' },
  EBAY_CA: { currency: 'CAD', language: 'en-CA' },
  EBAY_GB: { currency: 'GBP', language: 'en-GB' },
  EBAY_IE: { currency: 'EUR', language: 'en-IE' },
  EBAY_AU: { currency: 'AUD', language: 'en-AU' },
  EBAY_DE: { currency: 'EUR', language: 'de-DE' },
  EBAY_AT: { currency: 'EUR', language: 'de-AT' },
  EBAY_CH: { currency: 'CHF', language: 'de-CH' },
  EBAY_FR: { currency: 'EUR', language: 'fr-FR' },
  EBAY_BE: { currency: 'EUR', language: 'nl-BE' },
  EBAY_NL: { currency: 'EUR', language: 'nl-NL' },
  EBAY_IT: { currency: 'EUR', language: 'it-IT' },
  EBAY_ES: { currency: 'EUR', language: 'es-ES' },
  EBAY_PL: { currency: 'PLN', language: 'pl-PL' },
  EBAY_HK: { currency: 'HKD', language: 'zh-HK' },
  EBAY_SG: { currency: 'SGD', language: 'en-SG' },
  EBAY_MY: { currency: 'MYR', language: 'en-MY' },
  EBAY_PH: { currency: 'PHP', language: 'en-PH' },
  EBAY_TW: { currency: 'TWD', language: 'zh-TW' },
};
const HOME = 'EBAY_US';

/** The site that a call names: the seller's own. Sellers of countries without one (China) sell on the American one. */
export const siteOf = (marketplaceIds: readonly string[] | undefined): string =>
  marketplaceIds?.find((id) => id in SITES) ?? HOME;

export const currencyOfSite = (site: string): string | undefined => SITES[site]?.currency;

export const languageOfSite = (site: string): string => SITES[site]?.language ?? 'en-US';
