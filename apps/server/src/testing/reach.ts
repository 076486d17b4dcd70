import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

const SRC = join(import.meta.dirname, '..');

/** "file#name" of something that a module declares. */
type Place = string;

interface Module {
  /** Local name -> where it comes from; "*" is the whole module. */
  imports: Map<string, { file: string; name: string }>;
  /** Exported name -> where another module declares it. */
  passedOn: Map<string, { file: string; name: string }>;
  /** What a declaration names in its text. */
  declared: Map<string, Set<string>>;
  /** Routes: the name of the contract's call, and what its handler names. */
  routes: [call: string, named: Set<string>][];
}

type Node = { type: string } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

/** Names in an expression: "x", and "x.y" where x is a module. */
function namesIn(node: Node, into = new Set<string>()): Set<string> {
  if (node.type === 'Identifier' && typeof node.name === 'string') into.add(node.name);
  const { object, property } = node;
  if (node.type === 'MemberExpression' && isNode(object) && isNode(property) && object.type === 'Identifier')
    into.add(`${String(object.name)}.${String(property.name)}`);
  for (const child of children(node)) namesIn(child, into);
  return into;
}

const HANDLERS = ['handle', 'handleApp', 'exportRoute'];
const callIn = (node: Node): string =>
  String((node.type === 'MemberExpression' && isNode(node.property) ? node.property : node).name);

function namesOf(nodes: readonly Node[]): Set<string> {
  const named = new Set<string>();
  for (const each of nodes) namesIn(each, named);
  return named;
}

function routesIn(node: Node, into: Module['routes']): void {
  const [first, ...rest] =
    node.type === 'CallExpression' && Array.isArray(node.arguments) ? node.arguments.filter(isNode) : [];
  const called = isNode(node.callee) && node.callee.type === 'Identifier' ? node.callee.name : undefined;
  if (first && rest.length > 0 && HANDLERS.includes(String(called))) into.push([callIn(first), namesOf(rest)]);
  // Of an import's calls its commit alone writes what the kind says.
  const [calls, ...kind] = rest;
  if (called === 'importRoutes' && Array.isArray(calls?.properties))
    for (const { key, value } of calls.properties.filter(isNode))
      if (isNode(key) && isNode(value))
        into.push([callIn(value), namesOf(key.name === 'commit' ? [node.callee as Node, ...kind] : kind)]);
  for (const child of children(node)) routesIn(child, into);
}

function read(file: string): Module {
  const { program, module } = parseSync(file, readFileSync(join(SRC, file), 'utf8'));
  const target = (specifier: string) => {
    const found = relative(SRC, resolve(SRC, dirname(file), specifier));
    return specifier.startsWith('.') && existsSync(join(SRC, found)) ? found : undefined;
  };
  const imports: Module['imports'] = new Map();
  for (const { moduleRequest, entries } of module.staticImports) {
    const from = target(moduleRequest.value);
    if (from)
      for (const { importName, localName } of entries)
        imports.set(localName.value, { file: from, name: importName.name ?? '*' });
  }
  const passedOn: Module['passedOn'] = new Map();
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName } of entries) {
      const from = moduleRequest && target(moduleRequest.value);
      if (from && exportName.name)
        passedOn.set(exportName.name, { file: from, name: importName.name ?? exportName.name });
    }
  const declared: Module['declared'] = new Map();
  const routes: Module['routes'] = [];
  const walk = (node: Node, top: boolean): void => {
    const { id, init } = node;
    // A helper within a function counts as the module's own.
    const helper = node.type === 'FunctionDeclaration' || (isNode(init) && init.type === 'ArrowFunctionExpression');
    if ((top || helper) && isNode(id) && id.type === 'Identifier' && !declared.has(String(id.name)))
      declared.set(String(id.name), namesIn(node));
    for (const child of children(node)) walk(child, top && /^(Export|Variable)/.test(node.type));
  };
  for (const statement of program.body as unknown as Node[]) {
    walk(statement, true);
    routesIn(statement, routes);
  }
  return { imports, passedOn, declared, routes };
}

/**
 * For each route of the program the call it answers, and whether its text leads to one of these functions over however
 * many others. Hooks and events are no part of a text: what is reached by them alone is not found.
 */
export async function routesReaching(goals: readonly Place[]): Promise<Map<string, boolean>> {
  const modules = new Map<string, Module>();
  for await (const file of glob('{areas,core}/**/*.ts', { cwd: SRC }))
    if (!/\.test(ing)?\.ts$/.test(file)) modules.set(file, read(file));
  const lead = (file: string, name: string): Place[] => {
    const module = modules.get(file);
    if (!module) return [];
    const [first = '', member] = name.split('.');
    const from = module.imports.get(first);
    if (from?.name === '*' && member) return [`${from.file}#${member}`];
    if (from) return [`${from.file}#${from.name}`];
    return module.declared.has(first) ? [`${file}#${first}`] : [];
  };
  const next = (place: Place): Place[] => {
    const [file = '', name = ''] = place.split('#');
    const module = modules.get(file);
    const passed = module?.passedOn.get(name);
    if (passed) return [`${passed.file}#${passed.name}`];
    return [...(module?.declared.get(name) ?? [])].flatMap((each) => lead(file, each));
  };
  const reaches = (start: readonly Place[]): boolean => {
    const visited = new Set<Place>(start);
    for (const place of visited) {
      if (goals.includes(place)) return true;
      for (const each of next(place)) visited.add(each);
    }
    return false;
  };
  return new Map(
    [...modules].flatMap(([file, { routes }]) =>
      routes.map(([call, named]) => [call, reaches([...named].flatMap((name) => lead(file, name)))] as const),
    ),
  );
}
