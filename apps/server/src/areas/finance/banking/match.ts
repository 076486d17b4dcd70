import type { ParsedOf } from '@tradewind/contract/call.ts';
import type {
  BookableAccount,
  bookBankLine,
  confirmBankMatch,
  confirmBankTransfer,
  MatchKind,
} from '@tradewind/contract/finance/banking.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows, insertRows } from '../../../core/database/write.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { hintCompany } from '../../../core/hints.ts';
import { Decimal, money, toBase } from '../../../core/money.ts';
import { companyOf } from '../../company/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { book, reverse } from '../ledger/book.ts';
import type { Entry, Line } from '../ledger/entry.ts';
import { allocate, type Part } from './allocate.ts';
import type { bankMatch, bankMatchItem } from './banking.tables.ts';
import { lockBank } from './ingest.ts';
import { feeLimit, type OpenLine } from './score.ts';
import { openLines } from './suggest.ts';
import { type Target, targetsByIds, visible } from './targets.ts';

const matched = defineAction('finance.bankMatched', ['匹配银行流水', 'Statement lines matched']);
const undone = defineAction('finance.bankUnmatched', ['撤销银行流水匹配', 'Match of statement lines undone']);
const DOC = 'bank_line';
const negated = (amount: Decimal.Value) => money(new Decimal(amount).neg());

/** The lines, locked and still open. @throws conflict finance.bank.lineTaken */
async function holdLines(tx: Tx, ids: readonly number[]): Promise<OpenLine[]> {
  await lockBank(tx);
  const chosen = [...new Set(ids)];
  const lines = await openLines(tx, chosen);
  if (lines.length < chosen.length) throw conflict('finance.bank.lineTaken');
  return chosen.flatMap((id) => lines.filter((line) => line.id === id));
}

type NewMatch = Pick<typeof bankMatch.$inferInsert, 'kind' | 'account' | 'ruleId' | 'remark'> & { kind: MatchKind };
/** Writes a match for each of these groups of lines. @returns their ids in this order */
async function addMatches(tx: Tx, match: NewMatch, groups: readonly (readonly OpenLine[])[]): Promise<number[]> {
  const rows = groups.map(() => ({ ...match, createdBy: tx.actor.name, createdAt: tx.now }));
  const made = await tx.rows<{ id: number }>(sql`${insertRows<typeof bankMatch>('bank_match', rows)} returning id`);
  const ids = made.map(({ id }) => id).sort((a, b) => a - b);
  const pairs = groups.flatMap((lines, at) => lines.map((line) => ({ line, match: ids[at] ?? 0 })));
  const links = pairs.map(({ line, match: id }) => ({ id: line.id, match: id }));
  await tx.rows(sql`update bank_line l set match_id = r.match from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r(id bigint, match bigint)
    where l.company_id = ${sql.company} and l.id = r.id`);
  hintCompany(tx, 'work');
  writeAudit(
    tx,
    pairs.map(({ line, match: id }) => ({
      ...{ action: matched, targetKind: DOC, targetId: line.id, targetName: nameOf(line) },
      detail: { match: id, kind: match.kind, ...(match.account ? { account: match.account } : {}) },
    })),
  );
  return ids;
}
const addMatch = async (tx: Tx, match: NewMatch, lines: readonly OpenLine[]): Promise<number> =>
  (await addMatches(tx, match, [lines]))[0] ?? 0;
const nameOf = (line: OpenLine) => `${line.accountName} ${line.onDay} ${new Decimal(line.amount).toFixed(2)}`;

const cashOf = (line: OpenLine) =>
  ({ account: 'cash', partyKind: 'money_account', partyId: line.accountId, currency: line.currency }) as const;
const entryOf = (line: OpenLine, matchId: number, text: string, lines: readonly Line[]): Entry => ({
  ...{ docKind: DOC, docId: line.id, step: `match:${matchId}`, onDay: line.onDay, text, lines },
});
const ratesOf = (tx: Tx, lines: readonly OpenLine[]) =>
  ratesOn(tx, [
    ...new Map(lines.map(({ currency, onDay }) => [rateKey(currency, onDay), { currency, day: onDay }])).values(),
  ]);

