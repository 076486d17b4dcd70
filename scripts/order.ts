import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

const ROOT = join(import.meta.dirname, '..');
const AREA = /^apps\/server\/src\/areas\/([a-z]+)\//;
const WEB_AREA = /^apps\/web\/src\/areas\/([a-z-]+)\//;
const SUITE = /\.test(ing)?\.tsx?$|^apps\/server\/src\/testing\/|\/testing\//;

interface Import {
  from: string;
  to: string;
  /** Gone at run time: cannot make a circle. */
  typeOnly: boolean;
}

/** The parts of the house and which others of ours each may import. Areas are looked at one by one, below. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  connectors: [],
  sandbox: [],
  core: ['contract', 'connectors'],
  areas: ['contract', 'connectors', 'core'],
  server: ['contract', 'connectors', 'core', 'areas'],
  web: ['contract'],
};

function partOf(file: string): string | undefined {
  if (file.startsWith('packages/')) return file.split('/')[1];
  if (file.startsWith('apps/server/src/core/')) return 'core';
  if (AREA.test(file)) return 'areas';
  if (file.startsWith('apps/')) return file.split('/')[1];
  return undefined;
}

/** The areas from the ground up, as apps/server/src/areas.ts names them. */
function areaOrder(): string[] {
  const text = readFileSync(join(ROOT, 'apps/server/src/areas.ts'), 'utf8');
  const list = /areas: readonly Area\[\] = \[([^\]]*)\]/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/(\w+)Area\b/g)].map((found) => found[1] ?? '');
}

/** Why this import may not be, or undefined. */
export function refusal({ from, to }: Pick<Import, 'from' | 'to'>, order: readonly string[]): string | undefined {
  const [part, target] = [partOf(from), partOf(to)];
  if (!part || !target) return part && !target ? `${part} imports what is not part of the program` : undefined;
  const suite = SUITE.test(from);
  if (part !== target && !suite && !MAY_IMPORT[part]?.includes(target)) return `${part} may not import ${target}`;
  const [area, otherArea] = [AREA.exec(from)?.[1], AREA.exec(to)?.[1]];
  if (area && otherArea && area !== otherArea) {
    const door = to.endsWith(`/${otherArea}/public.ts`);
    const keys = from.endsWith('.tables.ts') && to.endsWith('.tables.ts');
    if (!door && !keys && !(suite && SUITE.test(to))) return `area ${area} may import only public.ts of ${otherArea}`;
    if (!suite && order.indexOf(otherArea) > order.indexOf(area))
      return `area ${otherArea} is named after ${area}: what travels upwards is an event or a hook`;
  }
  const [webArea, otherWebArea] = [WEB_AREA.exec(from)?.[1], WEB_AREA.exec(to)?.[1]];
  if (otherWebArea && webArea !== otherWebArea && !suite)
    return webArea ? `web area ${webArea} may not import ${otherWebArea}` : 'what pages share knows no area';
  return undefined;
}

function resolved(from: string, specifier: string): string | undefined {
  const ours = /^@tradewind\/(contract|connectors|server|sandbox|web)\/(.+)$/.exec(specifier);
  if (ours) {
    const folder = ours[1] === 'contract' || ours[1] === 'connectors' ? 'packages' : 'apps';
    return `${folder}/${ours[1]}/src/${ours[2]}`;
  }
  if (!specifier.startsWith('.')) return undefined;
  const file = resolve(ROOT, dirname(from), specifier.replace(/\?.*$/, ''));
  return existsSync(file) ? relative(ROOT, file) : undefined;
}

function importsOf(from: string): Import[] {
  const text = readFileSync(join(ROOT, from), 'utf8');
  const { module } = parseSync(from, text);
  const found: [specifier: string, typeOnly: boolean][] = [];
  for (const each of module.staticImports)
    found.push([each.moduleRequest.value, each.entries.length > 0 && each.entries.every((entry) => entry.isType)]);
  for (const each of module.staticExports)
    for (const entry of each.entries) if (entry.moduleRequest) found.push([entry.moduleRequest.value, entry.isType]);
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    // An import at run time comes after both modules are there: it cannot make a circle.
    if (literal?.[1]) found.push([literal[1], true]);
  }
  return found.flatMap(([specifier, typeOnly]) => {
    const to = resolved(from, specifier);
    return to && /\.(ts|tsx)$/.test(to) ? [{ from, to, typeOnly }] : [];
  });
}

/** Circles of imports, each once. */
export function circles(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(
    imports.filter((one) => !one.typeOnly),
    (one) => one.from,
  );
  const done = new Set<string>();
  const path: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const { to } of next.get(file) ?? []) visit(to);
    path.pop();
    done.add(file);
  };
  for (const file of next.keys()) visit(file);
  return found;
}

/** The order of the house: what imports what it may not, and circles. One line each. */
export async function checkOrder(): Promise<{ files: number; problems: string[] }> {
  const files: string[] = [];
  for await (const file of glob('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT })) files.push(file);
  const imports = files.flatMap(importsOf);
  const order = areaOrder();
  const problems = imports.flatMap((one) => {
    const why = refusal(one, order);
    return why ? [`${one.from} -> ${one.to}: ${why}`] : [];
  });
  for (const circle of circles(imports)) problems.push(`circle: ${circle.join(' -> ')}`);
  return { files: files.length, problems: [...new Set(problems)].sort() };
}

if (import.meta.main) {
  const { files, problems } = await checkOrder();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${files} files, ${problems.length} imports out of order\n`);
  process.exit(problems.length > 0 ? 1 : 0);
}
