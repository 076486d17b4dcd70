import { parentPort, workerData } from 'node:worker_threads';
import { type CellObject, read, set_cptable, utils, type WorkSheet } from '@e965/xlsx';
import { storableText } from '@tradewind/connectors/storable.ts';
import { plainNumber, rowsOfBook, rowsOfText } from './sheet-rows.ts';
import { unpackedZip } from './zip.ts';

const { data, rows, large, book } = workerData as { data: Uint8Array; rows: number; large: boolean; book?: boolean };

function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.v === null) return '';
  if (cell.t === 'e') return cell.w ?? '#ERROR';
  if (cell.t === 'd' && cell.v instanceof Date) return cell.v.toISOString().slice(0, 10);
  // 4006381333931 is a barcode: "4.00638E+12" is only how Excel shows it in a narrow column.
  if (cell.t === 'n') return typeof cell.v === 'number' ? plainNumber(cell.v) : String(cell.v);
  if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE';
  return storableText(String(cell.v)).trim();
}

const isZip = data[0] === 0x50 && data[1] === 0x4b;
const isOld = data[0] === 0xd0;
const isBook = isOld || isZip;
/** Where an old file names its code page, as Excel has done since 1997: 1200, which is UTF-16. */
const IN_UNICODE = Buffer.from([0x42, 0, 2, 0, 0xb0, 0x04]);
// Others name one of their country (936 for Chinese). Its table is not part of the reader itself, and takes 0.1 s to load.
if (isOld && !Buffer.from(data.buffer).includes(IN_UNICODE))
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));

/**
 * The reader unpacks whatever an archive holds, outside of the heap that this thread is limited to. So it gets only the
 * parts that a sheet is made of, unpacked and counted: 5,000 rows of 30 long texts are less than 10 MB.
 */
const OF_A_SHEET = {
  keep: (name: string) => /^\/?(xl\/|_rels\/|\[Content_Types\]\.xml$)/i.test(name) && /\.(xml|rels)$/i.test(name),
  mostParts: 2_000,
  mostBytes: 64 * 1024 * 1024,
};

/** Excel in China saves .csv in GB 18030, everybody else in UTF-8. */
function textOfFile(): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return new TextDecoder('gb18030').decode(data);
  }
}

function openBook() {
  const options = { dense: true, sheetRows: rows, cellFormula: false, cellHTML: false, cellText: false };
  const which = book ? options : { ...options, sheets: 0 };
  // In a table of text a cell is its text: "0012" is no number, "1-2" no day.
  return isBook
    ? read(isZip ? unpackedZip(Buffer.from(data), OF_A_SHEET) : data, { ...which, type: 'array' })
    : read(textOfFile(), { ...which, type: 'string', raw: true });
}

function rowsOf(sheet: WorkSheet | undefined): string[][] {
  if (!sheet?.['!ref']) return [];
  const range = utils.decode_range(sheet['!ref']);
  const lines = sheet['!data'] ?? [];
  const width = Math.min(range.e.c + 1, 200);
  const result: string[][] = [];
  for (let r = 0; r <= range.e.r; r++) result.push(Array.from({ length: width }, (_, c) => textOf(lines[r]?.[c])));
  while (result.length > 0 && result.at(-1)?.every((cell) => cell === '')) result.pop();
  return result;
}

function readRows(): string[][] | null {
  try {
    const { Sheets, SheetNames } = openBook();
    return rowsOf(Sheets[SheetNames[0] ?? '']);
  } catch {
    return null;
  }
}

const MOST_SHEETS = 30;
function readSheets(): { name: string; rows: string[][] }[] | null {
  try {
    const { Sheets, SheetNames } = openBook();
    return SheetNames.slice(0, MOST_SHEETS).map((name) => ({ name, rows: rowsOf(Sheets[name]) }));
  } catch {
    return null;
  }
}

const AT_ONCE = 2_000;

/** Reads a large file in a stream and hands its rows over in sets, so that this thread holds few of them. */
async function streamRows(): Promise<void> {
  const set: string[][] = [];
  let empty = 0;
  let read = 0;
  const hand = () => parentPort?.postMessage(set.splice(0));
  for await (const cells of isZip ? rowsOfBook(Buffer.from(data)) : rowsOfText(textOfFile())) {
    if (cells.every((cell) => cell === '')) {
      empty++;
      continue;
    }
    // Empty rows count only between filled ones.
    for (; empty > 0; empty--) set.push([]);
    set.push(cells.map((cell) => storableText(cell)));
    if (++read >= rows) break;
    if (set.length >= AT_ONCE) hand();
  }
  hand();
  if (read === 0) whole();
}

function whole(): void {
  const read = readRows();
  parentPort?.postMessage(read ?? 'unreadable');
}

if (book) parentPort?.postMessage(readSheets() ?? 'unreadable');
else if (large && !isOld) await streamRows().catch(() => parentPort?.postMessage('unreadable'));
else whole();
parentPort?.postMessage('end');
