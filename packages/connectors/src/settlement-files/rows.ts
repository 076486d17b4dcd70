/** The rows of a file, which can be gone through again: first for what holds of all of them, then for each. */
export type Rows = Iterable<readonly string[]>;

const SEPARATORS = ['\t', ';', ',', '|'];
const LOOKED_AT = 40;

/** What parts the cells: the sign that one of the first lines holds most often; a tab before all others. */
function separatorOf(text: string): string {
  const lines: string[] = [];
  for (let at = 0; at < text.length && lines.length < LOOKED_AT; ) {
    const end = text.indexOf('\n', at);
    lines.push(text.slice(at, end < 0 ? text.length : end).replace(/"[^"]*"/g, ''));
    at = end < 0 ? text.length : end + 1;
  }
  const most = (sign: string) => Math.max(0, ...lines.map((line) => line.split(sign).length - 1));
  if (most('\t') > 2) return '\t';
  return SEPARATORS.map((sign) => [sign, most(sign)] as const).sort((a, b) => b[1] - a[1])[0]?.[0] ?? ',';
}

/** The rows of a text with separated cells. The text stays, the rows do not. */
export function rowsOfText(text: string): Rows {
  const lines = text.includes('\n') ? text : text.replaceAll('\r', '\n');
  const separator = separatorOf(lines);
  return { [Symbol.iterator]: () => split(lines, separator) };
}

function* split(text: string, separator: string): Generator<readonly string[]> {
  // What is separated by tabs is not quoted, apart from what a spreadsheet has saved once more.
  const quoting = separator !== '\t';
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    let end = found < 0 ? text.length : found;
    if (quoting && text.slice(at, end).includes('"')) {
      const cells: string[] = [];
      end = quoted(text, at, separator, cells);
      yield cells;
    } else {
      const line = text.slice(at, text[end - 1] === '\r' ? end - 1 : end);
      yield line.split(separator).map(plain);
    }
    at = end + 1;
  }
}

const plain = (cell: string): string => {
  const [first, last] = [cell.charCodeAt(0), cell.charCodeAt(cell.length - 1)];
  // Most cells are as they should be: neither blanks nor quotes around them.
  if (first > BLANK && first < BEYOND && first !== QUOTE && last > BLANK && last < BEYOND) return cell;
  if (cell === '') return cell;
  const text = cell.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).replaceAll('""', '"').trim()
    : text;
};

const [BLANK, QUOTE, BEYOND] = [0x20, 0x22, 0x80];

/** One row from `at`, which may go over several lines. @returns where it ends */
function quoted(text: string, start: number, separator: string, cells: string[]): number {
  let at = start;
  for (;;) {
    let cell = '';
    while (text[at] === ' ') at++;
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
    }
    const from = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n') at++;
    cells.push((cell + text.slice(from, at)).trim());
    if (text[at] !== separator) return Math.min(at, text.length);
    at++;
  }
}
