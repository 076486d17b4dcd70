type Source = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Source) => unknown;
const rawJson = Reflect.get(JSON, 'rawJSON') as (text: string) => unknown;

/** JSON whose ids go beyond what JavaScript counts: such a number comes as the text it was sent as. */
export function parseExact(raw: Buffer | undefined): unknown {
  try {
    return parseWithSource(raw?.toString('utf8') ?? '', (_key, value, context) =>
      typeof value === 'number' && !Number.isSafeInteger(value) ? (context.source ?? value) : value,
    );
  } catch {
    return undefined;
  }
}

/** A number written with every digit of the text. */
export const exact = (digits: string): unknown => rawJson(digits);
