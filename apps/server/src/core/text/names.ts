import type { Language } from '../context.ts';

/** A product's name in a language; the other one where it has only that. */
export const nameIn = (language: Language, { nameZh, nameEn }: { nameZh: string; nameEn: string }): string =>
  (language === 'zh' ? nameZh : nameEn) || nameZh || nameEn;
