import type { Language } from '../context.ts';

/** A product's name in a language; the other one where it has only that. */
export const nameIn = (language: Language, { nameZh, nameEn }: { nameZh: string; nameEn: string }): string =>
  (language === 'zh' ? nameZh : nameEn) || nameZh || nameEn;

/** The category of a product in a language, from the top down. */
export const categoryIn = (language: Language, row: { categoryZh: string; categoryEn: string }): string =>
  language === 'zh' ? row.categoryZh : row.categoryEn;
