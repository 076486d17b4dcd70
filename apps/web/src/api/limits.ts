import type { Call } from '@tradewind/contract/call.ts';
import type { z } from 'zod';

/** The limits of one value of a call's input that a form field can enforce. */
export interface Limits {
  required: boolean;
  /** The length of a text, or the value of a number. Nothing for a list: its field may be a text to split. */
  min?: number;
  max?: number;
  /** Decimal places; 0 for whole numbers. */
  digits?: number;
}

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  options?: readonly z.ZodType[];
  checks?: readonly { _zod: { def: { format?: string; pattern?: RegExp; minimum?: number; maximum?: number } } }[];
}
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

/** The limits at this path of the call's input, "frame.area"; undefined if the input has no such value. */
export function limitsOf(call: Call, path: string): Limits | undefined {
  const names = path.split('.');
  const way = names.map((_name, at) => schemaAt(call.input, names.slice(0, at + 1)));
  const schema = way.at(-1);
  // Inside an optional value the call requires nothing; the form knows when it does.
  return schema && { required: way.every((one) => one && isRequired(one)), ...boundsOf(inner(schema)) };
}

/** Removes wrappers: optional, nullable, default, preprocess. */
function inner(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: before, out } = defOf(schema);
  if (innerType) return inner(innerType);
  if (type !== 'pipe' || !before || !out) return schema;
  return inner(defOf(before).type === 'transform' ? out : before);
}

function schemaAt(schema: z.ZodType, [name, ...below]: readonly string[]): z.ZodType | undefined {
  if (name === undefined) return schema;
  const { shape, element, left, right, options } = defOf(inner(schema));
  if (/^\d+$/.test(name) && element) return schemaAt(element, below);
  const found = shape?.[name];
  if (found) return schemaAt(found, below);
  for (const part of [left, right, ...(options ?? [])]) {
    const at = part && schemaAt(part, [name, ...below]);
    if (at) return at;
  }
  return undefined;
}

/** Nothing is required for a text that may be empty or a list without items. */
function isRequired(schema: z.ZodType): boolean {
  const { type, innerType, in: before, out } = defOf(schema);
  if (['optional', 'nullable', 'default', 'prefault', 'catch', 'boolean', 'unknown', 'any'].includes(type))
    return false;
  if (innerType) return isRequired(innerType);
  if (type === 'pipe' && before && out) return isRequired(defOf(before).type === 'transform' ? out : before);
  if (type === 'union') return (defOf(schema).options ?? []).every(isRequired);
  const { min, format } = sizesOf(schema);
  return type === 'string' ? (min ?? 0) > 0 || format !== undefined : type === 'array' ? (min ?? 0) > 0 : true;
}

function sizesOf(schema: z.ZodType): { min?: number; max?: number; format?: string } {
  const { minLength, maxLength, minValue, maxValue, format } = schema as unknown as Record<string, unknown>;
  const checks = (defOf(schema).checks ?? []).map(({ _zod }) => _zod.def);
  const numbers = [
    minLength ?? minValue ?? checks.find((one) => one.minimum !== undefined)?.minimum,
    maxLength ?? maxValue ?? checks.find((one) => one.maximum !== undefined)?.maximum,
  ];
  const [min, max] = numbers.map((one) => (typeof one === 'number' && Number.isFinite(one) ? one : undefined));
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(typeof format === 'string' ? { format } : {}),
  };
}

function boundsOf(schema: z.ZodType): Omit<Limits, 'required'> {
  if (defOf(schema).type === 'array') return {};
  const { format, ...sizes } = sizesOf(schema);
  const digits = digitsOf(schema, format);
  return digits === undefined ? sizes : { ...sizes, digits };
}

/** Exact decimals travel as text; read their digits from the pattern. */
function digitsOf(schema: z.ZodType, format: string | undefined): number | undefined {
  if (format === 'safeint') return 0;
  const pattern = defOf(schema)
    .checks?.map(({ _zod }) => _zod.def.pattern)
    .find(Boolean);
  const digits = pattern?.source.match(/\\\.\\d\{1,(\d+)\}/)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
