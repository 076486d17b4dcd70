import { type ZipMemberWriter, ZipWriter } from './zip-writer.ts';

/** A cell: text, an exact number as decimal string, or nothing. */
export type Cell = string | { number: string } | null;

export interface SheetColumn {
  title: string;
  width: number;
}

/** Beside the line of titles: what a spreadsheet can hold. */
const MAX_SHEET_ROWS = 1_048_575;
/** Of a sheet's text; the sizes of an archive's members have 32 bits. */
const MAX_SHEET_BYTES = 3_000_000_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

interface Writing {
  /** Takes the bytes as they come; without it they stay in memory for `finish`. */
  write?: (chunk: Buffer) => Promise<void>;
  sheetRows?: number;
}

/**
 * Writes an .xlsx row by row, one sheet after the other: whatever the number of rows, only packed bytes stay in memory,
 * and packing happens off the event loop. Rows beyond a sheet go on in a further one. Text is written as text, so a cell
 * that begins with "=" never becomes a formula.
 */
export class XlsxWriter {
  readonly #zip: ZipWriter;
  readonly #sheetRows: number;
  /** Names of sheets that are still to come, and of those that are there. */
  readonly #coming: string[];
  readonly #names: string[] = [];
  #name = '';
  #columns: readonly SheetColumn[] = [];
  #rows = 0;
  #sheet: ZipMemberWriter | undefined;

  private constructor(names: readonly string[], { write, sheetRows = MAX_SHEET_ROWS }: Writing) {
    this.#coming = [...names];
    this.#zip = new ZipWriter(write);
    this.#sheetRows = sheetRows;
  }

  /** With one sheet. */
  static async open(columns: readonly SheetColumn[]): Promise<XlsxWriter> {
    const writer = await XlsxWriter.book(['Sheet1']);
    await writer.sheet(columns);
    return writer;
  }

  /** With sheets of these names: `sheet` begins each of them. */
  static async book(names: readonly string[], writing: Writing = {}): Promise<XlsxWriter> {
    const writer = new XlsxWriter(names, writing);
    for (const [name, text] of Object.entries(FIXED)) await writer.#zip.whole(name, HEAD + text);
    return writer;
  }

  async sheet(columns: readonly SheetColumn[]): Promise<void> {
    this.#columns = columns;
    this.#name = this.#coming.shift() ?? `Sheet${this.#names.length + 1}`;
    await this.#begin(this.#name);
  }

  async #begin(name: string): Promise<void> {
    await this.#closeSheet();
    const columns = this.#columns;
    this.#rows = 0;
    this.#names.push(name);
    const widths = columns
      .map((column, i) => `<col min="${i + 1}" max="${i + 1}" width="${column.width}" customWidth="1"/>`)
      .join('');
    this.#sheet = this.#zip.open(`xl/worksheets/sheet${this.#names.length}.xml`);
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

  async rows(rows: readonly (readonly Cell[])[]): Promise<void> {
    for (let at = 0, part = 2; at < rows.length; ) {
      if (this.#rows >= this.#sheetRows || (this.#sheet?.size() ?? 0) > MAX_SHEET_BYTES) {
        while (this.#names.includes(`${this.#name} (${part})`)) part++;
        await this.#begin(`${this.#name} (${part})`);
      }
      const some = rows.slice(at, at + this.#sheetRows - this.#rows);
      const first = this.#rows + 2;
      this.#rows += some.length;
      at += some.length;
      await this.#sheet?.write(some.map((row, i) => rowXml(first + i, row.slice(0, this.#columns.length))).join(''));
    }
    await this.#zip.handOn();
  }

  async #closeSheet(): Promise<void> {
    await this.#sheet?.write('</sheetData></worksheet>');
    await this.#sheet?.close();
    this.#sheet = undefined;
  }

  /** The rest of the bytes go where they are written to. */
  async end(): Promise<void> {
    await this.#closeSheet();
    for (const [name, text] of Object.entries(partsOf(this.#names))) await this.#zip.whole(name, HEAD + text);
    await this.#zip.end();
  }

  /** The whole file. */
  async finish(): Promise<Buffer> {
    await this.end();
    return this.#zip.kept();
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
const FIXED = {
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
};
/** Beside the sheets, which are known at the end. */
const partsOf = (names: readonly string[]) => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${numbered(names.length, (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbered(names.length, (n) => `<sheet name="${escapeXml(names[n - 1] ?? '')}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${numbered(names.length, (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
});
