import { Worker } from 'node:worker_threads';
import type { WorkBook } from '@e965/xlsx';
import type { Language } from './context.ts';
import { ruleBroken } from './errors.ts';
import { onDemand } from './on-demand.ts';
import { defineTexts } from './text/texts.ts';

const xlsx = onDemand<typeof import('@e965/xlsx')>('@e965/xlsx');

defineTexts({
  'sheet.unreadable': [
    '无法读取该文件，请用 Excel 另存为“Excel 97-2003 工作簿 (.xls)”后再试',
    'Could not read this file. Save it in Excel as “Excel 97-2003 Workbook (.xls)” and try again',
  ],
  'sheet.tooManyRows': [
    '文件超过 {rows} 行，请拆分后导入',
    'The file has more than {rows} rows. Split it and import the parts',
  ],
});

/** The maximum rows of one import by default; split larger files. */
const IMPORT_ROWS = 5_000;
const READ_WITHIN_MS = 30_000;
/** Threads at once: what all of them may take together stays below 2 GB, however many files arrive. */
const THREADS = 3;
const waiting: (() => void)[] = [];
let reading = 0;

/**
 * The cells of the first sheet as text, line by line; numbers exactly, never rounded for display. Files come from
 * outside, so a thread of its own reads each with a limit on time and memory: a bad file ends with the thread. @throws
 * ruleBroken sheet.unreadable, sheet.tooManyRows
 */
export async function readSheet(data: Buffer, most = IMPORT_ROWS): Promise<string[][]> {
  const rows = await inTurn(() => inThread<string[]>({ data, rows: most + 2, large: most > IMPORT_ROWS }));
  if (rows === undefined) throw ruleBroken('sheet.unreadable');
  if (rows.length > most + 1) throw ruleBroken('sheet.tooManyRows', { rows: most });
  return rows;
}

export interface BookSheet {
  name: string;
  rows: string[][];
}
/** The same of all sheets of a workbook. */
export async function readBook(data: Buffer, most: number): Promise<BookSheet[]> {
  const sheets = await inTurn(() => inThread<BookSheet>({ data, rows: most + 2, large: false, book: true }));
  if (sheets === undefined) throw ruleBroken('sheet.unreadable');
  if (sheets.some(({ rows }) => rows.length > most + 1)) throw ruleBroken('sheet.tooManyRows', { rows: most });
  return sheets;
}

async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  if (reading >= THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
  else reading++;
  return read().finally(() => {
    // Whoever waits takes over the place; without anybody it is free.
    const next = waiting.shift();
    if (next) next();
    else reading--;
  });
}

const KEPT_TEXTS = 20_000;
/** A column of a sheet says the same again and again: each text is kept once. */
function onceEach(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size < KEPT_TEXTS) known.set(text, text);
    return text;
  };
}

interface Reading {
  data: Buffer;
  rows: number;
  large: boolean;
  /** All sheets, each with its name. */
  book?: boolean;
}
function inThread<Part extends string[] | BookSheet>({ data, ...reading }: Reading): Promise<Part[] | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData: { data: new Uint8Array(data), ...reading },
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
    });
    const timer = setTimeout(() => void worker.terminate(), READ_WITHIN_MS);
    const read: Part[] = [];
    const once = onceEach();
    const compact = (part: Part) =>
      (Array.isArray(part) ? part.map(once) : { ...part, rows: part.rows.map((row) => row.map(once)) }) as Part;
    let answer: Part[] | undefined;
    let unreadable = false;
    // A large file comes in sets.
    worker.on('message', (parts: Part[] | 'unreadable' | 'end') => {
      if (parts === 'unreadable') unreadable = true;
      else if (parts !== 'end') for (const part of parts) read.push(compact(part));
      else if (!unreadable) answer = read;
    });
    worker.once('error', () => {});
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}

export interface TemplateColumn {
  title: readonly [zh: string, en: string];
  required?: boolean;
  example: string;
  /** The allowed content of the column. */
  hint: readonly [zh: string, en: string];
}

/**
 * A template as Excel 97-2003 file: titles and the rows to fill in, or an example; a second sheet explains each column.
 */
export function writeTemplate(
  columns: readonly TemplateColumn[],
  language: Language,
  rows: readonly (readonly string[])[] = [],
): Buffer {
  const { utils } = xlsx();
  const at = language === 'zh' ? 0 : 1;
  const head = columns.map((column) => column.title[at] + (column.required ? '*' : ''));
  const body = rows.length > 0 ? rows.map((row) => [...row]) : [columns.map((column) => column.example)];
  const sheet = utils.aoa_to_sheet([head, ...body]);
  sheet['!cols'] = columns.map((column) => ({ wch: Math.max(12, column.example.length + 4) }));
  const words =
    language === 'zh'
      ? ['列', '是否必填', '说明', '必填', '选填']
      : ['Column', 'Required', 'What to fill in', 'yes', 'no'];
  const help = utils.aoa_to_sheet([
    words.slice(0, 3),
    ...columns.map((column) => [column.title[at], column.required ? words[3] : words[4], column.hint[at]]),
  ]);
  help['!cols'] = [{ wch: 20 }, { wch: 10 }, { wch: 80 }];
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, SHEET[at]);
  utils.book_append_sheet(book, help, language === 'zh' ? '说明' : 'Help');
  return asXls(book);
}

/** Rows of text under titles as Excel 97-2003 file. */
export function writeRows(titles: readonly string[], rows: readonly (readonly string[])[], language: Language): Buffer {
  const { utils } = xlsx();
  const sheet = utils.aoa_to_sheet([[...titles], ...rows.map((row) => [...row])]);
  sheet['!cols'] = titles.map((title) => ({ wch: Math.max(12, title.length * 2) }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, SHEET[language === 'zh' ? 0 : 1]);
  return asXls(book);
}

const SHEET = ['导入', 'Import'] as const;
const asXls = (book: WorkBook) => Buffer.from(xlsx().write(book, { type: 'buffer', bookType: 'biff8' }) as Uint8Array);
