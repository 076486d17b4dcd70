import type { RateCardContent, RateCardDraft } from '@tradewind/contract/logistics/rates.ts';
import { RATE_CARD_SHEETS, type RateCardSheet, type SheetProblem } from '@tradewind/contract/logistics.ts';
import type { Language } from '../../../core/context.ts';
import { Fail } from '../../../core/errors.ts';
import { fieldProblems } from '../../../core/http/parse.ts';
import { withHint } from '../../../core/import-evaluate.ts';
import { arrange, titleOf as columnTitle } from '../../../core/import-sheet.ts';
import { readBook, type BookSheet as SheetOfFile } from '../../../core/sheets.ts';
import { say } from '../../../core/text/texts.ts';
import { BOOK, type BookColumn } from './book.ts';
import { cardProblems } from './problems.ts';

const MOST_ROWS = 100_000;
const titleOf = (sheet: RateCardSheet, language: Language) => BOOK[sheet].title[language === 'zh' ? 0 : 1];

/** A row of a sheet as its shape reads it, and its line in the file. */
interface Line {
  line: number;
  value: unknown;
}

export interface BookRead {
  /** Undefined while there are problems. */
  content?: RateCardContent;
  problems: SheetProblem[];
}

/** Reads a workbook as a rate card; names everything in it that is wrong. @throws ruleBroken sheet.unreadable */
export async function readCardBook(data: Buffer, language: Language): Promise<BookRead> {
  const file = await readBook(data, MOST_ROWS);
  const problems: SheetProblem[] = [];
  const lines = Object.fromEntries(
    RATE_CARD_SHEETS.map((sheet) => [sheet, linesOf(file, sheet, language, problems)]),
  ) as Record<RateCardSheet, Line[]>;
  if (problems.length > 0) return { problems };
  const valuesOf = (sheet: RateCardSheet) => lines[sheet].map((one) => one.value) as never[];
  const [{ fuelOn, ...terms } = { fuelOn: [] }] = lines.card.map((one) => one.value as { fuelOn: string[] });
  const content = {
    ...terms,
    areas: valuesOf('zones'),
    prices: valuesOf('prices'),
    surcharges: valuesOf('surcharges'),
    remote: valuesOf('remote'),
    fuel: lines.fuel.length > 0 ? { on: fuelOn, weeks: valuesOf('fuel') } : null,
  } as unknown as RateCardContent;
  const whole = problemsOf(content, language, (sheet, row) => lines[sheet][row]?.line ?? row + FIRST_LINE);
  return whole.length > 0 ? { problems: whole } : { content, problems: [] };
}

function linesOf(
  file: readonly SheetOfFile[],
  name: RateCardSheet,
  language: Language,
  problems: SheetProblem[],
): Line[] {
  const { title, columns, row: shape, most } = BOOK[name];
  const known = [name, ...title].map((one) => one.toLowerCase());
  const found = file.find((sheet) => known.includes(sheet.name.trim().toLowerCase()));
  const ofSheet = (code: string, params?: Record<string, string | number>) =>
    problems.push({ sheet: titleOf(name, language), row: null, column: '', message: say(language, code, params) });
  const empty = !found?.rows.slice(1).some((cells) => cells.some((cell) => cell !== ''));
  const optional = name === 'surcharges' || name === 'fuel' || name === 'remote';
  // Workbooks from before remote areas have no sheet of them.
  if (!found && name !== 'remote') ofSheet('logistics.rateSheetMissing');
  else if (empty && !optional) ofSheet('import.empty');
  if (!found || empty) return [];
  try {
    const { rows } = arrange({ columns }, found.rows);
    if (rows.length > most) ofSheet('sheet.tooManyRows', { rows: most });
    return rows.slice(0, most).map(({ line, cells }) => {
      const parsed = shape.safeParse(rowOf(columns, cells));
      if (!parsed.success)
        for (const { path, message } of fieldProblems(parsed.error, language)) {
          const column = columns.find(({ key }) => path === key || path.startsWith(`${key}.`));
          problems.push({
            ...{ sheet: titleOf(name, language), row: line, column: column ? columnTitle(column, language) : path },
            message: column ? withHint({ columns }, column.key, message, language) : message,
          });
        }
      return { line, value: parsed.data };
    });
  } catch (error) {
    if (!(error instanceof Fail)) throw error;
    ofSheet(error.code, error.params);
    return [];
  }
}

/** The filled cells at the paths of their columns. */
function rowOf(columns: readonly BookColumn[], cells: Readonly<Record<string, string>>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { key, read } of columns) {
    const text = cells[key] ?? '';
    if (text === '') continue;
    const value = read ? read(text) : text;
    const [outer = '', inner] = key.split('.');
    if (inner) row[outer] = { ...(row[outer] as object | undefined), [inner]: value };
    else row[outer] = value;
  }
  return row;
}

/** The first row of a sheet below its titles. */
const FIRST_LINE = 2;
const SHEET_OF = { prices: 'prices', areas: 'zones', surcharges: 'surcharges', remote: 'remote' } as const;

/** Overlaps, gaps and dead ends in words; a draft has its rows where its workbook has them. */
export function problemsOf(
  draft: RateCardDraft,
  language: Language,
  lineOf: (sheet: RateCardSheet, row: number) => number = (_sheet, row) => row + FIRST_LINE,
): SheetProblem[] {
  const lacking = (['areas', 'prices'] as const).flatMap((part): SheetProblem[] =>
    draft[part].length > 0
      ? []
      : [{ sheet: titleOf(SHEET_OF[part], language), row: null, column: '', message: say(language, 'import.empty') }],
  );
  if (lacking.length > 0) return lacking;
  return cardProblems(draft).map(({ code, at, rows, about }) => {
    const sheet = SHEET_OF[at];
    const lines = rows.map((row) => lineOf(sheet, row));
    return {
      sheet: titleOf(sheet, language),
      row: lines.at(-1) ?? null,
      column: '',
      message: say(language, `logistics.rateProblem.${code}`, { about, rows: lines.join(', ') }),
    };
  });
}
