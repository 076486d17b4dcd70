import { storable } from './storable.ts';

/**
 * JSON as outside systems mean it: a number that JavaScript would bend (a decimal amount, an id above 2^53) is kept as
 * the text that was sent. Only whole numbers that JavaScript holds exactly become numbers. Characters that no database
 * holds are replaced: an order is not refused for the half of an emoji in a buyer's note.
 */
type SourceReviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;
const WHOLE = /^-?\d+$/;
/** Escapes of NUL and of halves of pairs; most of these halves stand beside their other half. */
const SUSPECT = /\\u(0000|d[89a-f])/i;

/**
 * What may be a number with a point, an exponent or more digits than JavaScript holds. Within a text it means nothing,
 * but a document without one can be read in a third of the time.
 */
const BENT = /(?:^|[[:,\s])-?\d+(?:[.eE]|\d{15})/;

const keepSource: SourceReviver = (_key, value, context) => {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return WHOLE.test(context.source) && Number.isSafeInteger(value) ? value : context.source;
};

export function parseJson(text: string): unknown {
  const value = BENT.test(text) ? parseWithSource(text, keepSource) : JSON.parse(text);
  return SUSPECT.test(text) ? storable(value) : value;
}

const rawJson = Reflect.get(JSON, 'rawJSON') as (text: string) => unknown;

/** A number that is sent with every digit it is written with. @throws SyntaxError when the text is no number */
export const exact = (digits: string): unknown => rawJson(digits);
