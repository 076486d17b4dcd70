import type { z } from 'zod';
import type { OrderRecord, PlatformOrder } from './capabilities/orders.ts';
import type { Unreadable } from './capabilities/unreadable.ts';
import { parseJson } from './json.ts';
import { malformed, reasonOf, Unfit } from './read.ts';

/** A record that cannot be read, with the order's number where `numberField` still says it. */
export function setAside(raw: unknown, numberField: string, reason: string): OrderRecord {
  const answered = typeof raw === 'object' && raw !== null ? Reflect.get(raw, numberField) : undefined;
  const number = typeof answered === 'string' || Number.isSafeInteger(answered) ? String(answered) : '';
  return { ok: false, ...(number === '' ? {} : { platformOrderNo: number }), raw, reason };
}

/** An order of the platform's shape turned into ours, or set aside with the field that does not fit. */
export function readOrderAs<S extends z.ZodType>(
  shape: S,
  raw: unknown,
  numberField: string,
  turn: (answered: z.output<S>) => PlatformOrder,
): OrderRecord {
  const read = shape.safeParse(raw);
  if (!read.success) return setAside(raw, numberField, reasonOf(read.error));
  try {
    return { ok: true, order: turn(read.data) };
  } catch (error) {
    if (error instanceof Unfit) return setAside(raw, numberField, error.message);
    throw error;
  }
}

/** Every row by itself: what fits is turned and given to `take`, what does not is set aside. */
export async function readEach<S extends z.ZodType>(
  shape: S,
  rows: readonly unknown[],
  unreadable: Unreadable[],
  take: (answered: z.output<S>) => unknown,
): Promise<void> {
  for (const raw of rows) {
    const read = shape.safeParse(raw);
    if (!read.success) {
      unreadable.push({ raw, reason: reasonOf(read.error) });
      continue;
    }
    try {
      await take(read.data);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      unreadable.push({ raw, reason: error.message });
    }
  }
}

/** The JSON of a push whose signature has been checked. @throws ConnectorError `malformed` */
export function readPushAs<S extends z.ZodType>(platform: string, shape: S, body: Buffer): z.output<S> {
  const raw = body.toString('utf8');
  let json: unknown;
  try {
    json = parseJson(raw);
  } catch (error) {
    throw malformed(platform, 'the push is not JSON', raw, error);
  }
  const read = shape.safeParse(json);
  if (!read.success) throw malformed(platform, 'the push', raw, read.error);
  return read.data;
}
