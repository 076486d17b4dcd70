import { componentTexts } from './texts/components.ts';
import { galleryTexts } from './texts/gallery.ts';
import { publicTexts } from './texts/public.ts';
import { shellTexts } from './texts/shell.ts';

/** Texts of the shell, the shared components and the public pages. Areas keep theirs in areas/<area>/texts.ts. */
export const texts = {
  zh: { ...shellTexts.zh, ...componentTexts.zh, ...publicTexts.zh, ...galleryTexts.zh },
  en: { ...shellTexts.en, ...componentTexts.en, ...publicTexts.en, ...galleryTexts.en },
};
