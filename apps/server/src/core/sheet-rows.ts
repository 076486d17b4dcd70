import { createInflateRaw } from 'node:zlib';
import { DEFLATED, membersOf, STORED } from './zip.ts';

/** What one file may unpack to: a million cells of a long text each. */
const MOST_BYTES = 400 * 1024 * 1024;
const MOST_PARTS = 2_000;
const MOST_COLUMNS = 200;

/** An archive's parts one after the other, unpacked in pieces: whatever their size, only a piece of each is in memory. */
class Parts {
  readonly #data: Buffer;
  readonly #members: ReadonlyMap<string, { method: number; at: number; packed: number }>;
  #left = MOST_BYTES;

  constructor(data: Buffer) {
    this.#data = data;
    const members = [...membersOf(data, MOST_PARTS)];
    this.#members = new Map(members.map((member) => [member.name.replace(/^\//, ''), member]));
    if (this.#members.size !== members.length) throw new Error('two members of one name');
  }

  async *pieces(name: string): AsyncGenerator<string> {
    const member = this.#members.get(name);
    if (!member) return;
    const packed = this.#data.subarray(member.at, member.at + member.packed);
    const decoder = new TextDecoder();
    for await (const chunk of unpacking(packed, member.method)) {
      this.#left -= chunk.length;
      if (this.#left < 0) throw new Error('too large');
      yield decoder.decode(chunk, { stream: true });
    }
  }

  async whole(name: string): Promise<string> {
    let text = '';
    for await (const piece of this.pieces(name)) text += piece;
    return text;
  }
}

function unpacking(packed: Buffer, method: number): AsyncIterable<Buffer> | Iterable<Buffer> {
  if (method === STORED) return [packed];
  if (method !== DEFLATED) throw new Error('unknown method');
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
  inflate.end(packed);
  return inflate;
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const decoded = (text: string): string =>
  text.includes('&') || text.includes('_x')
    ? text
        .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, number?: string, name?: string) =>
          hex || number
            ? String.fromCodePoint(Math.min(Number.parseInt(hex ?? number ?? '', hex ? 16 : 10), 0x10ffff))
            : (NAMED[name ?? ''] ?? whole),
        )
        .replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** The text of `<t>` elements, without those that only say how Chinese is pronounced. */
function textIn(xml: string): string {
  const shown = xml.includes('<rPh') ? xml.replace(/<rPh[\s\S]*?<\/rPh>/g, '') : xml;
  let text = '';
  for (const [, part = ''] of shown.matchAll(/<t(?:\s[^>]*)?>([\s\S]*?)<\/t>/g)) text += part;
  return decoded(text);
}

/** The elements of this name, each whole, from pieces of a text. */
async function* elements(pieces: AsyncIterable<string>, name: string): AsyncGenerator<string> {
  const open = new RegExp(`<${name}(?=[\\s>/])`, 'g');
  const end = `</${name}>`;
  let rest = '';
  for await (const piece of pieces) {
    rest += piece;
    let from = 0;
    for (;;) {
      open.lastIndex = from;
      const start = open.exec(rest)?.index ?? -1;
      if (start < 0) break;
      const head = rest.indexOf('>', start);
      if (head < 0) break;
      const stop = rest[head - 1] === '/' ? head + 1 : rest.indexOf(end, head) + end.length;
      if (stop < end.length && rest[head - 1] !== '/') break;
      yield rest.slice(start, stop);
      from = stop;
    }
    // What is left may hold the beginning of the next element.
    rest = rest.slice(from);
    if (rest.length > 8 * 1024 * 1024) throw new Error('too large');
  }
}

const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
};

/** 0.1 + 0.2 typed by a formula is 0.3 to a person; 4006381333931 is a barcode, however Excel shows it. */
export function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return text.includes('e') ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 15 }) : text;
}

function cellText(type: string, inner: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return textIn(inner).trim();
  const value = /<v(?:\s[^>]*)?>([\s\S]*?)<\/v>/.exec(inner)?.[1] ?? '';
  if (value === '') return '';
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'str' || type === 'e' || type === 'd') return decoded(value).trim();
  const number = Number(value);
  return Number.isFinite(number) ? plainNumber(number) : value;
}

function cellsOf(row: string, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const [, head = '', inner = ''] of row.matchAll(/<c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/c>)/g)) {
    const reference = /\sr="([A-Z]+)\d*"/.exec(head)?.[1];
    const at = reference ? columnOf(reference) : cells.length;
    if (at >= MOST_COLUMNS) continue;
    while (cells.length < at) cells.push('');
    cells[at] = inner === '' ? '' : cellText(/\st="(\w+)"/.exec(head)?.[1] ?? 'n', inner, shared);
  }
  return cells;
}

async function firstSheet(parts: Parts): Promise<string> {
  const book = await parts.whole('xl/workbook.xml');
  const id = /<sheet\s[^>]*?\br:id="([^"]+)"/.exec(book)?.[1];
  const relations = await parts.whole('xl/_rels/workbook.xml.rels');
  const relation = [...relations.matchAll(/<Relationship\s[^>]*>/g)].find(([one]) => one.includes(`Id="${id}"`))?.[0];
  const target = /Target="([^"]+)"/.exec(relation ?? '')?.[1] ?? 'worksheets/sheet1.xml';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** The rows of the first sheet of an .xlsx with their cells as text, as the file is unpacked. Empty rows keep their place. */
export async function* rowsOfBook(data: Buffer): AsyncGenerator<string[]> {
  const parts = new Parts(data);
  const sheet = await firstSheet(parts);
  const shared: string[] = [];
  for await (const item of elements(parts.pieces('xl/sharedStrings.xml'), 'si')) shared.push(textIn(item).trim());
  let line = 0;
  for await (const row of elements(parts.pieces(sheet), 'row')) {
    const at = Number(/^<row\s[^>]*?\br="(\d+)"/.exec(row)?.[1] ?? line + 1);
    for (; line < at - 1; line++) yield [];
    line = at;
    yield cellsOf(row, shared);
  }
}

const SEPARATORS = [',', ';', '\t', '|'];

/** The rows of a text with separated cells; `sep=` in its first line names the separator. */
export function* rowsOfText(text: string): Generator<string[]> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const named = /^sep=(.)\r?\n/.exec(text.slice(at, at + 8));
  if (named) at += named[0].length;
  const first = text.slice(at, at + 20_000).split(/\r?\n/, 1)[0] ?? '';
  const counted = SEPARATORS.map((one) => [one, first.split(one).length] as const).sort((a, b) => b[1] - a[1]);
  const separator = named?.[1] ?? counted[0]?.[0] ?? ',';
  let row: string[] = [];
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      let end = at + 1;
      for (;;) {
        end = text.indexOf('"', end);
        if (end < 0) end = text.length;
        else if (text[end + 1] === '"') {
          end += 2;
          continue;
        }
        break;
      }
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
    } else {
      let end = at;
      for (; end < text.length; end++) {
        const code = text.charCodeAt(end);
        if (code === 10 || code === 13 || text[end] === separator) break;
      }
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell.trim());
    if (text[at] === separator) {
      at++;
      if (at >= text.length) row.push('');
      continue;
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}
