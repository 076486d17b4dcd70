import type { Call } from '@tradewind/contract/call.ts';
import { type Shape, shapeOf } from './matrix.testing.ts';

/** Chance from a seed (mulberry32): the same seed throws the same dice. */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error('nothing to pick from');
    return from[this.below(from.length)] as T;
  }
}

/** What inputs point at: rows of the asking company, those of another one, and texts that the company knows. */
export interface Known {
  ids: Ids;
  othersIds: Ids;
  texts: readonly string[];
}
/** By table. */
export type Ids = ReadonlyMap<string, readonly number[]>;

/** Fields that are called otherwise than their table. */
const TABLES: Readonly<Record<string, string>> = {
  order: 'sales_order',
  user: 'user_account',
  channel: 'shipping_channel',
};
const wordsOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/_?ids?$/, '');

/** An id that a field of this name may mean: of the table it is called after, or of one that the call's path speaks of. */
function idFor(name: string, path: string, ids: Ids, dice: Dice): number {
  const meant = wordsOf(name);
  const named = ids.get(TABLES[meant] ?? meant) ?? ids.get(`stock_${meant}`);
  if (named && dice.chance(0.9)) return dice.pick(named);
  const tables = [...ids.keys()];
  const share = (table: string) => {
    const words = table.split('_').filter((word) => path.toLowerCase().includes(word));
    return words.join('').length / table.length;
  };
  const best = Math.max(...tables.map(share));
  const near = dice.chance(0.8) ? tables.filter((table) => share(table) === best) : tables;
  return dice.pick(ids.get(dice.pick(near)) ?? [1]);
}

/** An input of the right shape in which mostly one thing or two are wrong. */
export function makeInput(call: Call, dice: Dice, known: Known): unknown {
  const shape = shapeOf(call);
  const making = { dice, known, path: call.path };
  let input: unknown = { '': makeValue(shape, '', making) };
  const wrongs = dice.pick([0, 0, 0, 1, 1, 1, 1, 2]);
  for (let at = 0; at < wrongs; at++) input = spoil(input, making);
  return (input as Record<string, unknown>)[''];
}

interface Making {
  dice: Dice;
  known: Known;
  path: string;
}

function makeValue(shape: Shape, name: string, making: Making): unknown {
  const { dice } = making;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return dice.pick(shape.enum);
  const choice = shape.anyOf ?? shape.oneOf;
  if (choice) return makeValue(dice.pick(choice), name, making);
  switch (shape.type) {
    case 'object':
      return objectOf(shape, making);
    case 'array':
      return Array.from({ length: Math.max(shape.minItems ?? 0, dice.below(4)) }, () =>
        makeValue(shape.items ?? {}, name, making),
      );
    case 'integer':
    case 'number':
      return numberOf(shape, name, making);
    case 'boolean':
      return dice.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return textOf(shape, dice, making.known);
    default:
      return dice.pick(LOOSE);
  }
}

const LOOSE: readonly unknown[] = [1, 'a', true, null, { a: 1 }, ['a'], {}];

function objectOf(shape: Shape, making: Making): Record<string, unknown> {
  const { dice, known } = making;
  const required = new Set(shape.required);
  const fields = Object.entries(shape.properties ?? {}).filter(([name]) => required.has(name) || dice.chance(0.4));
  const made = fields.map(([name, field]) => [name, makeValue(field, name, making)] as const);
  if (!shape.properties && typeof shape.additionalProperties === 'object')
    made.push([textOf({ maxLength: 20 }, dice, known), makeValue(shape.additionalProperties, '', making)]);
  return Object.fromEntries(made);
}

function numberOf({ minimum = 1, maximum = 2 ** 31 - 1 }: Shape, name: string, making: Making): number {
  const { dice, known, path } = making;
  const isId = /(^|[a-z])[iI]ds?$/.test(name) || maximum > 2 ** 31;
  if (isId && dice.chance(0.9)) return idFor(name, path, dice.chance(0.9) ? known.ids : known.othersIds, dice);
  const first = Math.max(minimum, -1);
  if (dice.chance(0.05)) return dice.pick([minimum, maximum]);
  return Math.min(maximum, first + dice.below(dice.pick([3, 10, 100])));
}

