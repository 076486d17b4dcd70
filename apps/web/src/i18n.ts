import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { texts } from './texts.ts';

export type Language = 'zh' | 'en';
export interface TextTree {
  [key: string]: string | TextTree;
}
export interface Texts {
  zh: TextTree;
  en: TextTree;
}

const areaTexts = import.meta.glob<{ texts: Texts }>('./areas/*/texts.ts', { eager: true });
const COOKIE = 'language';
const YEAR_SECONDS = 365 * 24 * 3600;

export function savedLanguage(): Language | undefined {
  const saved = document.cookie.match(/(?:^|;\s*)language=(zh|en)(?:;|$)/)?.[1];
  return saved === 'zh' || saved === 'en' ? saved : undefined;
}

/** The saved cookie, then the browser's language, then Chinese. */
function firstLanguage(): Language {
  return savedLanguage() ?? (navigator.language.toLowerCase().startsWith('en') ? 'en' : 'zh');
}

const resources: Record<Language, Record<string, TextTree>> = { zh: { app: texts.zh }, en: { app: texts.en } };
for (const [path, module] of Object.entries(areaTexts)) {
  const area = path.split('/')[2] ?? '';
  resources.zh[area] = module.texts.zh;
  resources.en[area] = module.texts.en;
}

void i18next.use(initReactI18next).init({
  lng: firstLanguage(),
  fallbackLng: 'zh',
  resources,
  defaultNS: 'app',
  fallbackNS: 'app',
  interpolation: { escapeValue: false },
  initAsync: false,
});
document.documentElement.lang = i18next.language === 'en' ? 'en' : 'zh-CN';

export const i18n = i18next;

export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'zh';
}

export function switchLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie for its messages
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  void i18next.changeLanguage(language);
}
