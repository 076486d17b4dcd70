import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

export const ROOT = join(import.meta.dirname, '..');
const AREA = /^apps\/server\/src\/areas\/([a-z]+)\//;
const WEB_AREA = /^apps\/web\/src\/areas\/([a-z-]+)\//;
const SUITE = /\.test(ing)?\.tsx?$|^apps\/server\/src\/testing\/|\/testing\//;

interface Import {
  from: string;
  to: string;
  /** Only when it is run: comes after both modules are there, so it cannot make a circle. */
  late: boolean;
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

/**
 * Tables of areas above that an area reads all the same, and why. An area reads its own tables and those of areas below
 * it, and writes its own alone. Keep this list short: a hook or a function of the lower area comes first.
 */
const READS_UPWARDS: readonly { area: string; tables: readonly string[]; why: string }[] = [
  {
    area: 'stock',
    tables: ['warehouse', 'location'],
    why: 'Pages of stock are filtered, sorted and cut by warehouse and location in one statement over millions of rows.',
  },
  {
    area: 'stock',
    tables: ['outbound'],
    why: 'What is allocated is shown with its outbounds, in the statement that cuts the page.',
  },
  {
    area: 'warehouse',
    tables: ['sales_order'],
    why: 'Recalls, interceptions and remarks concern all orders in a box, which only the order knows, in one statement.',
  },
  {
    area: 'warehouse',
    tables: ['parcel', 'parcel_piece', 'shipping_channel'],
    why: 'Outbounds are searched by tracking number and listed with their channel, in the statement that cuts the page.',
  },
  {
    area: 'orders',
    tables: ['shipping_channel', 'warehouse_channel'],
    why: 'Reservation decides warehouse and channel of hundreds of orders in one statement.',
  },
  {
    area: 'company',
    tables: ['shop'],
    why: 'Each tick selects, in one statement over all companies, those whose use of the plan may have grown.',
  },
];
const readsUpwards = (area: string, table: string) =>
  READS_UPWARDS.some((one) => one.area === area && one.tables.includes(table));

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
  const found: [specifier: string, late: boolean][] = [];
  for (const each of module.staticImports) found.push([each.moduleRequest.value, false]);
  for (const each of module.staticExports)
    for (const entry of each.entries) if (entry.moduleRequest) found.push([entry.moduleRequest.value, false]);
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[1]) found.push([literal[1], true]);
  }
  return found.flatMap(([specifier, late]) => {
    const to = resolved(from, specifier);
    return to && /\.(ts|tsx)$/.test(to) ? [{ from, to, late }] : [];
  });
}

