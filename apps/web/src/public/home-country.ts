import { COUNTRY_CODES } from '@tradewind/contract/countries.ts';
import { currentLanguage } from '../i18n.ts';

/** The country that the browser's languages name; China for a Chinese browser that names none. */
export function homeCountry(): string {
  const named = navigator.languages.map((one) => /-([A-Z]{2})\b/.exec(one)?.[1]).find((one) => one !== undefined);
  if (named && COUNTRY_CODES.includes(named)) return named;
  return currentLanguage() === 'zh' ? 'CN' : 'US';
}

const EURO = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
const OWN: Readonly<Record<string, string>> = {
  CN: 'CNY',
  HK: 'HKD',
  JP: 'JPY',
  GB: 'GBP',
  CA: 'CAD',
  AU: 'AUD',
  SG: 'SGD',
};

/** The currency that a company there most likely counts in. */
export const baseCurrencyOf = (country: string): string => OWN[country] ?? (EURO.includes(country) ? 'EUR' : 'USD');

/** Countries by name in the language of the page, without asking the server: nobody is signed in yet. */
export function countriesHere(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([currentLanguage() === 'zh' ? 'zh-CN' : 'en'], { type: 'region' });
  return COUNTRY_CODES.map((code) => ({ value: code, label: `${code} ${names.of(code) ?? code}` }));
}
