import { readFileSync } from 'node:fs';

let html: string | undefined;

/** The sandbox's own page: one file, no framework, Chinese and English. */
export function page(): string {
  html ??= readFileSync(new URL('./page.html', import.meta.url), 'utf8');
  return html;
}
