import type { Ctx, Language } from './context.ts';
import type { Tx } from './database/database.ts';
import { fieldProblems } from './http/parse.ts';
import type { ImportKind, Problem, Verdict } from './import-kind.ts';
import { type SheetLayout, titleOf } from './import-sheet.ts';
import { say } from './text/texts.ts';

export interface EvaluatedRow<T> {
  line: number;
  cells: Record<string, string>;
  value: T | undefined;
  action: 'create' | 'update' | null;
  problems: { column: string; message: string }[];
  needs?: { offer: string; name: string };
}
type Lines = SheetLayout['rows'];

/** Evaluates the rows of one file, all at once or in sets one after the other: it remembers what stood in earlier ones. */
export class Evaluator<T> {
  readonly #kind: ImportKind<T>;
  readonly #language: Language;
  readonly #accepted: ReadonlySet<string> | 'preview';
  /** The first line with each key, and with each value of a unique column. */
  readonly #first = new Map<string, number>();

  constructor(kind: ImportKind<T>, language: Language, accepted: ReadonlySet<string> | 'preview') {
    this.#kind = kind;
    this.#language = language;
    this.#accepted = accepted;
  }

  /** Sets of this many rows; a kind with groups needs all of them together. */
  get each(): number {
    const { later, groupOf } = this.#kind;
    return groupOf ? Number.MAX_SAFE_INTEGER : (later?.each ?? Number.MAX_SAFE_INTEGER);
  }

  /** Reads rows without the database: rows that an earlier run has imported. */
  read(lines: Lines): EvaluatedRow<T>[] {
    return lines.map((line) => this.#read(line));
  }

  /** The same rows may be evaluated again: a transaction may be repeated. */
  async evaluate(tx: Tx, ctx: Ctx, lines: Lines): Promise<EvaluatedRow<T>[]> {
    const rows = this.read(lines);
    const readable = rows.flatMap(({ line, value, problems }) =>
      value !== undefined && problems.length === 0 ? [{ line, value }] : [],
    );
    const verdicts = readable.length > 0 ? await this.#kind.check(tx, ctx, readable) : new Map<number, Verdict>();
    for (const row of rows) {
      const verdict = verdicts.get(row.line);
      if (verdict) this.#apply(row, verdict);
    }
    if (this.#kind.groupOf) spoilGroups(rows, this.#kind.groupOf, this.#language);
    return rows;
  }

  #read({ line, cells }: Lines[number]): EvaluatedRow<T> {
    const kind = this.#kind;
    const filled: Record<string, unknown> = {};
    for (const { key, read } of kind.columns) {
      const text = cells[key] ?? '';
      if (text !== '') filled[key] = read ? read(text) : text;
    }
    const parsed = kind.row.safeParse(filled);
    if (!parsed.success) {
      const problems = fieldProblems(parsed.error, this.#language).map(({ path, message }) => ({
        column: path,
        message: withHint(kind, path, message, this.#language),
      }));
      return { line, cells, value: undefined, action: null, problems };
    }
    return { line, cells, value: parsed.data, action: null, problems: this.#duplicates(line, parsed.data) };
  }

  #duplicates(line: number, value: T): EvaluatedRow<T>['problems'] {
    const problem = (column: string, text: string) => {
      const first = this.#first.get(text);
      if (first === undefined) this.#first.set(text, line);
      return first === undefined || first === line
        ? []
        : [{ column, message: say(this.#language, 'import.duplicate', { line: first }) }];
    };
    const ofKey = problem(this.#kind.columns[0]?.key ?? '', `\n${this.#kind.keyOf(value)}`);
    if (ofKey.length > 0) return ofKey;
    const uniques = Object.entries(this.#kind.uniques?.(value) ?? {});
    return uniques.flatMap(([column, text]) => (text ? problem(column, `${column}\n${text}`) : []));
  }

  #apply(row: EvaluatedRow<T>, { action, problems, needs }: Verdict): void {
    row.action = action;
    if (needs) row.needs = { offer: needs.offer, name: needs.name };
    const accepted = this.#accepted;
    const refused: Problem[] = needs && accepted !== 'preview' && !accepted.has(needs.offer) ? [needs] : [];
    for (const { column, code, params } of [...problems, ...refused])
      row.problems.push({ column, message: say(this.#language, code, params) });
  }
}

export const reasonOf = <T>(sheet: SheetLayout, row: EvaluatedRow<T>, language: Language) =>
  row.problems.map(({ column, message }) => withTitle(sheet, column, message, language)).join('; ');

function withTitle(sheet: SheetLayout, key: string, message: string, language: Language): string {
  const column = sheet.columns.find((one) => one.key === key);
  return column ? `${titleOf(column, language)}: ${message}` : message;
}

/** Adds the column's hint to a vague message such as "not a valid option". */
export function withHint(
  kind: Pick<ImportKind<never>, 'columns'>,
  key: string,
  message: string,
  language: Language,
): string {
  const hint = kind.columns.find((column) => column.key === key)?.hint[language === 'zh' ? 0 : 1];
  const vague = ['core.badChoice', 'core.badFormat'].some((code) => say(language, code) === message);
  if (!hint || !vague) return message;
  return language === 'zh' ? `${message}（${hint}）` : `${message} (${hint})`;
}

function spoilGroups<T>(
  rows: readonly EvaluatedRow<T>[],
  groupOf: (cells: Record<string, string>) => string,
  language: Language,
): void {
  for (const group of Map.groupBy(rows, (row) => groupOf(row.cells)).values()) {
    const bad = group.find((row) => row.problems.length > 0);
    if (!bad) continue;
    for (const row of group)
      if (row.problems.length === 0)
        row.problems.push({ column: '', message: say(language, 'import.groupBad', { line: bad.line }) });
  }
}
