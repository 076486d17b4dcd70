import { currentLanguage } from '../../i18n.ts';

/** The name in the language of the page; the other one where there is only that. */
export function productName({ nameZh, nameEn }: { nameZh: string; nameEn: string }): string {
  return (currentLanguage() === 'en' ? nameEn : nameZh) || nameZh || nameEn;
}
