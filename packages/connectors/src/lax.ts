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

/** An object, or one without fields where there is none: for objects all of whose fields may be missing. */
export const laxObject = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess(
    (answered) => (typeof answered === 'object' && answered !== null && !Array.isArray(answered) ? answered : {}),
    z.object(shape),
  );
