import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { BankRule, deleteBankRule, saveBankRule } from '@tradewind/contract/finance/banking.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { accountOf } from './accounts.ts';
import type { bankRule } from './banking.tables.ts';
import { lockBank } from './ingest.ts';
import { bookLines, undoMatch } from './match.ts';
import type { OpenLine } from './score.ts';
import { openLines } from './suggest.ts';

const saved = defineAction('finance.bankRuleSaved', ['保存流水规则', 'Bank rule saved']);
const deleted = defineAction('finance.bankRuleDeleted', ['删除流水规则', 'Bank rule deleted']);
const MOST = 100;
/** So many lines are booked, or undone, at once. */
const LINES_MOST = 1_000;

export const rulesOf = (tx: Tx): Promise<BankRule[]> =>
  tx.rows<BankRule>(sql`select r.id, r.account_id, coalesce(a.name, '') as account_name, r.words, r.direction, r.account, r.active,
      (select count(*)::int from bank_match m join bank_line l on l.company_id = ${sql.company} and l.match_id = m.id
        where m.company_id = ${sql.company} and m.rule_id = r.id and m.undone_at is null) as lines, r.created_by
    from bank_rule r left join money_account a on a.company_id = ${sql.company} and a.id = r.account_id
    where r.company_id = ${sql.company} order by r.id limit ${sql.literal(MOST)}`);

const fits = (rule: BankRule, line: OpenLine): boolean =>
  (rule.accountId === null || rule.accountId === line.accountId) &&
  (rule.direction === 'any' || (rule.direction === 'out') === line.amount.startsWith('-')) &&
  `${line.counterparty} ${line.reference}`.toLowerCase().includes(rule.words.toLowerCase());

/** Books those of these open lines that a rule names; the oldest rule goes first. @returns how many */
export async function runRules(tx: Tx, lineIds: readonly number[], only?: number): Promise<number> {
  if (lineIds.length === 0) return 0;
  const rules = (await rulesOf(tx)).filter((rule) => rule.active && (only === undefined || rule.id === only));
  if (rules.length === 0) return 0;
  await lockBank(tx);
  const lines = await openLines(tx, lineIds);
  let booked = 0;
  const done = new Set<number>();
  for (const rule of rules) {
    const mine = lines.filter((line) => !done.has(line.id) && fits(rule, line));
    for (const { id } of mine) done.add(id);
    booked += (await bookLines(tx, mine, { account: rule.account, kind: 'rule', ruleId: rule.id })).length;
  }
  return booked;
}

/** @throws conflict finance.bank.rulesMany; notFound finance.bank.ruleGone */
export async function saveRule(tx: Tx, input: ParsedOf<typeof saveBankRule>): Promise<{ id: number; booked: number }> {
  const { id, idempotencyKey: _key, runNow, ...row } = input;
  if (row.accountId !== null) await accountOf(tx, row.accountId);
  const count = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from bank_rule where company_id = ${sql.company}`,
  );
  if (id === undefined && (count?.n ?? 0) >= MOST) throw conflict('finance.bank.rulesMany', { count: MOST });
  const made = await tx.row<{ id: number }>(
    id === undefined
      ? sql`${insertRows<typeof bankRule>('bank_rule', [{ ...row, createdBy: tx.actor.name, createdAt: tx.now }])} returning id`
      : sql`${updateRows<typeof bankRule>('bank_rule', [{ id, ...row }])} returning bank_rule.id`,
  );
  if (!made) throw notFound('finance.bank.ruleGone');
  writeAudit(tx, [{ action: saved, targetKind: 'bank_rule', targetId: made.id, targetName: row.words, detail: row }]);
  if (!runNow || !row.active) return { id: made.id, booked: 0 };
  const open = await tx.rows<{
    id: number;
  }>(sql`select id from bank_line where company_id = ${sql.company} and match_id is null and not reversed
    and strpos(lower(counterparty || ' ' || reference), lower(${row.words})) > 0 order by id limit ${sql.literal(LINES_MOST)}`);
  return {
    id: made.id,
    booked: await runRules(
      tx,
      open.map((line) => line.id),
      made.id,
    ),
  };
}

/** The rule goes; with `undo`, what it booked as well. */
export async function deleteRule(
  tx: Tx,
  { id, undo }: Omit<ParsedOf<typeof deleteBankRule>, 'idempotencyKey'>,
): Promise<{ undone: number }> {
  const rule = await tx.row<{ words: string }>(
    sql`select words from bank_rule where company_id = ${sql.company} and id = ${id} for update`,
  );
  if (!rule) throw notFound('finance.bank.ruleGone');
  const matches = undo
    ? await tx.rows<{ id: number }>(sql`select id from bank_match where company_id = ${sql.company} and rule_id = ${id}
        and undone_at is null order by id limit ${sql.literal(LINES_MOST)}`)
    : [];
  for (const match of matches) await undoMatch(tx, match.id);
  await tx.rows(sql`delete from bank_rule where company_id = ${sql.company} and id = ${id}`);
  writeAudit(tx, [
    {
      action: deleted,
      targetKind: 'bank_rule',
      targetId: id,
      targetName: rule.words,
      detail: { undone: matches.length },
    },
  ]);
  return { undone: matches.length };
}
