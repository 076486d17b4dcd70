import { createHash } from 'node:crypto';
import type { StatementSource } from '@tradewind/contract/finance/banking.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { setsOf } from '../../../core/import-sheet.ts';
import { money } from '../../../core/money.ts';
import type { bankLine, bankStatement } from './banking.tables.ts';
import { totalOf } from './formats/read.ts';
import type { ReadLine, ReadStatement } from './formats/statement.ts';

interface Known {
  id: number | null;
  content: string;
  occurrence: number;
  amount: string;
  externalIds: Record<string, string>;
  /** A line of this statement already is this one. */
  used?: boolean;
}
type Fresh = ReadLine & { content: string; occurrence: number; externalIds: Record<string, string> };

/** Holds everything that matching works with against others until the transaction ends. */
export const lockBank = (tx: Tx) =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('bank:' || ${sql.company}::text, 0))`);

export const contentOf = ({ onDay, amount, reference }: Pick<ReadLine, 'onDay' | 'amount' | 'reference'>): string =>
  createHash('sha256')
    .update(`${onDay}\n${money(amount)}\n${reference.toLowerCase()}`)
    .digest('base64url')
    .slice(0, 22);

const MOST_DAYS = 40;

/** The lines that may be the same as some of these: of their days and around, since a day may move when money is posted. */
async function knownLines(tx: Tx, accountId: number, lines: readonly ReadLine[]): Promise<Known[]> {
  const days = lines.map(({ onDay }) => onDay).sort();
  return tx.rows<Known>(sql`select id, content, occurrence, amount, external_ids from bank_line
    where company_id = ${sql.company} and account_id = ${accountId}
      and on_day between ${days[0] ?? '2000-01-01'}::date - ${sql.literal(MOST_DAYS)} and ${days.at(-1) ?? '2000-01-01'}::date + ${sql.literal(MOST_DAYS)}
    order by occurrence`);
}

/**
 * What of a statement is not there yet. A line is the same by its id at this source and its amount; else by day, amount
 * and reference, so many times as the statement has it. So the order of files, and how they overlap, change nothing.
 */
export function freshLines(
  known: readonly Known[],
  source: StatementSource,
  lines: readonly ReadLine[],
): { fresh: Fresh[]; named: { id: number; externalId: string }[] } {
  const byContent = Map.groupBy(
    known.map((line) => ({ ...line })),
    ({ content }) => content,
  );
  const nameOf = (id: string, amount: string) => `${id}\n${money(amount)}`;
  const byName = new Map<string, Known>();
  for (const group of byContent.values())
    for (const line of group) {
      const id = line.externalIds[source];
      if (id !== undefined) byName.set(nameOf(id, line.amount), line);
    }
  const fresh: Fresh[] = [];
  const named: { id: number; externalId: string }[] = [];
  for (const line of lines) {
    const content = contentOf(line);
    const group = byContent.get(content) ?? [];
    const { externalId } = line;
    const named1 = externalId === null ? undefined : byName.get(nameOf(externalId, line.amount));
    const same =
      named1 ?? group.find((one) => !one.used && (externalId === null || one.externalIds[source] === undefined));
    if (same) {
      same.used = true;
      if (externalId !== null && !named1) {
        same.externalIds = { ...same.externalIds, [source]: externalId };
        byName.set(nameOf(externalId, line.amount), same);
        if (same.id !== null) named.push({ id: same.id, externalId });
        else
          Object.assign(fresh.find((one) => one.content === content && one.occurrence === same.occurrence) ?? {}, {
            externalIds: same.externalIds,
          });
      }
      continue;
    }
    const occurrence = Math.max(0, ...group.map((one) => one.occurrence)) + 1;
    const externalIds = externalId === null ? {} : { [source]: externalId };
    const added: Known = { id: null, content, occurrence, amount: line.amount, externalIds, used: true };
    byContent.set(content, [...group, added]);
    if (externalId !== null) byName.set(nameOf(externalId, line.amount), added);
    fresh.push({ ...line, content, occurrence, externalIds });
  }
  return { fresh, named };
}

export interface Taken {
  statementId: number | null;
  lineIds: number[];
  known: number;
}

/** Takes the lines of a statement that are not there yet. The head of one that is known is not written again. */
export async function takeStatement(
  tx: Tx,
  account: { id: number; currency: string },
  source: StatementSource,
  statement: ReadStatement,
  fileName = '',
): Promise<Taken> {
  await lockBank(tx);
  const { lines } = statement;
  const { fresh, named } = freshLines(await knownLines(tx, account.id, lines), source, lines);
  if (named.length > 0)
    await tx.rows(sql`update bank_line l set external_ids = l.external_ids || jsonb_build_object(${source}::text, r."externalId")
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as r(id bigint, "externalId" text)
      where l.company_id = ${sql.company} and l.id = r.id`);
  const known = lines.length - fresh.length;
  const head = {
    ...{ accountId: account.id, source, fileName, reference: statement.reference },
    ...{ fromDay: statement.fromDay, toDay: statement.toDay, opening: statement.opening, closing: statement.closing },
    ...{ total: totalOf(lines), lineCount: lines.length, addedCount: fresh.length },
    ...{ createdBy: tx.actor.name, createdAt: tx.now },
  };
  if (fresh.length === 0 && (source === 'api' || (await isKnown(tx, head))))
    return { statementId: null, lineIds: [], known };
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof bankStatement>('bank_statement', [head])} returning id`,
  );
  if (!made) throw new Error('No statement was written');
  const lineIds: number[] = [];
  for (const some of setsOf(fresh, 2_000)) {
    const rows = some.map(({ line: _line, externalId: _id, currency: _currency, ...row }) => ({
      ...{ ...row, accountId: account.id, statementId: made.id, currency: account.currency },
    }));
    const added = await tx.rows<{ id: number }>(sql`${insertRows<typeof bankLine>('bank_line', rows)} returning id`);
    lineIds.push(...added.map(({ id }) => id));
  }
  return { statementId: made.id, lineIds, known };
}

type Head = Pick<
  typeof bankStatement.$inferInsert,
  'accountId' | 'source' | 'fromDay' | 'toDay' | 'opening' | 'closing' | 'total' | 'lineCount'
>;
async function isKnown(tx: Tx, head: Head): Promise<boolean> {
  const { accountId, source, fromDay = null, toDay = null, opening = null, closing = null, total, lineCount } = head;
  const found =
    await tx.row(sql`select 1 as one from bank_statement where company_id = ${sql.company} and account_id = ${accountId}
    and source = ${source} and from_day is not distinct from ${fromDay}::date and to_day is not distinct from ${toDay}::date
    and opening is not distinct from ${opening}::numeric and closing is not distinct from ${closing}::numeric
    and total = ${total} and line_count = ${lineCount} limit 1`);
  return found !== undefined;
}

/** How many lines of a statement are not there yet. */
export async function countFresh(
  tx: Tx,
  accountId: number,
  source: StatementSource,
  lines: readonly ReadLine[],
): Promise<number> {
  return freshLines(await knownLines(tx, accountId, lines), source, lines).fresh.length;
}
