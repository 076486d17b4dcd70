import { pathToFileURL } from 'node:url';
import type { Call } from '@tradewind/contract/call.ts';
import { type ESTree, type Plugin, Visitor } from 'vite';
import { type Limits, limitsOf } from './src/api/limits.ts';

/** What only the server and the documents read of a call. */
const SERVER_ONLY = ['input', 'result', 'summary'];
const SCHEMAS = 'virtual:no-schemas';
/** Whatever still asks for a schema gets one that can be called and read on and on. */
const NO_SCHEMAS = `const none = /*#__PURE__*/ new Proxy(() => none, {
  get: (_, key) => (key === Symbol.iterator ? [].values.bind([]) : typeof key === 'symbol' ? undefined : none),
});
export const z = none;`;

/** What `limitsOf` is in the browser: the limits came with the call. */
const LIMITS = 'export const limitsOf = (call, path) => call.limits?.[path.replace(/\\b\\d+\\b/g, 0)];';

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * The contract as the browser needs it: calls are plain data, with the limits of their input instead of its schema, and
 * there is no zod. What a page does not name is dropped with everything that only it needs.
 */
export function lightContract(): Plugin[] {
  return [
    {
      name: 'light-limits',
      transform: { filter: { id: /[\\/]src[\\/]api[\\/]limits\.ts$/ }, handler: () => ({ code: LIMITS, map: null }) },
    },
    calls(),
  ];
}

function calls(): Plugin {
  return {
    name: 'light-contract',
    resolveId: (id) => (id === SCHEMAS ? `\0${SCHEMAS}` : undefined),
    load: (id) => (id === `\0${SCHEMAS}` ? { code: NO_SCHEMAS, moduleSideEffects: false } : undefined),
    transform: {
      filter: { id: /packages[\\/]contract[\\/]src[\\/].*\.ts$/ },
      async handler(code, id) {
        const program = this.parse(code);
        const known: Record<string, unknown> = await import(pathToFileURL(id).href);
        const edits = [...program.body.flatMap((one) => lightValues(one, known)), ...slimCalls(program)];
        const light = edits
          .sort((a, b) => b.start - a.start || b.end - a.end)
          .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
        return { code: light, map: null, moduleSideEffects: false };
      },
    },
  };
}

/** What is not used may be left out, though it is made by calling something; a call carries its limits. */
function lightValues(statement: ESTree.Directive | ESTree.Statement, known: Record<string, unknown>): Edit[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id, init }) => {
    if (!init || init.type === 'ArrowFunctionExpression' || init.type === 'Literal') return [];
    const value = id.type === 'Identifier' ? known[id.name] : undefined;
    const [before, after] = isCall(value)
      ? ['Object.assign(', `, { limits: ${JSON.stringify(limitsIn(value))} })`]
      : ['(', ')'];
    return [
      { start: init.start, end: init.start, text: `/*#__PURE__*/ (() => ${before}` },
      { start: init.end, end: init.end, text: `${after})()` },
    ];
  });
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'input' in value;

const limitsIn = (call: Call): Record<string, Limits | undefined> =>
  Object.fromEntries(pathsIn(call.input as unknown as Schema).map((path) => [path, limitsOf(call, path)]));

interface Schema {
  def: {
    shape?: Record<string, Schema>;
    element?: Schema;
    innerType?: Schema;
    in?: Schema;
    out?: Schema;
    left?: Schema;
    right?: Schema;
    options?: readonly Schema[];
  };
}

/** Every path of an input, "cartons.0.code": an item of a list stands under 0. */
function pathsIn({ def }: Schema, above = ''): string[] {
  const at = (name: string, schema: Schema) => [above + name, ...pathsIn(schema, `${above}${name}.`)];
  const same = [def.innerType, def.in, def.out, def.left, def.right, ...(def.options ?? [])];
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, schema]) => at(name, schema)),
    ...(def.element ? at('0', def.element) : []),
    ...same.flatMap((schema) => (schema ? pathsIn(schema, above) : [])),
  ];
}

/** Leaves out what only the server reads of a call; no schema is named any more. */
function slimCalls(program: ESTree.Program): Edit[] {
  const edits: Edit[] = [];
  new Visitor({
    ImportDeclaration({ source }) {
      if (source.value === 'zod') edits.push({ start: source.start, end: source.end, text: `'${SCHEMAS}'` });
    },
    CallExpression({ callee, arguments: [call] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineCall' || call?.type !== 'ObjectExpression') return;
      const kept = call.properties.filter(
        (one) => one.type !== 'Property' || one.key.type !== 'Identifier' || !SERVER_ONLY.includes(one.key.name),
      );
      for (const [at, one] of call.properties.entries()) {
        const next = call.properties[at + 1];
        if (!kept.includes(one)) edits.push({ start: one.start, end: next?.start ?? call.end - 1, text: '' });
      }
    },
  }).visit(program);
  return edits;
}
