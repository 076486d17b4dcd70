import type { Texts } from './i18n.ts';

const files = import.meta.glob<Texts>('./areas/*/texts.ts', { eager: true, import: 'texts' });
/** By area: the namespace that its pages name. */
export const areaTexts: Record<string, Texts> = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.split('/')[2] ?? '', texts]),
);
