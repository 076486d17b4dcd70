import pg from 'pg';
import { serialize } from 'pg-protocol';

/** One statement in transit to the database. */
export interface Statement {
  /** A connection plans the statement once under this name; '' for a single use. */
  name: string;
  text: string;
  values: readonly unknown[];
  /** Rows become objects, or their JSON text without objects in between. */
  as: 'objects' | 'json';
  /** @param command the tag of the command that ended, e.g. "COMMIT" */
  resolve(rows: unknown[], command: string): void;
  reject(error: Error): void;
}

interface Column {
  name: string;
  read(value: string): unknown;
  /** The value as JSON text. */
  write(value: string): string;
}

/** The part of a pg connection that this class uses. */
interface Connection {
  stream: { write(data: Buffer): boolean };
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
}

/** The columns of each named statement, by connection: the database describes them once. */
const described = new WeakMap<Connection, Map<string, Column[]>>();

/** The tests listen here to how the database describes what a statement returns. */
export const watch: { described?: (text: string, columns: readonly { name: string; dataTypeID: number }[]) => void } =
  {};

const DESCRIBE = serialize.describe({ type: 'P' });
const EXECUTE = serialize.execute({});
const SYNC = serialize.sync();
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/**
 * Several statements in one message and one answer: one round trip for all of them. When one fails, the database skips
 * the statements behind it. Pass it to a client's `query` as a query of its own kind, like pg-cursor.
 */
export class Batch {
  readonly #statements: readonly Statement[];
  readonly #rows: unknown[][];
  readonly #commands: string[] = [];
  #columns: Column[] | undefined;
  #known = new Map<string, Column[]>();

  readonly #ended: () => void;

  /** @param ended called when all statements have been answered, before they are told */
  constructor(statements: readonly Statement[], ended: () => void) {
    this.#statements = statements;
    this.#ended = ended;
    this.#rows = statements.map(() => []);
  }

  /** pg records under this name that the current statement has been parsed. */
  get name(): string {
    return this.#current?.name ?? '';
  }

  get text(): string {
    return this.#current?.text ?? '';
  }

  get #current(): Statement | undefined {
    return this.#statements[this.#commands.length];
  }

  submit(connection: Connection): Error | null {
    this.#known = described.get(connection) ?? new Map<string, Column[]>();
    described.set(connection, this.#known);
    const messages: Buffer[] = [];
    try {
      for (const statement of this.#statements) this.#write(statement, connection, messages);
    } catch (error) {
      this.#forget(connection);
      return error as Error;
    }
    messages.push(SYNC);
    connection.stream.write(Buffer.concat(messages));
    this.#begin();
    return null;
  }

  #write({ name, text, values }: Statement, connection: Connection, messages: Buffer[]): void {
    const parsed = name ? (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]) : undefined;
    if (parsed !== undefined && parsed !== text) throw new Error(`Two statements are called ${name}`);
    if (parsed === undefined) {
      messages.push(serialize.parse({ name, text }));
      if (name) connection.submittedNamedStatements[name] = text;
    }
    messages.push(serialize.bind({ statement: name, values: values as unknown[], valueMapper: prepareValue }));
    if (!this.#known.has(name)) messages.push(DESCRIBE);
    messages.push(EXECUTE);
  }

  #begin(): void {
    this.#columns = this.#known.get(this.name);
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = message.fields.map(columnOf);
    watch.described?.(this.text, message.fields);
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    const at = this.#commands.length;
    const columns = this.#columns ?? [];
    this.#rows[at]?.push(
      this.#statements[at]?.as === 'json' ? jsonOf(columns, message.fields) : objectOf(columns, message.fields),
    );
  }

  handleCommandComplete(message: { text: string }): void {
    const { name } = this;
    if (name && !this.#known.has(name)) this.#known.set(name, this.#columns ?? []);
    this.#commands.push(message.text);
    this.#begin();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {}

  handleReadyForQuery(): void {
    this.#ended();
    this.#answered();
  }

  handleError(error: Error, connection?: Connection): void {
    const failed = this.#commands.length;
    this.#ended();
    this.#answered();
    if (connection) this.#forget(connection);
    for (const statement of this.#statements.slice(failed)) statement.reject(error);
  }

  #answered(): void {
    for (const [at, command] of this.#commands.entries()) this.#statements[at]?.resolve(this.#rows[at] ?? [], command);
  }

  /** Statements that were not reached have not been parsed either. */
  #forget(connection: Connection): void {
    for (const { name } of this.#statements) delete connection.submittedNamedStatements[name];
  }
}

function objectOf(columns: readonly Column[], values: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) {
    const value = values[i] ?? null;
    const column = columns[i] as Column;
    row[column.name] = value === null ? null : column.read(value);
  }
  return row;
}

function jsonOf(columns: readonly Column[], values: readonly (string | null)[]): string {
  let text = '';
  for (let i = 0; i < columns.length; i++) {
    const value = values[i] ?? null;
    const column = columns[i] as Column;
    text += `${i === 0 ? '{' : ','}"${column.name}":${value === null ? 'null' : column.write(value)}`;
  }
  return `${text}}`;
}

const { builtins } = pg.types;
const asIs = (value: string) => value;
const WRITERS = new Map<number, (value: string) => string>([
  [builtins.INT2, asIs],
  [builtins.INT4, asIs],
  [builtins.INT8, asIs],
  [builtins.JSON, asIs],
  [builtins.JSONB, asIs],
  [builtins.BOOL, (value) => (value === 't' ? 'true' : 'false')],
  [builtins.NUMERIC, (value) => `"${value}"`],
  [builtins.DATE, (value) => `"${value}"`],
  [builtins.TIMESTAMPTZ, instant],
  [builtins.TEXT, (value) => JSON.stringify(value)],
  [builtins.VARCHAR, (value) => JSON.stringify(value)],
]);

/** PostgreSQL's text of an instant as ISO 8601 with milliseconds, as JSON writes a Date. */
function instant(value: string): string {
  if (value[10] !== ' ' || !value.endsWith('+00'))
    return JSON.stringify(pg.types.getTypeParser(builtins.TIMESTAMPTZ)(value));
  const fraction = value[19] === '.' ? value.slice(20, Math.min(23, value.length - 3)) : '';
  return `"${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0')}Z"`;
}

/** The name of a column in code: `ordered_at` is `orderedAt`. A name in camelCase stays. */
export function camelCased(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function columnOf({ name, dataTypeID }: { name: string; dataTypeID: number }): Column {
  const read = pg.types.getTypeParser(dataTypeID) as (value: string) => unknown;
  return { name: camelCased(name), read, write: WRITERS.get(dataTypeID) ?? ((value) => JSON.stringify(read(value))) };
}
