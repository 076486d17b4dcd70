import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PUBLISHED } from './published-sources.ts';

/**
 * Writes the machine-readable descriptions that platforms publish as the tests need them: the operations that we use,
 * the types that these name, and of both only what a validator reads. Prose, examples and extensions are left out.
 *
 *   node scripts/published.ts <platform> <folder with the originals, as JSON>
 */
const CONNECTORS = join(import.meta.dirname, '../packages/connectors/src');
type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

const LIMITS = [
  ...['type', 'required', 'enum', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern'],
  ...['minItems', 'maxItems', 'uniqueItems', 'nullable'],
];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** One original, and what of it was asked for. */
class Original {
  readonly types: Json = {};
  readonly #document: Json;
  constructor(document: Json) {
    this.#document = document;
  }

  #target(ref: string): Json {
    return ref
      .replace(/^#\//, '')
      .split('/')
      .reduce((at: Json, name) => objectOf(at[name.replaceAll('~1', '/')]), this.#document);
  }
  #resolved(value: Json): Json {
    return typeof value.$ref === 'string' ? this.#resolved(this.#target(value.$ref)) : value;
  }

  /** What several descriptions of one object say together. */
  #together(schema: Json): Json {
    const whole = this.#resolved(schema);
    const parts = listOf(whole.allOf).map((one) => this.#together(one));
    const { allOf: _, ...own } = whole;
    const properties = Object.assign({}, ...parts.map((one) => one.properties), own.properties);
    const required = [...parts, own].flatMap((one) => (Array.isArray(one.required) ? one.required : []));
    return {
      ...Object.assign({}, ...parts, own),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    };
  }

  schema(value: unknown): Json {
    const received = objectOf(value);
    if (typeof received.$ref === 'string') {
      const name = received.$ref.split('/').at(-1) ?? '';
      if (!(name in this.types)) {
        this.types[name] = {};
        this.types[name] = this.schema(this.#target(received.$ref));
      }
      return { $ref: `#/types/${name}` };
    }
    const whole = received.allOf ? this.#together(received) : received;
    const kept: Json = {};
    // Some mark single properties as required by a word of their own.
    for (const limit of LIMITS)
      if (whole[limit] !== undefined && typeof whole[limit] !== 'object') kept[limit] = whole[limit];
    for (const limit of ['required', 'enum'])
      if (Array.isArray(whole[limit]) && whole[limit].length > 0) kept[limit] = whole[limit];
    if (typeof kept.required === 'boolean') delete kept.required;
    // Strict patterns know no escaped hyphen outside of a class.
    if (typeof kept.pattern === 'string') kept.pattern = kept.pattern.replaceAll('\\-', '\\x2d');
    if (isObject(whole.items)) kept.items = this.schema(whole.items);
    if (isObject(whole.properties))
      kept.properties = Object.fromEntries(
        Object.entries(whole.properties).map(([name, one]) => [name, this.schema(one)]),
      );
    if (isObject(whole.additionalProperties)) kept.additionalProperties = this.schema(whole.additionalProperties);
    else if (typeof whole.additionalProperties === 'boolean') kept.additionalProperties = whole.additionalProperties;
    for (const choice of ['oneOf', 'anyOf'])
      if (Array.isArray(whole[choice])) kept[choice] = whole[choice].map((one) => this.schema(one));
    return kept;
  }

  /** By content type where there are several: what of it is JSON or a form. */
  #content(content: unknown): Json | null {
    const all = objectOf(content);
    const type = Object.keys(all).find((one) => /json|form|\*\/\*/.test(one));
    return type === undefined ? null : this.schema(objectOf(all[type]).schema);
  }

  #answers(responses: unknown): Json {
    return Object.fromEntries(
      Object.entries(objectOf(responses)).map(([status, one]) => {
        const response = this.#resolved(objectOf(one));
        const schema = response.schema ? this.schema(response.schema) : this.#content(response.content);
        return [status, schema && Object.keys(schema).length > 0 ? schema : null];
      }),
    );
  }

  #body(operation: Json, parameters: Json[]): Json {
    const { requestBody } = operation;
    const inBody = parameters.find((one) => one.in === 'body');
    if (inBody) return { body: this.schema(inBody.schema), bodyRequired: inBody.required === true };
    if (!isObject(requestBody)) return {};
    const whole = this.#resolved(requestBody);
    const body = this.#content(whole.content);
    return body ? { body, bodyRequired: whole.required === true } : {};
  }

  operation(name: string): Json {
    const { basePath = '' } = this.#document;
    for (const [path, item] of Object.entries(objectOf(this.#document.paths)))
      for (const method of METHODS) {
        const operation = objectOf(objectOf(item)[method]);
        if (operation.operationId !== name) continue;
        const servers = listOf(operation.servers ?? this.#document.servers)[0];
        const served =
          objectOf(objectOf(servers?.variables).basePath).default ??
          decodeURI(new URL(String(servers?.url ?? 'x:/')).pathname);
        const shared = listOf(objectOf(item).parameters);
        const parameters = [...shared, ...listOf(operation.parameters)].map((one) => this.#resolved(one));
        const query = parameters
          .filter((one) => one.in === 'query')
          .map((one) => {
            const schema = this.schema(one.schema ?? one);
            // Lists are joined by commas where nothing is said in Swagger 2, and never in OpenAPI 3.
            const joined = this.#document.swagger ? one.collectionFormat !== 'multi' : one.explode === false;
            const split = this.#resolved(one.schema ? objectOf(one.schema) : one).type === 'array' && joined;
            return [
              one.name,
              { schema, ...(one.required === true ? { required: true } : {}), ...(split ? { joined: true } : {}) },
            ];
          });
        const base = `${basePath}${servers ? served : ''}`.replace(/\/$/, '');
        return {
          method: method.toUpperCase(),
          // Some write a query into the path, to tell operations of one address apart.
          path: `${base}${path.split('?')[0]}`,
          query: Object.fromEntries(query),
          headers: parameters.filter((one) => one.in === 'header' && one.required === true).map((one) => one.name),
          ...this.#body(operation, parameters),
          answers: this.#answers(operation.responses),
        };
      }
    throw new Error(`no operation ${name}`);
  }
}

/** One line for each operation and type, so that a change of one is a change of one line. */
function written(description: Json): string {
  const section = (value: unknown) =>
    Object.entries(objectOf(value))
      .map(([name, one]) => `\n  ${JSON.stringify(name)}: ${JSON.stringify(one)}`)
      .join(',');
  const { operations, types, ...head } = description;
  const above = Object.entries(head).map(([name, one]) => `"${name}": ${JSON.stringify(one)},\n`);
  return `{\n${above.join('')}"operations": {${section(operations)}\n},\n"types": {${section(types)}\n}\n}\n`;
}

const [platform = '', folder = ''] = process.argv.slice(2);
const chosen = PUBLISHED[platform];
if (!chosen || !existsSync(folder))
  throw new Error(`usage: node scripts/published.ts <${Object.keys(PUBLISHED).join(' | ')}> <folder>`);
for (const [file, operationIds] of Object.entries(chosen.operations)) {
  const document = objectOf(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  for (const [place, type] of Object.entries(chosen.mended?.[file] ?? {})) {
    const at = place.split('|').reduce((one: Json, name) => objectOf(one[name]), document);
    for (const name of Object.keys(at)) delete at[name];
    at.$ref = `#/components/schemas/${type}`;
  }
  const original = new Original(document);
  const operations = Object.fromEntries(operationIds.map((id) => [id, original.operation(id)]));
  const { title, version = '' } = objectOf(document.info);
  const name = file
    .split('/')
    .at(-1)
    ?.replace(/(_oas3)?\.json$/, '');
  const to = join(CONNECTORS, chosen.to, `${name}.json`);
  mkdirSync(dirname(to), { recursive: true });
  const head = { source: `${chosen.source}, ${file}`, title, version, licence: chosen.licence };
  const types = Object.fromEntries(Object.entries(original.types).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(to, written({ ...head, operations, types }));
  process.stdout.write(`${to}: ${Object.keys(operations).length} operations, ${Object.keys(types).length} types\n`);
}