/** Lines of one account, party and currency as one; without those that come to nothing. */
function netted(lines: readonly Line[]): Line[] {
  const sums = new Map<string, Line>();
  for (const line of lines) {
    const key = `${line.account}/${line.partyKind ?? ''}/${line.partyId ?? 0}/${line.currency}`;
    const before = sums.get(key);
    const plus = (a: string | undefined, b: string | undefined) => money(new Decimal(a ?? 0).plus(b ?? 0));
    sums.set(
      key,
      before
        ? {
            ...before,
            amount: plus(before.amount, line.amount),
            baseAmount: plus(before.baseAmount, line.baseAmount ?? '0'),
          }
        : line,
    );
  }
  return [...sums.values()];
}

/**
 * What a line and its parts of booked amounts mean: the money is on the account, the parts are settled at their booked
 * rates, the bank kept its fee. Money in transit is worth what it is on the day of the line; the rest is an exchange
 * difference. What was booked to cash already keeps its value.
 */
function receipt(line: OpenLine, parts: readonly Part[], fee: Decimal, rate: string, baseCurrency: string): Line[] {
  const { currency } = line;
  const feeBase = toBase(fee, rate);
  const worth = parts.reduce(
    (sum, { target, amount, baseAmount }) => sum.plus(target.account === 'cash' ? baseAmount : toBase(amount, rate)),
    new Decimal(0),
  );
  const settled = parts.reduce((sum, { baseAmount }) => sum.plus(baseAmount), new Decimal(0));
  const gain = money(settled.minus(worth));
  return netted([
    { ...cashOf(line), amount: line.amount, rate, baseAmount: money(worth.minus(feeBase)) },
    { account: 'bank_fee', amount: money(fee), currency, rate, baseAmount: feeBase },
    { account: 'fx_difference', amount: gain, currency: baseCurrency, rate: '1', baseAmount: gain },
    ...parts.map(
      ({ target, amount, baseAmount }): Line => ({
        account: target.account,
        ...(target.partyKind === '' ? {} : { partyKind: target.partyKind, partyId: target.partyId }),
        ...{ amount: negated(amount), currency, rate: target.rate, baseAmount: negated(baseAmount) },
      }),
    ),
  ]);
}

type Confirm = Omit<ParsedOf<typeof confirmBankMatch>, 'idempotencyKey'>;
/** Matches lines of one account with booked amounts. @throws badField lineIds, ledgerLineIds; ruleBroken finance.bank.feeTooMuch */
export async function confirmMatch(tx: Tx, input: Confirm): Promise<{ matchId: number }> {
  const lines = await holdLines(tx, input.lineIds);
  const chosen = [...new Set(input.ledgerLineIds)];
  const targets = visible(tx, await targetsByIds(tx, chosen));
  if (targets.length < chosen.length) throw conflict('finance.bank.targetTaken');
  const [first] = lines;
  if (!first || lines.some((line) => line.accountId !== first.accountId))
    throw badField('lineIds', 'finance.bank.oneAccount');
  if (targets.some((target) => target.currency !== first.currency))
    throw badField('ledgerLineIds', 'finance.bank.otherCurrency');
  if (
    targets.some(
      (target) =>
        target.account === 'cash' && target.partyKind === 'money_account' && target.partyId !== first.accountId,
    )
  )
    throw badField('ledgerLineIds', 'finance.bank.otherAccount');
  const { parts, fee } = allocate(lines, targets, input.partial);
  if (fee.isNegative())
    throw ruleBroken('finance.bank.tooLittle', { amount: fee.abs().toFixed(2), currency: first.currency });
  const total = targets.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
  if (!input.acceptFee && fee.gt(feeLimit(money(total))))
    throw ruleBroken('finance.bank.feeTooMuch', { fee: fee.toFixed(2), currency: first.currency });
  return { matchId: await bookMatch(tx, lines, targets, parts, fee) };
}