/** Circles of imports, each once. Types alone make one, too: neither file can be understood without the other. */
export function circles(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(
    imports.filter((one) => !one.late),
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

const TABLES = /^apps\/server\/src\/(?:core|areas\/([a-z]+)(?:\/[a-z-]+)*)\/[a-z.-]+\.tables\.ts$/;

/** Which area's *.tables.ts declares a table; 'core' for those of all. */
function tableOwners(files: readonly string[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of files) {
    const found = TABLES.exec(file);
    if (!found) continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [, table = ''] of text.matchAll(/\b\w*[tT]able\(\s*'([a-z_]+)'/g)) owners.set(table, found[1] ?? 'core');
  }
  return owners;
}

/** A table that a piece of SQL names after a word that reads or writes. */
interface Use {
  table: string;
  writes: boolean;
}

/** The tables of an SQL text, as far as the text itself names them. */
export function tablesIn(sql: string): Use[] {
  const text = sql.replaceAll(/--.*$/gm, '');
  const named = text.matchAll(
    /\b(insert\s+into|update|delete\s+from|merge\s+into|from|join|using)\s+(?:only\s+)?([a-z_]\w*)/g,
  );
  const uses = [...named].map(([, verb = '', table = '']) => ({
    table,
    writes: /^(insert|update|delete|merge)/.test(verb),
  }));
  // from a x, b y
  const lists = text.matchAll(
    /\bfrom\s+[a-z_]\w*(?:\s+(?:as\s+)?[a-z_]\w*)?((?:\s*,\s*[a-z_]\w*(?:\s+(?:as\s+)?[a-z_]\w*)?)+)/g,
  );
  for (const [, more = ''] of lists)
    for (const one of more.split(',').slice(1)) uses.push({ table: one.trim().split(/\s/)[0] ?? '', writes: false });
  return uses;
}

/** The tables in all texts of a file: SQL is written in template strings and, for a table's name alone, in calls. */
function usesOf(file: string): Use[] {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
  const uses: Use[] = [];
  new Visitor({
    TemplateLiteral({ quasis }) {
      uses.push(...tablesIn(quasis.map(({ value }) => value.raw).join('$')));
    },
    Literal({ value }) {
      if (typeof value === 'string') uses.push(...tablesIn(value));
    },
    CallExpression({ callee, arguments: [table] }) {
      const inserts = callee.type === 'Identifier' && /^(insert|update)Rows$/.test(callee.name);
      if (inserts && table?.type === 'Literal') uses.push({ table: String(table.value), writes: true });
    },
  }).visit(program);
  return uses;
}

/** Why an area may not use a table, or undefined. */
export function tableRefusal(
  { area, owner, table, writes }: { area: string; owner: string } & Use,
  order: readonly string[],
): string | undefined {
  if (owner === area || owner === 'core') return undefined;
  if (writes) return `writes ${table}, which only ${owner} writes`;
  if (order.indexOf(owner) < order.indexOf(area) || readsUpwards(area, table)) return undefined;
  return `reads ${table} of ${owner}, which is named after ${area}`;
}

/** Every use of a table that is not allowed, and how many upward reads the exceptions stand for. */
function tableProblems(files: readonly string[], order: readonly string[]): { problems: string[]; excepted: number } {
  const owners = tableOwners(files);
  const problems: string[] = [];
  const excepted = new Set<string>();
  const unused = new Set(READS_UPWARDS.flatMap(({ area, tables }) => tables.map((one) => `${area} ${one}`)));
  for (const file of files) {
    const area = AREA.exec(file)?.[1];
    if (!area || SUITE.test(file) || TABLES.test(file) || file.endsWith('texts.ts')) continue;
    for (const { table, writes } of usesOf(file)) {
      const owner = owners.get(table);
      if (!owner) continue;
      const why = tableRefusal({ area, owner, table, writes }, order);
      if (why) problems.push(`${file}: ${why}`);
      else if (readsUpwards(area, table)) {
        unused.delete(`${area} ${table}`);
        excepted.add(`${file} ${table}`);
      }
    }
  }
  for (const one of unused) problems.push(`scripts/order.ts: nobody needs the exception ${one} any more`);
  return { problems, excepted: excepted.size };
}

/** Every file of the program and its tests, sorted. */
export async function sources(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT })) files.push(file);
  return files.sort();
}

/** The order of the house: what imports what it may not, and circles. One line each. */
export async function checkOrder(): Promise<{ files: number; problems: string[]; excepted: number }> {
  const files = await sources();
  const imports = files.flatMap(importsOf);
  const order = areaOrder();
  const problems = imports.flatMap((one) => {
    const why = refusal(one, order);
    return why ? [`${one.from} -> ${one.to}: ${why}`] : [];
  });
  for (const circle of circles(imports)) problems.push(`circle: ${circle.join(' -> ')}`);
  const tables = tableProblems(files, order);
  problems.push(...tables.problems);
  return { files: files.length, problems: [...new Set(problems)].sort(), excepted: tables.excepted };
}

if (import.meta.main) {
  const { files, problems, excepted } = await checkOrder();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${files} files, ${problems.length} out of order, ${excepted} upward reads by exception\n`);
  process.exit(problems.length > 0 ? 1 : 0);
}
