import { currentLanguage } from '../../i18n.ts';

/** The name in the page's language, or in the other one if it is missing. */
export function productName({ nameZh, nameEn }: { nameZh: string; nameEn: string }): string {
  return (currentLanguage() === 'en' ? nameEn : nameZh) || nameZh || nameEn;
}