async function bookMatch(
  tx: Tx,
  lines: readonly OpenLine[],
  targets: readonly Target[],
  parts: readonly Part[][],
  fee: Decimal,
): Promise<number> {
  const { baseCurrency } = await companyOf(tx);
  const rates = await ratesOf(tx, lines);
  const kind = targets.every(({ account }) => account === 'platform_in_transit')
    ? 'payout'
    : targets.some(({ account }) => account === 'money_in_transit')
      ? 'transfer'
      : 'document';
  const matchId = await addMatch(tx, { kind }, lines);
  const items = lines.flatMap((line, at) =>
    (parts[at] ?? []).map(({ target, amount, baseAmount }) => ({
      ...{
        matchId,
        lineId: line.id,
        ledgerLineId: target.ledgerLineId,
        amount: money(amount),
        baseAmount: money(baseAmount),
      },
    })),
  );
  await addRows<typeof bankMatchItem>(tx, 'bank_match_item', items);
  await book(
    tx,
    lines.map((line, at) => {
      const rate = rates.get(rateKey(line.currency, line.onDay)) ?? '1';
      const own = at === lines.length - 1 ? fee : new Decimal(0);
      return entryOf(line, matchId, 'bankReceipt', receipt(line, parts[at] ?? [], own, rate, baseCurrency));
    }),
  );
  return matchId;
}

/** Money between two own accounts: it leaves one for the transit and comes from there into the other. */
export async function confirmTransfer(
  tx: Tx,
  { outId, inId }: Omit<ParsedOf<typeof confirmBankTransfer>, 'idempotencyKey'>,
): Promise<{ matchId: number }> {
  const [out, into] = await holdLines(tx, [outId, inId]);
  if (!out || !into || out.accountId === into.accountId) throw badField('inId', 'finance.bank.twoAccounts');
  if (!out.amount.startsWith('-') || into.amount.startsWith('-')) throw badField('inId', 'finance.bank.outAndIn');
  const same = out.currency === into.currency;
  const fee = same ? new Decimal(out.amount).abs().minus(into.amount) : new Decimal(0);
  if (fee.isNegative()) throw badField('inId', 'finance.bank.moreCame');
  const { baseCurrency } = await companyOf(tx);
  const rates = await ratesOf(tx, [out, into]);
  const [outRate, inRate] = [out, into].map((line) => rates.get(rateKey(line.currency, line.onDay)) ?? '1') as [
    string,
    string,
  ];
  const matchId = await addMatch(tx, { kind: same ? 'transfer' : 'exchange' }, [out, into]);
  const [left, came, kept] = [toBase(negated(out.amount), outRate), toBase(into.amount, inRate), toBase(fee, inRate)];
  const gain = money(new Decimal(left).minus(came).minus(kept));
  const transit = { account: 'money_in_transit', currency: out.currency, rate: outRate } as const;
  await book(tx, [
    entryOf(out, matchId, 'bankTransferOut', [
      { ...cashOf(out), amount: out.amount, rate: outRate, baseAmount: negated(left) },
      { ...transit, amount: negated(out.amount), baseAmount: left },
    ]),
    entryOf(into, matchId, 'bankTransferIn', [
      { ...cashOf(into), amount: into.amount, rate: inRate, baseAmount: came },
      { account: 'bank_fee', amount: money(fee), currency: out.currency, rate: inRate, baseAmount: kept },
      { account: 'fx_difference', amount: gain, currency: baseCurrency, rate: '1', baseAmount: gain },
      { ...transit, amount: money(out.amount), baseAmount: negated(left) },
    ]),
  ]);
  return { matchId };
}

