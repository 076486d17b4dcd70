import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listMatchTargets, MatchCandidate } from '@tradewind/contract/finance/banking.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { candidatesOf, type OpenLine, type Pool, type Scored } from './score.ts';
import { openTargets, shownTarget, TARGETS_MOST, visible } from './targets.ts';

const SHOWN = 5;
/** Around the lines that are asked for. */
const AROUND_DAYS = 10;
const LINES_MOST = 2_000;

const LINE = sql`l.id, l.account_id, a.name as account_name, a.tail, l.on_day::text as on_day, l.amount, l.currency, l.counterparty, l.reference`;
const OF_ACCOUNT = sql`join money_account a on a.company_id = ${sql.company} and a.id = l.account_id`;

export const openLines = (tx: Tx, ids: readonly number[]): Promise<OpenLine[]> =>
  tx.rows<OpenLine>(sql`select ${LINE} from bank_line l ${OF_ACCOUNT}
    where l.company_id = ${sql.company} and l.id = any(${arrayOf(ids)}::bigint[]) and l.match_id is null and not l.reversed order by l.id`);

const moved = (day: string, by: number) => new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);

/** Everything that may belong to these lines, read once for all of them. */
export async function poolOf(tx: Tx, lines: readonly OpenLine[]): Promise<Pool> {
  const days = lines.map(({ onDay }) => onDay).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { lines: [], targets: [], rates: new Map() };
  const [from, to] = [moved(first, -AROUND_DAYS), moved(last, AROUND_DAYS)];
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  const [targets, around, rates] = await Promise.all([
    openTargets(tx, { currencies, from, to }),
    tx.rows<OpenLine>(sql`select ${LINE} from (select l.* from bank_line l where l.company_id = ${sql.company}
        and l.match_id is null and not l.reversed and l.on_day between ${from}::date and ${to}::date order by l.on_day desc, l.id desc limit ${sql.literal(LINES_MOST)}) l
      ${OF_ACCOUNT} order by l.id`),
    tx.rows<{
      currency: string;
      rate: string | null;
    }>(sql`select x.currency, case when x.currency = c.base_currency then 1 else (
        select r.to_base from exchange_rate r where r.company_id = ${sql.company} and r.currency = x.currency and r.on_day <= ${last}::date
        order by r.on_day desc limit 1) end as rate
      from company c cross join (select distinct currency from money_account where company_id = ${sql.company}) x where c.id = ${sql.company}`),
  ]);
  return {
    lines: around,
    targets: visible(tx, targets),
    rates: new Map(rates.flatMap(({ currency, rate }) => (rate === null ? [] : [[currency, rate]]))),
  };
}

/** The candidates of these open lines, best first. */
export async function suggest(tx: Tx, ids: readonly number[]): Promise<{ line: OpenLine; candidates: Scored[] }[]> {
  const lines = await openLines(tx, ids);
  const pool = await poolOf(tx, lines);
  return lines.map((line) => ({ line, candidates: candidatesOf(line, pool) }));
}

const shown = (language: Language, { pair, targets, reasons, ...rest }: Scored): MatchCandidate => ({
  ...rest,
  reasons: reasons.map(({ reason, params }) => ({
    reason,
    text: say(language, `finance.bank.reason.${reason}`, params),
  })),
  targets: targets.map((target) => shownTarget(language, target)),
  pair: pair && {
    ...{ lineId: pair.id, accountName: pair.accountName, onDay: pair.onDay, currency: pair.currency },
    amount: new Decimal(pair.amount).toFixed(2),
  },
});

export async function suggestions(tx: Tx, language: Language, ids: readonly number[]) {
  const found = await suggest(tx, ids);
  return {
    list: found.map(({ line, candidates }) => ({
      lineId: line.id,
      candidates: candidates.slice(0, SHOWN).map((one) => shown(language, one)),
    })),
  };
}

const TARGET_DAYS = 90;
/** Open amounts in the currency of a line and its direction or not, to choose by hand. */
export async function targetPage(
  tx: Tx,
  language: Language,
  { lineId, page, pageSize }: { lineId: number; page: number; pageSize: number },
): Promise<ResultOf<typeof listMatchTargets>> {
  const [line] = await openLines(tx, [lineId]);
  if (!line) return { rows: [], total: 0, totalExact: true };
  const days = { from: moved(line.onDay, -TARGET_DAYS), to: moved(line.onDay, TARGET_DAYS) };
  const all = visible(tx, await openTargets(tx, { currencies: [line.currency], ...days }));
  const fitting = all.filter(
    ({ partyKind, partyId, account }) =>
      account !== 'cash' || partyKind !== 'money_account' || partyId === line.accountId,
  );
  const rows = fitting.slice((page - 1) * pageSize, page * pageSize).map((target) => shownTarget(language, target));
  return { rows, total: fitting.length, totalExact: all.length < TARGETS_MOST };
}
