import { gtinOf } from '../../../core/gs1.ts';

const SEPARATOR = ' \u00a0\u3000\\-_./';
const SEPARATORS = new RegExp(`[${SEPARATOR}]`, 'gu');
const PIECES = new RegExp(`([${SEPARATOR}]*)([^${SEPARATOR}]+)`, 'gu');

/** What stands for the same SKU however it is written: in capitals, without separators. `product.code` is the same. */
export const codeOf = (sku: string): string => sku.toUpperCase().replace(SEPARATORS, '');

/** The spellings under which a product may keep this barcode. */
export function barcodesOf(text: string): string[] {
  const raw = text.trim();
  const gtin = gtinOf(raw);
  if (gtin === null) return raw === '' ? [] : [raw];
  const bare = gtin.replace(/^0+/, '');
  const padded = [8, 12, 13, 14].filter((length) => bare.length <= length).map((length) => bare.padStart(length, '0'));
  return [...new Set([raw, bare, ...padded])];
}

const COUNTRIES = 'US USA CA MX BR UK GB DE FR IT ES NL PL SE BE IE TR EU NA AE SA EG IN JP AU SG MY TH VN PH ID KR CN';
const FULFILLED = 'FBA FBM FBW FBT WFS SFP MFN AFN MCF';
const PLATFORMS =
  'AMZ AMAZON EBAY WMT WALMART SHOPIFY SHOPEE LAZADA TEMU SHEIN TIKTOK TTS WISH JOOM WAYFAIR ETSY OZON ALIEXPRESS';
const AFFIXES: ReadonlySet<string> = new Set(`${COUNTRIES} ${FULFILLED} ${PLATFORMS}`.split(' '));

/** One way to read a seller SKU. */
export interface Reading {
  code: string;
  /** Null: it says none. */
  factor: number | null;
  /** What was left out of it, e.g. "-US". */
  left: string;
}

/** A part of a seller SKU with what separates it from the part before. */
interface Piece {
  separator: string;
  text: string;
}

const DROPPED_AT_MOST = 3;
const write = (pieces: readonly Piece[]) => pieces.map((piece) => piece.separator + piece.text).join('');

/** A shop's word, or a number after a full stop: the copy of an offer. */
const isSuffix = ({ separator, text }: Piece, words: ReadonlySet<string>) =>
  AFFIXES.has(text) || words.has(text) || (separator === '.' && /^\d$/.test(text));
const isPrefix = ({ text }: Piece, words: ReadonlySet<string>) => AFFIXES.has(text) || words.has(text);

/** Without more and more of what the shop has put around it. At least one part stays. */
function* bared(pieces: readonly Piece[], words: ReadonlySet<string>): Generator<{ pieces: Piece[]; left: string }> {
  const count = (from: readonly Piece[], fits: (piece: Piece) => boolean) => {
    const end = from.findIndex((piece) => !fits(piece));
    return Math.min(end < 0 ? from.length : end, DROPPED_AT_MOST);
  };
  const before = count(pieces, (piece) => isPrefix(piece, words));
  const after = count(pieces.toReversed(), (piece) => isSuffix(piece, words));
  for (let all = 0; all <= before + after; all++)
    for (let first = Math.max(0, all - after); first <= Math.min(all, before); first++) {
      const end = pieces.length - (all - first);
      if (first >= end) continue;
      const left = write(pieces.slice(0, first)) + (first > 0 ? (pieces[first]?.separator ?? '') : '');
      yield { pieces: pieces.slice(first, end), left: [left, write(pieces.slice(end))].filter(Boolean).join(' ') };
    }
}

const UNITS = 'PK|PCK|PACK|PACKS|PCS|PC|PIECES|CT|COUNT|SET|SETS|X|件|件装|个|个装|只装|支装|包';
const COUNT_UNIT = new RegExp(`^(\\d{1,4})(?:${UNITS})$`, 'u');
const UNIT_COUNT = /^(?:X|\*|×|PK|PACK|SET|PACKOF|SETOF)(\d{1,4})$/u;
const JOINED = /^(.*\D)(\d{1,4})(?:PK|PACK|PCS|件装|个装|只装|支装)$/u;
const TIMES = /^(.+)[*×](\d{1,4})$/u;

/** The SKU of which it sells several, where its end or its beginning says so. */
function several(pieces: readonly Piece[]): { pieces: Piece[]; factor: number; left: string } | undefined {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return undefined;
  const end = (COUNT_UNIT.exec(last.text) ?? UNIT_COUNT.exec(last.text))?.[1];
  if (end && pieces.length > 1) return { pieces: pieces.slice(0, -1), factor: Number(end), left: write([last]) };
  const joined = TIMES.exec(last.text) ?? JOINED.exec(last.text);
  if (joined?.[1]) {
    const piece = { ...last, text: joined[1] };
    return {
      pieces: [...pieces.slice(0, -1), piece],
      factor: Number(joined[2]),
      left: last.text.slice(joined[1].length),
    };
  }
  const start = COUNT_UNIT.exec(first.text)?.[1];
  if (start && pieces.length > 1) return { pieces: pieces.slice(1), factor: Number(start), left: first.text };
  return undefined;
}

const READINGS_AT_MOST = 24;

/**
 * The ways to read a seller SKU, the one closest to how it is written first.
 * @param shopName its words are left out like those of platforms and countries
 */
export function readingsOf(sellerSku: string, shopName = ''): Reading[] {
  const piecesOf = (text: string): Piece[] =>
    [...text.toUpperCase().matchAll(PIECES)].map(([, separator = '', word = '']) => ({ separator, text: word }));
  const words = new Set(piecesOf(shopName).flatMap(({ text }) => (text.length > 1 ? [text] : [])));
  const found = new Map<string, Reading>();
  const add = (pieces: readonly Piece[], factor: number | null, left: string) => {
    const code = codeOf(write(pieces));
    const key = `${code}/${factor}`;
    if (code !== '' && found.size < READINGS_AT_MOST && !found.has(key)) found.set(key, { code, factor, left });
  };
  const whole = [...bared(piecesOf(sellerSku), words)];
  for (const { pieces, left } of whole) add(pieces, null, left);
  for (const one of whole) {
    const more = several(one.pieces);
    if (!more || more.factor < 1 || more.factor > 10_000) continue;
    for (const { pieces } of bared(more.pieces, words)) add(pieces, more.factor, more.left);
  }
  return [...found.values()];
}
