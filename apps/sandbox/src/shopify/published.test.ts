import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { SDL } from './schema.ts';

/** What scripts/published-shopify.ts keeps of the schema that Shopify publishes. */
interface Published {
  kind: string;
  fields?: Record<string, { type: string; args: Record<string, string> }>;
  /** "Type! = default" by name. */
  inputs?: Record<string, string>;
  values?: string[];
  members?: string[];
}
const { types }: { types: Record<string, Published> } = JSON.parse(
  readFileSync(new URL('./published/admin_2026-07.json', import.meta.url), 'utf8'),
);
const publishedOf = (name: string) => types[name === 'Query' ? 'QueryRoot' : name];

/** Where the stand-in differs knowingly. */
const OURS = [
  // Only the fault unknownStatus sends it.
  'OrderDisplayFulfillmentStatus: no value BEING_PONDERED',
  // It also serves versions before 2026-04, which compare otherwise.
  'InventorySetQuantitiesInput: no input ignoreCompareQuantity',
  'InventoryQuantityInput: no input compareQuantity',
];

function inputsOf(
  at: string,
  ours: readonly (GraphQLArgument | GraphQLInputField)[],
  published: Record<string, string>,
) {
  const wrongs = ours.flatMap((one) => {
    const [type, standard] = published[one.name]?.split(' = ') ?? [];
    if (type === undefined) return [`${at}: no input ${one.name}`];
    // What the stand-in wants more strictly than Shopify is refused here and taken there: it may.
    const strict = type === String(one.type) || (`${type}!` === String(one.type) && standard === undefined);
    return strict ? [] : [`${at}: ${one.name} is ${type}, not ${one.type}`];
  });
  const known = new Set(ours.map((one) => one.name));
  for (const [name, type] of Object.entries(published))
    if (!known.has(name) && /!$/.test(type)) wrongs.push(`${at}: ${name} is required`);
  return wrongs;
}

function wrongsOf(type: GraphQLNamedType): string[] {
  const published = publishedOf(type.name);
  if (!published) return [`no type ${type.name}`];
  if (isEnumType(type)) {
    const unknown = type.getValues().filter((one) => !published.values?.includes(one.name));
    return unknown.map((one) => `${type.name}: no value ${one.name}`);
  }
  if (isUnionType(type))
    return type
      .getTypes()
      .filter((one) => !published.members?.includes(one.name))
      .map((one) => `${type.name}: no member ${one.name}`);
  if (isInputObjectType(type)) return inputsOf(type.name, Object.values(type.getFields()), published.inputs ?? {});
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const there = published.fields?.[field.name];
    const at = `${type.name}.${field.name}`;
    if (!there) return [`${at}: no such field`];
    const wrongs = inputsOf(at, field.args, there.args);
    // A word of an enumeration is text in an answer, whose words nobody reads here.
    const word = publishedOf(there.type.replace('!', ''))?.kind;
    const same = there.type.replace(/\w+/, word === 'ENUM' ? 'String' : '$&');
    return [there.type, same].includes(String(field.type))
      ? wrongs
      : [`${at} is ${there.type}, not ${field.type}`, ...wrongs];
  });
}

describe("Shopify's published schema", () => {
  const ours = Object.values(buildSchema(SDL).getTypeMap()).filter(
    (one) => !one.name.startsWith('__') && !isSpecifiedScalarType(one),
  );

  it('holds all that the stand-in serves, so what connectors ask of it Shopify takes', () => {
    expect(ours.length).toBeGreaterThan(150);
    expect(ours.flatMap(wrongsOf)).toEqual(OURS);
  });
});