export interface BookedTo {
  account: BookableAccount;
  kind?: 'fee' | 'account' | 'rule';
  ruleId?: number;
  remark?: string;
}
/** Books lines to an account, each as a match of its own. @returns their matches */
export async function bookLines(
  tx: Tx,
  lines: readonly OpenLine[],
  { account, kind = 'account', ruleId, remark = '' }: BookedTo,
): Promise<number[]> {
  if (lines.length === 0) return [];
  const rates = await ratesOf(tx, lines);
  const match = { kind, account, remark, ...(ruleId === undefined ? {} : { ruleId }) };
  const made = await addMatches(
    tx,
    match,
    lines.map((line) => [line]),
  );
  const text = account === 'money_in_transit' ? 'bankToTransit' : kind === 'rule' ? 'bankRule' : 'bankBooked';
  const entries = lines.map((line, at) => {
    const plain = { rate: rates.get(rateKey(line.currency, line.onDay)) ?? '1', currency: line.currency };
    const base = toBase(line.amount, plain.rate);
    return entryOf(line, made[at] ?? 0, text, [
      { ...cashOf(line), amount: line.amount, baseAmount: base, ...plain },
      { account, amount: negated(line.amount), baseAmount: negated(base), ...plain },
    ]);
  });
  await book(tx, entries);
  return made;
}

export async function bookLine(
  tx: Tx,
  { lineId, account, remark }: Omit<ParsedOf<typeof bookBankLine>, 'idempotencyKey'>,
): Promise<{ matchId: number }> {
  const lines = await holdLines(tx, [lineId]);
  const [matchId = 0] = await bookLines(tx, lines, {
    account,
    remark,
    kind: account === 'bank_fee' ? 'fee' : 'account',
  });
  return { matchId };
}

interface HeldLine {
  id: number;
  onDay: string;
  name: string;
}
/** Reverses what a match booked; its lines are open again. @throws notFound; conflict finance.bank.undone, finance.bank.transitUsed */
export async function undoMatch(tx: Tx, matchId: number): Promise<void> {
  await lockBank(tx);
  const match = await tx.row<{ undoneAt: Date | null; transit: boolean }>(sql`select m.undone_at,
      exists (select from bank_line b
        join ledger_entry e on e.company_id = ${sql.company} and e.doc_kind = ${DOC} and e.doc_id = b.id and e.step = 'match:' || m.id
        join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account = 'money_in_transit'
        join bank_match_item i on i.company_id = ${sql.company} and i.ledger_line_id = l.id and i.live
        where b.company_id = ${sql.company} and b.match_id = m.id) as transit
    from bank_match m where m.company_id = ${sql.company} and m.id = ${matchId} for update`);
  if (!match) throw notFound('finance.bank.matchGone');
  if (match.undoneAt !== null) throw conflict('finance.bank.undone');
  if (match.transit) throw conflict('finance.bank.transitUsed');
  const lines =
    await tx.rows<HeldLine>(sql`select l.id, l.on_day::text as on_day, a.name || ' ' || l.on_day || ' ' || round(l.amount, 2) as name
    from bank_line l join money_account a on a.company_id = ${sql.company} and a.id = l.account_id
    where l.company_id = ${sql.company} and l.match_id = ${matchId} order by l.id`);
  for (const { id, onDay } of lines)
    await reverse(tx, [{ docKind: DOC, docId: id, step: `match:${matchId}` }], onDay, 'bankUndone');
  await tx.rows(
    sql`update bank_match_item set live = false where company_id = ${sql.company} and match_id = ${matchId}`,
  );
  await tx.rows(sql`update bank_line set match_id = null where company_id = ${sql.company} and match_id = ${matchId}`);
  await tx.rows(
    sql`update bank_match set undone_by = ${tx.actor.name}, undone_at = ${tx.now} where company_id = ${sql.company} and id = ${matchId}`,
  );
  hintCompany(tx, 'work');
  writeAudit(
    tx,
    lines.map(({ id, name }) => ({
      action: undone,
      targetKind: DOC,
      targetId: id,
      targetName: name,
      detail: { match: matchId },
    })),
  );
}
