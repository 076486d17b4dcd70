import { z } from 'zod';
import { laxText } from '../lax.ts';
import { isDecimal } from '../money.ts';
import { ConnectorError, type Instant } from '../types.ts';
import type { WmsOutboundStatus, WmsProduct } from '../wms.ts';

/** How the providers of China write weights, lengths, times and numbers, and back. */

const BEIJING_MS = 8 * 3_600_000;

/** yyyy-MM-dd HH:mm:ss on Beijing's wall clock. */
export function toBeijing(at: Instant | number): string {
  return new Date(new Date(at).getTime() + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** undefined: nothing, or no time (0000-00-00 00:00:00). */
export function fromBeijing(text: string | undefined): Instant | undefined {
  const found = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?/.exec(text ?? '');
  if (!found) return undefined;
  const at = Date.parse(`${found[1]}T${found[2] ?? '00:00:00'}+08:00`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

export const toKg = (grams: number): string => (grams / 1000).toFixed(3);
export const toCm = (mm: number): string => (mm / 10).toFixed(1);

const textOrNumber = z.union([z.string(), z.number()]).nullish();

/** Text, also where a number is sent; undefined for nothing, and for what is no text. */
export const anyText = laxText;
export const someText = laxText.transform((value) => value ?? '');

const numberOf = (value: string | number | null | undefined): number => {
  const read = Number(value ?? 0);
  return Number.isFinite(read) ? read : 0;
};
/** A quantity: 5, "5", "5.0", "" and null are all said. */
export const count = textOrNumber.transform((value) => Math.round(numberOf(value)));

/** kg as grams, cm as mm; undefined where it is not known, no number, or 0. */
const times = (factor: number) =>
  textOrNumber.catch(undefined).transform((value) => Math.round(numberOf(value) * factor) || undefined);
export const kilograms = times(1000);
export const grams = times(1);
export const centimetres = times(10);

export const money = textOrNumber.transform((value, context) => {
  const text = String(value ?? '').trim();
  if (isDecimal(text)) return text;
  context.addIssue({ code: 'custom', message: 'not an amount' });
  return z.NEVER;
});

/** A list; nothing is said by "", null or not at all. */
export function rows<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => (value === '' || value === null || value === undefined ? [] : value), z.array(item));
}

/** A list that can be done without: of one that is not as documented nothing is read. */
export const laxRows = <T extends z.ZodType>(item: T) => rows(item).catch([]);

/** What a line of GoodCang and its relatives is about is named in one of these ways, or in several. */
export const article = { product_sku: anyText, fba_product_code: anyText, product_barcode: anyText };
/**
 * The SKU; else the code on Amazon's label, or the barcode without the customer's number before it: "G296-LAMP-1" is
 * LAMP-1. Source: GoodCang's example of inventory/get_inventory_log.
 */
export const skuOf = (one: {
  product_sku?: string | undefined;
  fba_product_code?: string | undefined;
  product_barcode?: string | undefined;
}): string =>
  one.product_sku ?? one.fba_product_code ?? one.product_barcode?.replace(/^[A-Z]?\d{2,6}-(?=.)/i, '') ?? '';

/** What was asked for by its number. What comes alone and without a number is that. */
export function requestedIn<T extends { inboundNo: string }>(all: readonly T[], inboundNo: string): T | undefined {
  const [only, ...more] = all;
  const nameless = only?.inboundNo === '' && more.length === 0 ? { ...only, inboundNo } : undefined;
  return all.find((one) => one.inboundNo === inboundNo) ?? nameless;
}

/** An object; nothing is said by "", null or an empty list. */
export function maybe<T extends z.ZodType>(shape: T) {
  return z.preprocess(
    (value) => (value === '' || value === null || (Array.isArray(value) && value.length === 0) ? undefined : value),
    shape.optional(),
  );
}

/** What measures a product has, where they were told whole. */
export function measuredOf(
  weightGrams: number | undefined,
  lengthMm: number | undefined,
  widthMm: number | undefined,
  heightMm: number | undefined,
) {
  if (!weightGrams || !lengthMm || !widthMm || !heightMm) return {};
  return { measured: { weightGrams, lengthMm, widthMm, heightMm } };
}

/** A state that no document names is for a person to look at. */
export function outboundStatus(
  named: Readonly<Record<string, WmsOutboundStatus>>,
  raw: string,
): { status: WmsOutboundStatus; problem?: string } {
  const status = named[raw] ?? named[raw.toUpperCase()];
  return status ? { status } : { status: 'exception', problem: `unknown status: ${raw}` };
}

const CLASSES: readonly (readonly [string, RegExp])[] = [
  ['DUPLICATE', /重复|已存在|already exist|duplicat/i],
  ['STOCK', /库存不足|缺货|out of stock|insufficient (stock|inventory)|not enough (stock|inventory)/i],
  ['BALANCE', /余额不足|欠费|arrears|insufficient (balance|funds)/i],
  ['NOT_FOUND', /不存在|未找到|找不到|没有找到|查询不到|无数据|not (exist|found)|no (data|such)/i],
  [
    'STATE',
    /不能取消|无法取消|不允许取消|已出库|已发货|状态不|cannot be cancel|can not cancel|can't cancel|already shipped/i,
  ],
];
/** Close together: a SKU may be called KEY or TOKEN, and a sentence go on about something else. */
const UNAUTHORIZED = new RegExp(
  [
    String.raw`\b(token|app[-_ ]?key|sign(ature)?)\b[^,;:，；：。]{0,20}?\b(invalid|wrong|error|fail|expired|illegal|incorrect|not match)`,
    String.raw`\b(invalid|wrong|illegal|expired) (token|app[-_ ]?key|sign(ature)?)\b`,
    String.raw`(签名|(?<![\w-])(app[-_ ]?)?(token|key))[^\w,;:，；：。]{0,6}(错误|失败|不正确|无效|过期)`,
    '(未|无|没有)授权|授权(失败|错误|过期|失效)|鉴权失败|认证失败|unauthori[sz]ed',
  ].join('|'),
  'i',
);
const THROTTLED = /频繁|限流|too (many|frequent)|rate limit/i;
const WAIT_MS = 2_000;

/**
 * What was refused, by the words it was refused with: the providers' numbers are not all published. The code begins with
 * the class (DUPLICATE_, STOCK_, BALANCE_, NOT_FOUND_, STATE_) where one is known.
 */
export function refusalOf(platform: string, what: string, code: string, message: string, raw?: string): ConnectorError {
  const kind = THROTTLED.test(message) ? 'throttled' : UNAUTHORIZED.test(message) ? 'unauthorized' : 'rejected';
  const found = kind === 'rejected' ? CLASSES.find(([, words]) => words.test(message))?.[0] : undefined;
  return new ConnectorError(platform, kind, message || `${what}: ${code}`, {
    code: found ? `${found}_${code}` : code,
    ...(raw === undefined ? {} : { raw }),
    ...(kind === 'throttled' ? { retryAfterMs: WAIT_MS } : {}),
  });
}

const isOf = (error: unknown, family: string): boolean =>
  error instanceof ConnectorError && error.kind === 'rejected' && (error.code ?? '').startsWith(family);
export const isNotFound = (error: unknown): boolean => isOf(error, 'NOT_FOUND');
export const isState = (error: unknown): boolean => isOf(error, 'STATE');

/** What `read` says, undefined where it says that there is no such thing. */
export async function orNothing<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
}

/**
 * What `create` makes. Where they say that our number is taken, it is what stands under that number; found nowhere yet,
 * it may have been stored a moment ago: nobody knows, and it is looked up again.
 */
export async function orThere<T>(create: Promise<T>, find: () => Promise<T | undefined>): Promise<T> {
  try {
    return await create;
  } catch (error) {
    if (!(error instanceof ConnectorError) || !isOf(error, 'DUPLICATE')) throw error;
    const known = await find();
    if (known) return known;
    const { platform, message, code = 'DUPLICATE', raw } = error;
    throw new ConnectorError(platform, 'uncertain', message, { code, ...(raw === undefined ? {} : { raw }) });
  }
}

/** The number of the page a cursor stands for. @throws ConnectorError `rejected` when it is none */
export function pageNumber(platform: string, cursor: string | undefined): number {
  const page = cursor === undefined ? 1 : Number(cursor);
  if (Number.isSafeInteger(page) && page >= 1) return page;
  throw new ConnectorError(platform, 'rejected', `no such place in the list: ${cursor}`, { code: 'BAD_CURSOR' });
}

/** The page after this one, where there is one. */
export const nextPage = (page: number, more: boolean): { next?: string } => (more ? { next: String(page + 1) } : {});

/** Where customs ask about a product. */
export const countriesOf = ({ countries }: WmsProduct): readonly string[] => (countries?.length ? countries : ['US']);

/** First words and last, as the providers want names in two fields. */
export function splitName(name: string): { first: string; last: string } {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { first: words.join(' '), last };
}

/**
 * Lists that tell no more than so many days at once: one stretch after the other, each page by page. A cursor is the
 * start of a stretch and the page in it.
 */
export function stretchOf(
  platform: string,
  span: { from: Instant; to: Instant; days: number; cursor?: string | undefined },
) {
  const [answered = '', pageText] = span.cursor?.split('/') ?? [];
  const start = span.cursor === undefined ? Date.parse(span.from) : Number(answered);
  const page = pageNumber(platform, pageText);
  if (!Number.isSafeInteger(start)) return pageNumber(platform, 'x') as never;
  const last = Date.parse(span.to);
  const end = Math.min(last, start + span.days * 86_400_000);
  return {
    start,
    end,
    page,
    next: (more: boolean): { next?: string } =>
      more ? { next: `${start}/${page + 1}` } : end < last ? { next: `${end}/1` } : {},
  };
}

/** Of several that were made under one number of ours, the one that stands. */
export function standing<T extends { status: string }>(all: readonly T[]): T | undefined {
  return all.find(({ status }) => status !== 'cancelled') ?? all.at(-1);
}
