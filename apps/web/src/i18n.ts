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

void i18next.use(initReactI18next).init({
  lng: firstLanguage(),
  fallbackLng: 'zh',
  resources: { zh: { app: texts.zh }, en: { app: texts.en } },
  defaultNS: 'app',
  fallbackNS: 'app',
  interpolation: { escapeValue: false },
  // What is drawn before the areas' texts have come is drawn again: a title in the window's frame.
  react: { bindI18nStore: 'added' },
  initAsync: false,
});
document.documentElement.lang = i18next.language === 'en' ? 'en' : 'zh-CN';

export const i18n = i18next;

let loading: Promise<void> | undefined;
/** The areas' texts come with the layout or an area's page, so that the sign-in does not carry them. */
export function loadAreaTexts(): Promise<void> {
  loading ??= import('./area-texts.ts').then(
    ({ areaTexts }) => {
      for (const [area, { zh, en }] of Object.entries(areaTexts)) {
        i18next.addResourceBundle('zh', area, zh);
        i18next.addResourceBundle('en', area, en);
      }
    },
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'zh';
}

export function switchLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads this cookie for its messages
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  void i18next.changeLanguage(language);
}