/** Texts for the patterns of the contract: the first few that fit are taken. */
const PATTERNED = [
  ...['5', '0', '12.5', '100', '0.01', '-3', '1234567890', '99', 'USD', 'CNY', 'EUR', 'US', 'CN', 'shopify', 'amazon'],
  ...[
    'A1',
    'W1',
    'A1B2C3',
    'X00ABCDEF1',
    'UPSN',
    '09:30',
    '2026-11-23T08:00',
    'Harbour202620',
    'user.name',
    'https://a.test',
  ],
];

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: Shape, dice: Dice, known: Known): string {
  const day = `2026-${dice.pick(['01', '09', '11', '12'])}-${dice.pick(['01', '15', '28'])}`;
  if (format === 'date') return day;
  if (format === 'date-time') return `${day}T08:00:00Z`;
  if (format === 'email') return `a${dice.below(1000)}@test.invalid`;
  if (format === 'uri') return 'https://a.test/';
  if (pattern) {
    const fitting = PATTERNED.filter((text) => new RegExp(pattern).test(text));
    return fitting.length > 0 ? dice.pick(fitting) : '';
  }
  if (known.texts.length > 0 && dice.chance(0.5)) return dice.pick(known.texts).slice(0, maxLength);
  return dice.pick(['a', 'Lamp', '灯具', 'SKU-1', '1', 'x y', '😀', 'A-1']).padEnd(minLength, 'a').slice(0, maxLength);
}

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let at = 0; at < levels; at++) value = at % 2 ? { a: value } : [value];
  return value;
};

/** Values that some place or other does not expect; big ones as functions, so that they are made when they are sent. */
const NASTY: readonly (unknown | (() => unknown))[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud83d',
    '\ude00a',
    '\u202e',
    '\ufeff',
    '👩‍👩‍👧',
    'ſ',
    'İ',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '$1',
    '{x}',
  ],
  ...[
    "' or 1=1 --",
    '<script>x</script>',
    '../../etc/passwd',
    '=1+1',
    'a,b',
    ',',
    '[]',
    '{}',
    '{"a":1}',
    'null',
    'true',
  ],
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    '-0',
    '1e400',
    '1e5',
    '0x10',
    '٣',
    ' 5 ',
    '5.',
    '.5',
    '+5',
    '1,000',
    '9'.repeat(400),
  ],
  ...[
    '99999999999999999999',
    '9999999999999.9999',
    '9999999999999',
    '2147483648',
    '-2147483649',
    '9223372036854775808',
  ],
  ...[
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '2026-02-30',
    '2026-13-01',
    '1900-01-01',
    '2199-12-31',
    'infinity',
    'now',
  ],
  ...['0000-00-00T00:00:00Z', '-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', '2026-11-23T25:00:00Z', '24:00'],
  ...['2026-11-23T08:00:00+23:59', '2026-11-23T08:00:00.123456789Z', '1970-01-01T00:00:00Z', '2199-12-31T23:59:59Z'],
  ...[0, -1, 1, 1.5, -0.001, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308],
  ...[null, true, false, [], {}, [[]], [null], [''], [0], { length: 5 }, { toString: 1 }, { constructor: 1 }],
  () => JSON.parse('{"__proto__":{"admin":true}}'),
  () => 'x'.repeat(5000),
  () => '长'.repeat(100_000),
  () => 'é\u0301'.repeat(2000),
  () => Array.from({ length: 1001 }, (_, at) => at),
  () => Array.from({ length: 300 }, () => 'a'),
  () => nested(20),
  () => nested(400),
];

type Step = { within: Record<string, unknown> | unknown[]; key: string };

/** Every place within a value. */
function placesIn(value: unknown): Step[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { within: value as Record<string, unknown>, key },
    ...placesIn(inner),
  ]);
}

/** Some objects here have no `toString`. */
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The input with one thing wrong with it, anywhere. */
function spoil(input: unknown, making: Making): unknown {
  const { dice, known, path } = making;
  const copy = structuredClone(input);
  const places = placesIn(copy);
  const inside = places.filter(({ key }) => key !== '');
  const { within, key } = dice.pick(inside.length > 0 && dice.chance(0.97) ? inside : places);
  const put = (value: unknown) => Object.assign(within, { [key]: value });
  const how = dice.below(20);
  if (how < 14) {
    const nasty = dice.pick(NASTY);
    put(typeof nasty === 'function' ? nasty() : nasty);
  } else if (how === 14) put(idFor(key, path, known.othersIds, dice));
  else if (how === 15) put(dice.pick([987_654_321, 2 ** 40]));
  else if (how === 16 && key !== '') Reflect.deleteProperty(within, key);
  else if (how === 17) Object.assign(within, { [dice.pick(['extra', 'company_id', 'companyId', 'a\0'])]: 1 });
  else if (how === 18) put([Reflect.get(within, key)]);
  else put(asText(Reflect.get(within, key)));
  return copy;
}
