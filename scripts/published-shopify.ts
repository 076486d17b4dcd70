import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes what Shopify publishes of the types and fields that the stand-in's schema names: their types, arguments and
 * values, without descriptions. The original is the answer to an introspection, dist/data/admin_<version>.json.gz of the
 * package @shopify/dev-mcp, unpacked.
 *
 *   node scripts/published-shopify.ts <file>
 */
const SHOPIFY = join(import.meta.dirname, '../apps/sandbox/src/shopify');
interface Type {
  kind: string;
  name: string | null;
  ofType: Type | null;
}
interface Named {
  name: string;
  type: Type;
  defaultValue?: string | null;
  args?: Named[];
}
interface Published extends Type {
  fields: Named[] | null;
  inputFields: Named[] | null;
  enumValues: Named[] | null;
  possibleTypes: Type[] | null;
}

const [file = ''] = process.argv.slice(2);
const answer: { data: { __schema: { types: Published[] } } } = JSON.parse(readFileSync(file, 'utf8'));
const words = new Set(readFileSync(join(SHOPIFY, 'schema.ts'), 'utf8').match(/\w+/g));
const hidden = (name: string | null) => name === null || !words.has({ QueryRoot: 'Query' }[name] ?? name);

function written(type: Type | null): string {
  if (!type) return '';
  if (type.kind === 'NON_NULL') return `${written(type.ofType)}!`;
  return type.kind === 'LIST' ? `[${written(type.ofType)}]` : (type.name ?? '');
}
/** Of arguments and fields of inputs all are kept: a required one might be missing in the stand-in. */
const typesOf = (all: Named[] | null = []) =>
  Object.fromEntries(
    (all ?? []).map((one) => [one.name, `${written(one.type)}${one.defaultValue ? ` = ${one.defaultValue}` : ''}`]),
  );

/** Enumerations that fields name: the stand-in may answer their words as text. */
const named = new Set(
  answer.data.__schema.types
    .filter((one) => !hidden(one.name))
    .flatMap((one) => (one.fields ?? []).filter((field) => words.has(field.name)))
    .map((field) => written(field.type).replace(/\W/g, '')),
);
const onlyNamed = (one: Published) => hidden(one.name) && one.kind === 'ENUM' && named.has(one.name ?? '');

const lines = answer.data.__schema.types
  .filter((one) => !hidden(one.name) || onlyNamed(one))
  .map((one) => {
    if (onlyNamed(one)) return `"${one.name}": {"kind":"ENUM"}`;
    const fields = (one.fields ?? []).filter((field) => words.has(field.name));
    const published = {
      kind: one.kind,
      ...(one.fields
        ? {
            fields: Object.fromEntries(
              fields.map((each) => [each.name, { type: written(each.type), args: typesOf(each.args) }]),
            ),
          }
        : {}),
      ...(one.inputFields ? { inputs: typesOf(one.inputFields) } : {}),
      ...(one.enumValues ? { values: one.enumValues.map((value) => value.name) } : {}),
      ...(one.possibleTypes
        ? { members: one.possibleTypes.filter((each) => !hidden(each.name)).map((each) => each.name) }
        : {}),
    };
    return `"${one.name}": ${JSON.stringify(published)}`;
  });
const head =
  '"source": "npm @shopify/dev-mcp 1.16.0, dist/data/admin_2026-07.json.gz",\n"licence": "ISC. Shortened: see scripts/published-shopify.ts"';
writeFileSync(join(SHOPIFY, 'published/admin_2026-07.json'), `{\n${head},\n"types": {\n${lines.join(',\n')}\n}\n}\n`);
process.stdout.write(`${lines.length} types\n`);
