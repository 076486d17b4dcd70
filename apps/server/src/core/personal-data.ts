import type { Tx } from './database/database.ts';
import { type Sql, sql } from './database/sql.ts';
import { arrayOf } from './scope.ts';

type Pair = readonly [zh: string, en: string];

/** Whose data: buyers of shops, members of the company, people of its partners, whoever opens a page. */
export type Whose = 'buyer' | 'member' | 'contact' | 'visitor';

/** How long it is kept, and by which law or demand. `days` after the order is over are those of its platform. */
export interface Term {
  kept: Pair;
  because: Pair;
}

export const TERMS = {
  order: {
    kept: [
      '订单完结后按平台规定的天数（如 Amazon 30 天），或应要求立即清除',
      'Until the days of the platform after the order ended (Amazon: 30), or until erasure is requested',
    ],
    because: [
      '履行合同；平台数据保护政策；GDPR 第 6 条第 1 款 b 项、第 17 条',
      'Performance of the contract; data protection policies of the platforms; GDPR Art. 6(1)(b), Art. 17',
    ],
  },
  member: {
    kept: ['账号存在期间', 'As long as the account exists'],
    because: ['雇佣与使用合同；GDPR 第 6 条第 1 款 b 项', 'Contract of work and of use; GDPR Art. 6(1)(b)'],
  },
  partner: {
    kept: ['往来存续期间，或应要求清除', 'As long as the business relation lasts, or until erasure is requested'],
    because: [
      '正当利益：商务往来；GDPR 第 6 条第 1 款 f 项',
      'Legitimate interest in the business relation; GDPR Art. 6(1)(f)',
    ],
  },
  books: {
    kept: ['10 年', '10 years'],
    because: [
      '会计凭证保存义务：《会计档案管理办法》30 年/10 年，德国《税法通则》第 147 条；GDPR 第 17 条第 3 款 b 项',
      'Duty to keep books: German Fiscal Code s. 147, Chinese rules on accounting archives; GDPR Art. 17(3)(b)',
    ],
  },
  record: {
    kept: ['作为记录保留，不可修改', 'Kept as a record that cannot be changed'],
    because: ['可追溯义务与举证；GDPR 第 17 条第 3 款 e 项', 'Accountability and legal claims; GDPR Art. 17(3)(e)'],
  },
  reads: {
    kept: ['400 天，期间不可修改', '400 days, and cannot be changed'],
    because: ['可追溯义务与举证；GDPR 第 17 条第 3 款 e 项', 'Accountability and legal claims; GDPR Art. 17(3)(e)'],
  },
  month: {
    kept: ['30 天', '30 days'],
    because: ['技术上必要；GDPR 第 5 条第 1 款 e 项', 'Technically necessary; GDPR Art. 5(1)(e)'],
  },
} as const satisfies Record<string, Term>;

/** Where data of persons is: the one declaration that finding, handing out, erasing, retention and the docs read. */
export interface PersonalData {
  table: string;
  whose: Whose;
  what: Pair;
  term: keyof typeof TERMS;
  /** Columns with such data, and what becomes of them in an erasure. `file`: the job that removes the file empties it. */
  columns: Readonly<Record<string, 'empty' | 'null' | 'none' | 'file' | 'stays'>>;
  /** Other columns of text or JSON, which say nothing about a person. */
  harmless: readonly string[];
  /** The rows that belong to these orders (ids as an array); only of buyers' data. */
  ofOrders?: (ids: Sql) => Sql;
  /** An erasure removes the rows. */
  erasesRows?: boolean;
}

const declared = new Map<string, PersonalData>();

export function definePersonalData(...entries: readonly PersonalData[]): void {
  for (const entry of entries) {
    if (declared.has(entry.table)) throw new Error(`Personal data of ${entry.table} is defined twice`);
    declared.set(entry.table, entry);
  }
}

export const personalData = (): readonly PersonalData[] =>
  [...declared.values()].sort((a, b) => (a.table < b.table ? -1 : 1));

const AFTER = { empty: sql`''`, null: sql`null`, none: sql`'[]'::jsonb` } as const;

const ofBuyers = () => personalData().filter((entry) => entry.ofOrders);
const tableOf = ({ table }: PersonalData) => sql.id(table, [table]);
const rowsOf = (entry: PersonalData, orderIds: readonly number[]): Sql =>
  sql`company_id = ${sql.company} and ${entry.ofOrders?.(sql`${arrayOf(orderIds)}::bigint[]`) ?? sql`false`}`;

export interface FoundData {
  table: string;
  what: Pair;
  rows: Record<string, unknown>[];
}

/** What is stored of the buyers of these orders, table by table: the declared columns alone. */
export async function buyersData(tx: Tx, orderIds: readonly number[]): Promise<FoundData[]> {
  if (orderIds.length === 0) return [];
  return Promise.all(
    ofBuyers().map(async (entry) => {
      const names = Object.keys(entry.columns);
      const columns = sql.join(names.map((name) => sql.id(name, names)));
      const rows = await tx.rows<{ row: Record<string, unknown> }>(
        sql`select to_jsonb(r) as row from (select ${columns} from ${tableOf(entry)} where ${rowsOf(entry, orderIds)}) r`,
      );
      return { table: entry.table, what: entry.what, rows: rows.map(({ row }) => row) };
    }),
  );
}

/** Overwrites what is stored of the buyers of these orders, in every declared table. The caller has locked the orders. */
export function eraseBuyersData(tx: Tx, orderIds: readonly number[]): void {
  for (const entry of ofBuyers()) {
    const columns = Object.entries(entry.columns);
    const sets = columns.flatMap(([name, after]) =>
      after === 'stays' || after === 'file' ? [] : [sql`${sql.id(name, [name])} = ${AFTER[after]}`],
    );
    if (entry.erasesRows) tx.later(sql`delete from ${tableOf(entry)} where ${rowsOf(entry, orderIds)}`);
    else if (sets.length > 0)
      tx.later(sql`update ${tableOf(entry)} set ${sql.join(sets)} where ${rowsOf(entry, orderIds)}`);
  }
}

/** In which tables people of partners have this name, email, phone or address. */
export async function contactsWith(tx: Tx, text: string): Promise<{ table: string; what: Pair; rows: number }[]> {
  const counted = await Promise.all(
    personalData()
      // Records and technical traces are found by their documents and sessions.
      .filter(({ whose, term }) => whose !== 'buyer' && !['record', 'reads', 'month'].includes(term))
      .map(async (entry) => {
        const names = Object.keys(entry.columns);
        const words = sql.join(names.map((name) => sql.id(name, names)));
        const own = entry.table === 'company' ? sql`id` : sql`company_id`;
        const row = await tx.row<{ rows: number }>(sql`select count(*)::int as rows from ${tableOf(entry)}
          where ${own} = ${sql.company} and position(lower(${text}) in lower(concat_ws(' ', ${words}))) > 0`);
        return { table: entry.table, what: entry.what, rows: row?.rows ?? 0 };
      }),
  );
  return counted.filter(({ rows }) => rows > 0);
}
