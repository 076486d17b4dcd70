import { createHash } from 'node:crypto';

/** The types of a value in a statement. An array is one value: `= any(${ids}::bigint[])`. Bytes are a Buffer. */
export type SqlValue =
  | null
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | readonly (string | number | boolean | Date | null | readonly (string | number | null)[])[];

/** A value that several places of a statement share under one number. */
class Shared {
  readonly value: SqlValue;
  constructor(value: SqlValue) {
    this.value = value;
  }
}

/** Marks the place of the transaction's company. */
class Company {
  readonly place = 'company';
}
const COMPANY = new Company();

type Part = Sql | Shared | Company | SqlValue;

/** A statement or a piece of one. Only `sql` makes it, so no text that came from outside can become one. */
export class Sql {
  readonly #strings: readonly string[];
  readonly #parts: readonly Part[];

  constructor(strings: readonly string[], parts: readonly Part[]) {
    this.#strings = strings;
    this.#parts = parts;
  }

  /** @internal */
  write(writing: Writing): void {
    writing.text += this.#strings[0];
    for (let at = 0; at < this.#parts.length; at++) {
      writing.part(this.#parts[at] as Part);
      writing.text += this.#strings[at + 1];
    }
  }
}

class Writing {
  text = '';
  readonly values: unknown[] = [];
  readonly #places = new Map<unknown, string>();
  readonly #companyId: number | undefined;

  constructor(companyId: number | undefined) {
    this.#companyId = companyId;
  }

  part(part: Part): void {
    if (part instanceof Sql) part.write(this);
    else if (part === COMPANY) this.text += this.#once(part, this.#company());
    else if (part instanceof Shared) this.text += this.#once(part, part.value);
    else if (part === undefined) throw new Error(`A value is missing in: ${this.text.slice(-200)}`);
    // The same array in two places is sent once.
    else if (Array.isArray(part)) this.text += this.#once(part, part);
    else this.text += `$${this.values.push(part)}`;
  }

  #company(): number {
    if (this.#companyId === undefined) throw new Error(`sql.company outside of a company's transaction`);
    return this.#companyId;
  }

  #once(key: unknown, value: unknown): string {
    let place = this.#places.get(key);
    if (!place) {
      place = `$${this.values.push(value)}`;
      this.#places.set(key, place);
    }
    return place;
  }
}

/** The statement for PostgreSQL: text with $1, $2 ... and their values. */
export function writeSql(query: Sql, companyId?: number): { text: string; values: unknown[] } {
  const writing = new Writing(companyId);
  query.write(writing);
  return writing;
}

/** So many plans a connection keeps at most. */
const KEPT = 2_000;

/** The names under which the connections of one database keep the plans of repeated statements. */
export class StatementNames {
  /** Texts used once recently. */
  readonly #once = new Set<string>();
  readonly #names = new Map<string, string>();
  readonly #kept: number;

  /** @param named false: none has a name */
  constructor(named = true) {
    this.#kept = named ? KEPT : 0;
  }

  /** A statement of every transaction. */
  always(
    name: string,
    text: string,
    values: readonly unknown[] = [],
  ): { name: string; text: string; values: readonly unknown[] } {
    return { name: this.#kept === 0 ? '' : name, text, values };
  }

  /** The name for this text; '' for a first use, or beyond the limit. */
  of(text: string): string {
    const name = this.#names.get(text);
    if (name) return name;
    if (this.#kept === 0) return '';
    if (!this.#once.delete(text) || this.#names.size >= this.#kept) {
      if (this.#once.size >= KEPT) this.#once.clear();
      this.#once.add(text);
      return '';
    }
    const hash = `q${createHash('md5').update(text).digest('base64url')}`;
    this.#names.set(text, hash);
    return hash;
  }
}

const EMPTY = new Sql([''], []);

/**
 * A statement, or a piece that goes into one: ``sql`select id from product where company_id = ${sql.company}` ``. Values
 * become parameters, pieces are put in. The same primitive in two places is two parameters; `sql.value` makes it one.
 */
export function sql(strings: TemplateStringsArray, ...parts: Part[]): Sql {
  return new Sql(strings, parts);
}
/** The company of the transaction. */
sql.company = COMPANY;
sql.empty = EMPTY;
/** One parameter for a value that several places share. */
sql.value = (value: SqlValue): Shared => new Shared(value);
/** An object or array as JSON. */
sql.json = (value: unknown): Sql => sql`${JSON.stringify(value)}::jsonb`;
/** A name of a column or table from a closed list. @throws if it is not in the list */
sql.id = <N extends string>(name: N, allowed: readonly N[]): Sql => {
  if (!allowed.includes(name) || !/^[A-Za-z_][\w.]*$/.test(name)) throw new Error(`${name} is no known column`);
  return new Sql([name], []);
};
/** A whole number of ours as text of the statement, if the planner should know it: `limit ${sql.literal(MOST)}`. */
sql.literal = (value: number): Sql => {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`);
  return new Sql([String(value)], []);
};
/** Pieces with something between them; nothing for none. */
sql.join = (pieces: readonly Sql[], between: Sql = sql`, `): Sql => {
  if (pieces.length === 0) return EMPTY;
  const parts = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece]));
  return new Sql(['', ...parts.map(() => '')], parts);
};
/** All of these conditions; true for none. */
sql.and = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;

/**
 * `coalesce(first, second)` for the condition of a join or a lookup by key. Row-level security keeps what may be leaky out
 * of index scans, and PostgreSQL counts `coalesce` among it: the table would be read whole.
 */
export const firstOf = (first: Sql, second: Sql): Sql =>
  sql`(case when ${first} is null then ${second} else ${first} end)`;
