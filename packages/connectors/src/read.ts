import { z } from 'zod';
import { decimal, isDecimal } from './money.ts';
import { ConnectorError, type Instant } from './types.ts';

/** Pieces for reading what an outside system says: strict about what we need, deaf to the rest. */

/** An amount, said as text or as a whole JSON number (parseJson leaves all other numbers as text). */
export const amount = z
  .union([z.string(), z.number().int()])
  .refine((value) => isDecimal(String(value)), 'not a decimal amount')
  .transform((value) => decimal(value));

export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'not a currency code');

/** ISO 8601 with a zone; told on in UTC. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/, 'not an ISO 8601 instant')
  .refine((value) => !Number.isNaN(Date.parse(value)), 'not an instant')
  .transform((value): Instant => new Date(value).toISOString());

export const wholeNumber = z.number().int().nonnegative();

/** Systems write "nothing" as null, as an empty text or by leaving the field out. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || undefined);

/** One object or a list of them, or nothing at all. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]),
    z.array(item),
  );
}

/** "orderItems.0.product.sellerSku: Invalid input: expected string, received undefined", for a person to read. */
export function reasonOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.length > 0 ? issue.path.map(String).join('.') : '(whole)'}: ${issue.message}`)
    .join('; ');
}

/** Thrown while a record is turned into ours, naming the field of the other side that does not fit. */
export class Unfit extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(`${field}: ${message}`);
    this.name = 'Unfit';
    this.field = field;
  }
}

export const RAW_LIMIT = 4096;

export function cut(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length <= RAW_LIMIT
    ? text
    : bytes
        .subarray(0, RAW_LIMIT)
        .toString('utf8')
        .replace(/\uFFFD$/, '');
}

export function malformed(platform: string, what: string, raw: string | undefined, cause?: unknown): ConnectorError {
  const reason = cause instanceof z.ZodError ? reasonOf(cause) : cause instanceof Error ? cause.message : undefined;
  return new ConnectorError(platform, 'malformed', reason ? `${what}: ${reason}` : what, {
    raw: raw === undefined ? undefined : cut(raw),
    cause,
  });
}
