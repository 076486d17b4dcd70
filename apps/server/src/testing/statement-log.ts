import { dirname, join } from 'node:path';

/** Where the statements of a run are noted; scripts/statements.ts compares them with the types in the code. */
export const STATEMENTS = join(import.meta.dirname, '../../../../node_modules/.cache/tradewind/statements.jsonl');

/** The whole texts of all statements of a run, each once a process; scripts/cluster-rules.ts reads them. */
export const TEXTS = join(dirname(STATEMENTS), 'texts.jsonl');
export interface ObservedText {
  site: string;
  text: string;
}

/** A statement: where the code asks for its rows, how the database describes them, and which columns were null. */
export interface ObservedStatement {
  site: string;
  columns: Record<string, ColumnKind>;
  nulls: string[];
}
export type ColumnKind = 'number' | 'text' | 'boolean' | 'date' | 'json' | 'list' | 'bytes';
