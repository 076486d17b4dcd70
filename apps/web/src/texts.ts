import { componentTexts } from './texts/components.ts';
import { linkTexts } from './texts/links.ts';
import { publicTexts } from './texts/public.ts';
import { shellTexts } from './texts/shell.ts';
import { visitorTexts } from './texts/visitors.ts';

/** Texts of the shell, the shared components and the public pages. Areas keep theirs in areas/<area>/texts.ts. */
export const texts = {
  zh: {
    ...shellTexts.zh,
    ...componentTexts.zh,
    ...publicTexts.zh,
    ...linkTexts.zh,
    ...visitorTexts.zh,
  },
  en: {
    ...shellTexts.en,
    ...componentTexts.en,
    ...publicTexts.en,
    ...linkTexts.en,
    ...visitorTexts.en,
  },
};
