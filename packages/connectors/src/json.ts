/**
 * JSON as outside systems mean it: a number that JavaScript would bend (a decimal amount, an id above 2^53) is kept as
 * the text that was sent. Only whole numbers that JavaScript holds exactly become numbers.
 */
type SourceReviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;
const WHOLE = /^-?\d+$/;

export function parseJson(text: string): unknown {
  return parseWithSource(text, (_key, value, context) => {
    if (typeof value !== 'number' || context.source === undefined) return value;
    return WHOLE.test(context.source) && Number.isSafeInteger(value) ? value : context.source;
  });
}

const rawJson = Reflect.get(JSON, 'rawJSON') as (text: string) => unknown;

/** A number that is sent with every digit it is written with. @throws SyntaxError when the text is no number */
export const exact = (digits: string): unknown => rawJson(digits);
