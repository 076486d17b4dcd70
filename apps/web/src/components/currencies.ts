import { currentLanguage } from '../i18n.ts';

const LOCALES = { zh: 'zh-CN', en: 'en' } as const;

/** "US Dollar"; the code itself if it has no name. */
export function currencyName(code: string): string {
  return new Intl.DisplayNames(LOCALES[currentLanguage()], { type: 'currency', fallback: 'code' }).of(code) ?? code;
}

export function currencyOptions(but = ''): { value: string; label: string }[] {
  return Intl.supportedValuesOf('currency')
    .filter((code) => code !== but)
    .map((code) => ({ value: code, label: `${code} ${currencyName(code)}` }));
}
