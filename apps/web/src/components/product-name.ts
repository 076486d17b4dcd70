import { currentLanguage } from '../i18n.ts';

/** The name in the language of the page; the other one where there is only that. */
export function productName(product: { nameZh: string; nameEn: string }): string {
  return (currentLanguage() === 'en' ? product.nameEn : product.nameZh) || product.nameZh || product.nameEn;
}
