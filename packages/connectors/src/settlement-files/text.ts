import { NotASettlement } from './file.ts';

const decoded = (label: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Hiragana and katakana of full width: hardly a Japanese text does without, and no Western text holds them. */
const KANA = /[\u3041-\u30fa]/;

/** Letters of the West beyond ASCII stand alone, those of China side by side in bytes of two. */
const CHINESE_RUN = 3;
function meanRun(bytes: Uint8Array): number {
  let [high, runs, before] = [0, 0, false];
  for (const byte of bytes) {
    const isHigh = byte > 0x7f;
    if (isHigh) high++;
    if (isHigh && !before) runs++;
    before = isHigh;
  }
  return runs === 0 ? 0 : high / runs;
}

/**
 * The text of a file: by its byte order mark, as UTF-8 if it is that, else as Shift_JIS or GB 18030 if it comes from there
 * and reads as such, else as Windows-1252.
 */
export function textOf(bytes: Uint8Array, encoding?: string): string {
  if (encoding !== undefined) {
    const text = named(encoding, bytes);
    if (text === undefined) throw new NotASettlement(`The file is not in ${encoding}.`);
    return text;
  }
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const utf8 = decoded('utf-8', bytes);
  if (utf8 !== undefined) return utf8;
  const japanese = decoded('shift_jis', bytes);
  const western = new TextDecoder('windows-1252').decode(bytes);
  const fromJapan = /\bJPY\b|\.co\.jp\b/i.test(western);
  if (japanese !== undefined && (fromJapan || KANA.test(japanese))) return japanese;
  return (meanRun(bytes) >= CHINESE_RUN ? decoded('gb18030', bytes) : undefined) ?? western;
}

function named(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    new TextDecoder(encoding);
  } catch {
    throw new NotASettlement(`There is no encoding ${encoding}.`);
  }
  return decoded(encoding, bytes);
}
