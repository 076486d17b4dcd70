import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { day, id, instant, integer } from './call.ts';
import { calls } from './registry.ts';

interface Shape {
  type?: string;
  format?: string;
  minimum?: number;
  /** Of `id()` alone. */
  exclusiveMinimum?: number;
  maximum?: number;
}
const WHOLE = 2 ** 31;
const named = calls.map(({ area, name, call }) => [`${area}.${name}`, call] as const);

/** Every shape within a shape, with the path to it. */
function* within(shape: unknown, path = ''): Generator<[path: string, shape: Shape]> {
  if (typeof shape !== 'object' || shape === null) return;
  yield [path, shape as Shape];
  const { properties, items, additionalProperties, ...rest } = shape as Record<string, unknown>;
  for (const [name, inner] of Object.entries((properties ?? {}) as object)) yield* within(inner, `${path}.${name}`);
  for (const inner of [items, additionalProperties]) yield* within(inner, `${path}[]`);
  for (const choices of ['anyOf', 'oneOf', 'allOf'])
    for (const inner of (rest[choices] as unknown[] | undefined) ?? []) yield* within(inner, path);
}

const shapesOf = (input: z.ZodType) => [...within(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))];

describe('numbers and days of the shared shapes', () => {
  it.each([
    ['a day before 1900', day(), '1899-12-31'],
    ['a day after 2199', day(), '2200-01-01'],
    ['the first day there is', day(), '0000-01-01'],
    ['an instant of the year 9999', instant(), '9999-12-31T23:59:59Z'],
    ['a number that no column holds', integer(), WHOLE],
    ['an id that JavaScript does not hold exactly', id(), 2 ** 53],
  ])('refuse %s', (_what, shape, value) => {
    expect(shape.safeParse(value).success).toBe(false);
  });

  it.each([
    ['the first day', day(), '1900-01-01'],
    ['the last day', day(), '2199-12-31'],
    ['a leap day', day(), '2028-02-29'],
    ['an instant with a zone', instant(), '2026-11-23T08:00:00+08:00'],
    ['the largest number', integer(), WHOLE - 1],
    ['an id beyond that', id(), WHOLE],
  ])('take %s', (_what, shape, value) => {
    expect(shape.safeParse(value).success).toBe(true);
  });

  it('say one thing about a day that is none', () => {
    expect(day().safeParse('tomorrow').error?.issues).toHaveLength(1);
  });
});

describe('the input of every call', () => {
  it.each(named)('%s takes no number and no day that the database cannot hold', (_name, call) => {
    const wide = shapesOf(call.input).flatMap(
      ([path, { type, format, minimum = 0, exclusiveMinimum, maximum = Infinity }]) => {
        if (format === 'date' || format === 'date-time') return isBounded(call.input, path) ? [] : [path];
        if (type !== 'integer' || exclusiveMinimum === 0 || /[iI]ds?(\[\])*$/.test(path)) return [];
        return minimum >= -WHOLE && maximum < WHOLE ? [] : [path];
      },
    );
    expect(wide).toEqual([]);
  });
});

/** Whether the days at a path go through `day()` or `instant()`, which know the years. */
function isBounded(input: z.ZodType, path: string): boolean {
  return shapesOf(input).some(([at, shape]) => at === path && JSON.stringify(shape).includes('^(19|2[01])'));
}
