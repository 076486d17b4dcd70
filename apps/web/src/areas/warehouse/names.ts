import { i18n } from '../../i18n.ts';

/** A product's name in the language of the user. */
export function nameOf(row: { nameZh: string; nameEn: string }): string {
  return i18n.language.startsWith('zh') ? row.nameZh : row.nameEn || row.nameZh;
}
