import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import { DEFLATED, type ZipPart, zipDirectory, zipHead, zipSizes } from './zip.ts';

/** A cell: text, an exact number as decimal string, or nothing. */
export type Cell = string | { number: string } | null;

interface SheetColumn {
  title: string;
  width: number;
}

const MAX_SHEET_ROWS = 1_048_575;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/**
 * Writes an .xlsx row by row, one sheet after the other: whatever the number of rows, only the packed bytes stay in memory, and
 * packing happens off the event loop. Text is written as text, so a cell that begins with "=" never becomes a formula.
 */
export class XlsxWriter {
  readonly #chunks: Buffer[] = [];
  readonly #parts: ZipPart[] = [];
  #columns = 0;
  #offset = 0;
  #rows = 0;
  #sheets = 0;
  #sheet: OpenPart | undefined;

  /** With one sheet. */
  static async open(columns: readonly SheetColumn[]): Promise<XlsxWriter> {
    const writer = await XlsxWriter.book(['Sheet1']);
    await writer.sheet(columns);
    return writer;
  }

  /** With sheets of these names: `sheet` begins each of them. */
  static async book(names: readonly string[]): Promise<XlsxWriter> {
    const writer = new XlsxWriter();
    for (const [name, text] of Object.entries(fixedParts(names))) await writer.#whole(name, HEAD + text);
    return writer;
  }

  async sheet(columns: readonly SheetColumn[]): Promise<void> {
    await this.#closeSheet();
    this.#columns = columns.length;
    this.#rows = 0;
    const widths = columns
      .map((column, i) => `<col min="${i + 1}" max="${i + 1}" width="${column.width}" customWidth="1"/>`)
      .join('');
    this.#sheets++;
    this.#sheet = this.#open(`xl/worksheets/sheet${this.#sheets}.xml`);
    await this.#sheet.write(
      `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>`,
    );
    await this.#sheet.write(
      rowXml(
        1,
        columns.map((column) => column.title),
        1,
      ),
    );
  }

  /** @throws when the sheet would have more rows than a spreadsheet can hold */
  async rows(rows: readonly (readonly Cell[])[]): Promise<void> {
    if (this.#rows + rows.length > MAX_SHEET_ROWS) throw new Error('more rows than a sheet can hold');
    const first = this.#rows + 2;
    this.#rows += rows.length;
    await this.#sheet?.write(rows.map((row, i) => rowXml(first + i, row.slice(0, this.#columns))).join(''));
  }

  async #closeSheet(): Promise<void> {
    await this.#sheet?.write('</sheetData></worksheet>');
    await this.#sheet?.close();
    this.#sheet = undefined;
  }

  async finish(): Promise<Buffer> {
    await this.#closeSheet();
    this.#put(zipDirectory(this.#parts, DEFLATED, this.#offset));
    return Buffer.concat(this.#chunks);
  }

  async #whole(name: string, text: string): Promise<void> {
    const part = this.#open(name);
    await part.write(text);
    await part.close();
  }

  #open(name: string): OpenPart {
    const part: ZipPart = { name, crc: 0, size: 0, packed: 0, offset: this.#offset };
    this.#put(zipHead(name, DEFLATED));
    return new OpenPart(
      part,
      (chunk) => this.#put(chunk),
      () => {
        this.#put(zipSizes(part));
        this.#parts.push(part);
      },
    );
  }

  #put(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#offset += chunk.length;
  }
}

/** One member of the archive while it is written: its size and checksum follow it. */
class OpenPart {
  readonly #part: ZipPart;
  readonly #deflate: DeflateRaw = createDeflateRaw({ level: 6 });
  readonly #ended: Promise<void>;
  readonly #onClose: () => void;

  constructor(part: ZipPart, put: (chunk: Buffer) => void, onClose: () => void) {
    this.#part = part;
    this.#onClose = onClose;
    this.#ended = new Promise((resolve, reject) => {
      this.#deflate.on('data', (chunk: Buffer) => {
        part.packed += chunk.length;
        put(chunk);
      });
      this.#deflate.once('end', resolve).once('error', reject);
    });
  }

  write(text: string): Promise<void> {
    const data = Buffer.from(text, 'utf8');
    this.#part.crc = crc32(data, this.#part.crc);
    this.#part.size += data.length;
    return new Promise((resolve, reject) => {
      this.#deflate.write(data, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    this.#deflate.end();
    await this.#ended;
    this.#onClose();
  }
}

function rowXml(line: number, cells: readonly Cell[], style = 0): string {
  const styled = style === 0 ? '' : ` s="${style}"`;
  const inner = cells.map((cell) => {
    if (cell === null || cell === '') return '<c/>';
    if (typeof cell === 'string')
      return `<c t="inlineStr"${styled}><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
    return `<c><v>${escapeXml(cell.number)}</v></c>`;
  });
  return `<row r="${line}">${inner.join('')}</row>`;
}

/** Text for XML 1.0, without unsupported characters (control characters, halves of pairs). */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      .slice(0, 32_767)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&quot;'))
  );
}

const numbered = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i + 1)).join('');
const fixedParts = (names: readonly string[]) => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${numbered(names.length, (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbered(names.length, (n) => `<sheet name="${escapeXml(names[n - 1] ?? '')}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${numbered(names.length, (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
});
