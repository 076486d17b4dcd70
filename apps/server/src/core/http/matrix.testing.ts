import type { Call, FileKind } from '@tradewind/contract/call.ts';
import type pg from 'pg';
import { z } from 'zod';

/** What JSON Schema says of an input, as far as values are made from it. */
export interface Shape {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  required?: string[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  default?: unknown;
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** What a call takes, as JSON Schema: worked out once in a process. */
export function shapeOf({ input }: Pick<Call, 'input'>): Shape {
  const known = shapes.get(input);
  if (known) return known;
  const shape = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape;
  shapes.set(input, shape);
  return shape;
}

/** Input that a call takes: ids point at the first row of their table, texts are those of `known` by the field's name. */
export function sampleInput(call: Call, known: Record<string, string> = {}): Record<string, unknown> {
  const sample = sampleOf(shapeOf(call), '', known);
  return sample && typeof sample === 'object' && !Array.isArray(sample) ? (sample as Record<string, unknown>) : {};
}

function sampleOf(shape: Shape, name: string, known: Record<string, string>): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choice = shape.anyOf ?? shape.oneOf;
  if (choice) return sampleOf(choice.find((one) => one.type !== 'null') ?? {}, name, known);
  if (shape.type === 'object') return objectOf(shape, known);
  if (shape.type === 'array') return [sampleOf(shape.items ?? {}, name, known)];
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 1);
  if (shape.type === 'boolean') return false;
  return textOf(shape, name, known);
}

/** The required fields and every id: the attempt of a person who looks for data of others. */
function objectOf(shape: Shape, known: Record<string, string>): Record<string, unknown> {
  const desired = Object.entries(shape.properties ?? {}).filter(
    ([name, field]) => (shape.required?.includes(name) && field.default === undefined) || /^(id|ids)$/.test(name),
  );
  return Object.fromEntries(desired.map(([name, field]) => [name, sampleOf(field, name, known)]));
}

function textOf({ type, format, pattern, minLength = 0 }: Shape, name: string, known: Record<string, string>): unknown {
  const ids = /(^ids?$|Ids?$|^shop$|^warehouse$)/.test(name);
  if (type === undefined) return ids && /s$/.test(name) ? [1] : 1;
  if (known[name]) return known[name];
  if (format === 'date') return '2026-01-01';
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  if (format === 'email') return 'who@test.invalid';
  if (pattern?.includes('A-Z]{3}')) return 'USD';
  return '1'.padEnd(minLength, '1');
}

/** Every text and figure of an answer with the path that leads to it. */
export function leaves(value: unknown, path = ''): [path: string, value: string | number][] {
  if (typeof value === 'string' || typeof value === 'number') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, `${path}[]`));
  if (value && typeof value === 'object')
    return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name));
  return [];
}

const FIRST_BYTES: Record<FileKind, number[]> = {
  jpg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  gif: [...Buffer.from('GIF89a')],
  pdf: [...Buffer.from('%PDF-1.7')],
  xls: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
  xlsx: [0x50, 0x4b, 0x03, 0x04, ...Buffer.from('xl/workbook.xml')],
  csv: [...Buffer.from('a,b')],
  zip: [0x50, 0x4b, 0x03, 0x04, ...Buffer.from('LAMP_1.jpg')],
  ofx: [...Buffer.from('<OFX></OFX>')],
  mt940: [...Buffer.from(':20:1\n:25:1\n:60F:C260101EUR0,')],
  camt: [...Buffer.from('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>')],
};

/** A form with a file that is of a kind by its first bytes and has nothing behind them. */
export function uploadOf(kind: FileKind = 'xlsx', fields: Record<string, unknown> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  form.append('file', new Blob([new Uint8Array(FIRST_BYTES[kind])]), `file.${kind}`);
  return form;
}

/** A digest of all rows that a company has, by table. */
export async function rowsOf(owner: pg.Pool, companyId: number): Promise<Record<string, string>> {
  const tables = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables.rows.filter((table) => table.name !== 'session')) {
    const { rows } = await owner.query<{ digest: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t where company_id = $1`,
      [companyId],
    );
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}
