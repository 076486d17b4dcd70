import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What the start page may weigh after the sign-in, in kB of gzip. Charts come once the page is there. */
export const FIRST_LOAD_KB = 350;

/** What the build writes down of each file: https://vite.dev/guide/backend-integration */
export interface Built {
  file: string;
  name?: string;
  src?: string;
  imports?: readonly string[];
  css?: readonly string[];
}
export type Manifest = Readonly<Record<string, Built>>;

/** Everything that is loaded before the start page stands there; texts and locale in the language named. */
const STARTS =
  /^index\.html$|^src\/(shell\/layout\.tsx|locales\/zh\.ts|areas\/dashboard\/pages\/DashboardPage\.tsx|areas\/\w+\/shell-slot\.tsx)$/;
const areaOf = (src: string): string | undefined => /^src\/areas\/(\w+)\//.exec(src)?.[1];

/** The files that the start page needs, with all that they import. */
export function firstFiles(manifest: Manifest): string[] {
  const starts = Object.entries(manifest).filter(([, { src = '' }]) => STARTS.test(src));
  const texts = starts.flatMap(([, { src = '' }]) => areaOf(src) ?? []).map((area) => `src/areas/${area}/texts.ts?zh`);
  const queue = [...starts.map(([key]) => key), 'src/texts.ts?zh', ...texts];
  const visited = new Set(queue);
  const files = new Set<string>();
  for (const key of queue) {
    const built = manifest[key];
    if (!built) continue;
    for (const file of [built.file, ...(built.css ?? [])]) files.add(file);
    for (const each of built.imports ?? []) if (!visited.has(each)) queue.push(each);
    for (const each of built.imports ?? []) visited.add(each);
  }
  return [...files];
}

/** Says how much the start page loads. @throws when it is more than the budget */
export function checkFirstLoad(dist: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const files = firstFiles(manifest);
  const sizes = files.map((file) => ({ file, kB: gzipSync(readFileSync(join(dist, file))).length / 1000 }));
  const total = sizes.reduce((sum, { kB }) => sum + kB, 0);
  process.stdout.write(`First load: ${total.toFixed(0)} kB of ${FIRST_LOAD_KB} kB gzip in ${files.length} files\n`);
  if (total <= FIRST_LOAD_KB) return;
  const largest = sizes.sort((a, b) => b.kB - a.kB).slice(0, 12);
  throw new Error(
    `The first load is above its budget. Largest: ${largest.map(({ file, kB }) => `${file} ${kB.toFixed(1)}`).join(', ')}`,
  );
}
