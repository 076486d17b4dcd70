import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  getJournalAccounts as accountsCall,
  journalFile as fileCall,
  JournalSystem,
  saveJournalAccounts as saveCall,
} from '@tradewind/contract/finance/closing.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { badField, ruleBroken } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { Decimal } from '../../../core/money.ts';
import { say } from '../../../core/text/texts.ts';
import type { Cell } from '../../../core/xlsx.ts';
import { companyOf } from '../../company/public.ts';
import { ACCOUNTS, type Account } from '../ledger/accounts.ts';
import { nextMonth } from '../ledger/periods.ts';
import type { journalAccount } from './closing.tables.ts';
import { suggestionOf } from './journal-accounts.ts';
import { journalLines, type Voucher, writeJournal } from './journal-files.ts';
import { firstDay } from './queries.ts';
import { assertCosts, assertWholeCompany } from './whole.ts';

type Names = Map<string, { code: string; name: string; own: boolean }>;

/** Of every account: what the company has chosen, or else what we suggest. */
async function namesOf(tx: Tx, system: JournalSystem): Promise<Names> {
  const rows = await tx.rows<{
    account: string;
    code: string;
    name: string;
  }>(sql`select account, code, name from journal_account
    where company_id = ${sql.company} and system = ${system}`);
  const chosen = new Map(rows.map(({ account, code, name }) => [account, { code, name, own: true }]));
  return new Map(
    (Object.keys(ACCOUNTS) as Account[]).map((account) => [
      account,
      chosen.get(account) ?? { ...suggestionOf(system, account), own: false },
    ]),
  );
}

export async function journalAccounts(
  tx: Tx,
  ctx: Ctx,
  { system }: ParsedOf<typeof accountsCall>,
): Promise<ResultOf<typeof accountsCall>> {
  assertCosts(ctx);
  const names = await namesOf(tx, system);
  return {
    rows: [...names].map(([account, name]) => ({
      account,
      accountName: say(ctx.language, `finance.account.${account}`),
      ...name,
    })),
  };
}

const SAVED = defineAction('finance.journalAccountsSaved', ['凭证导出：修改科目对应', 'Accounts of journals saved']);

/** An empty code and name: our suggestion again. */
export async function saveJournalAccounts(tx: Tx, { system, rows }: ParsedOf<typeof saveCall>): Promise<void> {
  await assertWholeCompany(tx);
  const unknown = rows.findIndex(({ account }) => !(account in ACCOUNTS));
  if (unknown >= 0) throw badField(`rows.${unknown}.account`, 'finance.closing.noAccount');
  const accounts = rows.map(({ account }) => account);
  await tx.rows(sql`delete from journal_account where company_id = ${sql.company} and system = ${system}
    and account = any(${accounts}::text[])`);
  const kept = [...new Map(rows.map((row) => [row.account, row])).values()].filter(({ code, name }) => code || name);
  if (kept.length > 0)
    await addRows<typeof journalAccount>(
      tx,
      'journal_account',
      kept.map((row) => ({ ...row, system })),
    );
  writeAudit(tx, [
    { action: SAVED, targetKind: 'journal_account', targetId: system, targetName: system, detail: { rows: kept } },
  ]);
}

/** The last day of the month, the day of its one voucher. */
const lastDay = (month: string): string =>
  new Date(Date.parse(`${nextMonth(month)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** A journal of the month for another program. @throws ruleBroken where nothing is booked, or an account has no code there */
export async function journalFile(tx: Tx, ctx: Ctx, input: ParsedOf<typeof fileCall>): Promise<FileAnswer> {
  await assertWholeCompany(tx);
  const vouchers = await vouchersOf(tx, ctx, input);
  const { baseCurrency } = await companyOf(tx);
  return writeJournal(input.system, vouchers, { month: input.month, currency: baseCurrency });
}

/**
 * The lines of a month's file for another program, one voucher for the month. None where nothing is booked.
 * @throws forbidden to whoever does not see the whole company; ruleBroken where an account has no code there
 */
export async function monthJournal(
  tx: Tx,
  ctx: Pick<Ctx, 'language'>,
  system: JournalSystem,
  month: string,
): Promise<Cell[][]> {
  await assertWholeCompany(tx);
  const first = firstDay(month);
  const booked = await tx.row(sql`select 1 as one from ledger_entry where company_id = ${sql.company}
    and on_day >= ${first}::date and on_day < ${nextMonth(first)}::date limit 1`);
  if (!booked) return [];
  const { baseCurrency } = await companyOf(tx);
  const vouchers = await vouchersOf(tx, ctx, { month, system, by: 'month' });
  return journalLines(system, vouchers, { month, currency: baseCurrency });
}

export async function vouchersOf(
  tx: Tx,
  ctx: Pick<Ctx, 'language'>,
  { month, system, by }: ParsedOf<typeof fileCall>,
): Promise<Voucher[]> {
  const first = firstDay(month);
  const day = by === 'day' ? sql`e.on_day` : sql`${lastDay(first)}::date`;
  const rows = await tx.rows<{ day: string; account: string; amount: string }>(sql`
    select ${day} as day, l.account, sum(l.base_amount) as amount
    from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
    where e.company_id = ${sql.company} and e.on_day >= ${first}::date and e.on_day < ${nextMonth(first)}::date
    group by 1, 2 having round(sum(l.base_amount), 2) <> 0 order by 1, 2`);
  if (rows.length === 0) throw ruleBroken('finance.closing.noEntries', { month });
  const names = await namesOf(tx, system);
  return [...Map.groupBy(rows, (row) => row.day)].map(([of, sums]) => ({
    day: of,
    lines: balanced(sums).map(({ account, amount }) => {
      const { code, name } = names.get(account) ?? { code: '', name: '' };
      const accountName = say(ctx.language, `finance.account.${account}`);
      if (system === 'quickbooks' ? !name : !code) throw ruleBroken('finance.closing.noCode', { account: accountName });
      return { account, accountName, code, name, amount };
    }),
  }));
}

/** To the cent: what rounding the sums leaves goes to `rounding`. */
function balanced(sums: readonly { account: string; amount: string }[]): { account: string; amount: string }[] {
  const rounded = new Map(sums.map(({ account, amount }) => [account, new Decimal(amount).toDecimalPlaces(2)]));
  const rest = [...rounded.values()].reduce((sum, amount) => sum.plus(amount), new Decimal(0));
  if (!rest.isZero()) rounded.set('rounding', (rounded.get('rounding') ?? new Decimal(0)).minus(rest));
  return [...rounded]
    .filter(([, amount]) => !amount.isZero())
    .map(([account, amount]) => ({ account, amount: amount.toFixed(2) }));
}
