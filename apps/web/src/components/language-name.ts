import { useTranslation } from 'react-i18next';

/** A name in both languages. */
export function useLanguageName(): (name: { zh: string; en: string }) => string {
  const { i18n } = useTranslation();
  return i18n.language.startsWith('zh') ? zh : en;
}
const zh = (name: { zh: string; en: string }) => name.zh;
const en = (name: { zh: string; en: string }) => name.en;
