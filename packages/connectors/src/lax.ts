import { z } from 'zod';

/** Pieces for what an order can do without: a part that does not fit is as good as left out, and refuses no order. */
export const lax = <T extends z.ZodType>(shape: T) =>
  shape
    .nullish()
    .transform((answered): z.output<T> | undefined => answered ?? undefined)
    .catch(undefined);

/** Null stands for what is there and cannot be read, which is not the same as nothing: an amount is then unknown. */
export const orUnreadable = <T extends z.ZodType>(shape: T) =>
  shape.transform((answered): z.output<T> | null => answered).catch(null);

const isNothing = (answered: unknown) =>
  answered === undefined || answered === null || (typeof answered === 'string' && answered.trim() === '');

/** Undefined where nothing is there, null where something is that cannot be read. */
export const optionalOrUnreadable = <T extends z.ZodType>(shape: T) =>
  z
    .unknown()
    .optional()
    .transform((answered): z.output<T> | null | undefined => {
      if (isNothing(answered)) return undefined;
      const read = shape.safeParse(answered);
      return read.success ? read.data : null;
    });

/** What names an order or a line of it: text or a whole number, and never nothing. */
export const idText = z
  .union([z.string(), z.number().int()])
  .transform((answered) => String(answered).trim())
  .refine((answered) => answered !== '', 'nothing');

/** A count, as a number or as its digits ("1.0" is one, too). */
export const count = z
  .union([z.number().int().nonnegative(), z.string().regex(/^\s*\d{1,9}(\.0+)?\s*$/, 'not a count')])
  .transform(Number);

/** ISO 4217, in capitals or not. */
export const anyCurrency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'not a currency code');

/** A word of a platform's own, in capitals whatever it was written in. */
export const capitals = z.string().trim().toUpperCase().min(1);

/** Numbers are text, too. */
export const laxText = lax(
  z.union([z.string(), z.number(), z.boolean()]).transform((answered) => String(answered).trim() || undefined),
);

/** As a number or as its digits. */
export const laxWhole = lax(
  z
    .union([
      z.number().int(),
      z
        .string()
        .trim()
        .regex(/^-?\d{1,15}$/),
    ])
    .transform((answered) => Number(answered)),
);

/** The entries that fit, of what may be no list at all. */
export const laxList = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all): z.output<T>[] =>
      all.flatMap((one) => {
        const read = item.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    );

/** Every entry, null for each that cannot be read; an object by itself is the only entry, and other values are unreadable. */
export const listWithGaps = <T extends z.ZodType>(item: T) =>
  z
    .unknown()
    .optional()
    .transform((answered): (z.output<T> | null)[] => {
      if (isNothing(answered)) return [];
      return (Array.isArray(answered) ? answered : [answered]).map((one) => {
        const read = item.safeParse(one);
        return read.success ? read.data : null;
      });
    });

/** An object, or one without fields where there is none: for objects all of whose fields may be missing. */
export const laxObject = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess(
    (answered) => (typeof answered === 'object' && answered !== null && !Array.isArray(answered) ? answered : {}),
    z.object(shape),
  );
