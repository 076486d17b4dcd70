import { LINK_PAGES } from '@tradewind/contract/links.ts';
import type { Locale } from 'antd/es/locale';
import i18next, { type PostProcessorModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readCookie, writeCookie } from './cookie.ts';
import { fitName } from './name-blanks.ts';

export type Language = 'zh' | 'en';
interface TextTree {
  [key: string]: string | TextTree;
}

const COOKIE = 'language';
/** Texts of the shell, the shared components and the public pages: behind those of every area. */
const SHARED = 'app';
/** The texts of each area, or lists of them, once for each language: see texts-by-language.ts. */
const FILES: Record<Language, Record<string, () => Promise<TextTree | TextTree[]>>> = {
  zh: import.meta.glob<TextTree>(['./texts.ts', './areas/*/texts.ts'], { query: '?zh', import: 'texts' }),
  en: import.meta.glob<TextTree>(['./texts.ts', './areas/*/texts.ts'], { query: '?en', import: 'texts' }),
};
/** What the components' library and its calendar say. */
const LOCALES: Record<Language, () => Promise<{ locale: Locale }>> = {
  zh: () => import('./locales/zh.ts'),
  en: () => import('./locales/en.ts'),
};
const locales = new Map<Language, Locale>();
const opened = new Set<string>([SHARED]);

export function savedLanguage(): Language | undefined {
  const saved = readCookie(COOKIE);
  return saved === 'zh' || saved === 'en' ? saved : undefined;
}

/** The saved cookie, then the first of the browser's languages that we speak, then Chinese; English for buyers. */
const isForBuyers = () =>
  [LINK_PAGES.orderTracking, LINK_PAGES.returnLabel].some((path) => window.location.hash.startsWith(`#${path}`));
function firstLanguage(): Language {
  const spoken = navigator.languages.find((one) => /^(zh|en)\b/i.test(one)) ?? (isForBuyers() ? 'en' : 'zh');
  return savedLanguage() ?? (spoken.toLowerCase().startsWith('en') ? 'en' : 'zh');
}

const platformNames: PostProcessorModule = {
  type: 'postProcessor',
  name: 'platformNames',
  process: (text: string, _key: string | string[], { platform }: { platform?: unknown }) =>
    typeof platform === 'string' && currentLanguage() === 'zh' ? fitName(text, platform) : text,
};

void i18next
  .use(initReactI18next)
  .use(platformNames)
  .init({
    lng: firstLanguage(),
    // A page that comes while the language is switched shows the former one rather than keys.
    fallbackLng: ['zh', 'en'],
    resources: {},
    defaultNS: SHARED,
    fallbackNS: SHARED,
    interpolation: { escapeValue: false },
    postProcess: [platformNames.name],
    initAsync: false,
  });
document.documentElement.lang = i18next.language === 'en' ? 'en' : 'zh-CN';

export const i18n = i18next;

export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'zh';
}

/** The texts of an area, in the language on the screen; a second call loads nothing. */
export async function loadTexts(area: string, language = currentLanguage()): Promise<void> {
  opened.add(area);
  if (i18next.hasResourceBundle(language, area)) return;
  const texts = await FILES[language][area === SHARED ? './texts.ts' : `./areas/${area}/texts.ts`]?.();
  for (const part of [texts ?? []].flat()) i18next.addResourceBundle(language, area, part, true);
}

/** Everything that is said in a language where something is on the screen. */
export async function loadLanguage(language = currentLanguage()): Promise<void> {
  const [{ locale }] = await Promise.all([
    LOCALES[language](),
    ...[...opened].map((area) => loadTexts(area, language)),
  ]);
  locales.set(language, locale);
}

export function componentLocale(): Locale | undefined {
  return locales.get(currentLanguage());
}

export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  // The server reads it for its messages.
  writeCookie(COOKIE, language);
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN';
  await i18next.changeLanguage(language);
}
