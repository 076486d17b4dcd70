import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { confirmClearMatches } from '@tradewind/contract/finance/banking.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { lockBank } from './ingest.ts';
import { bookLines, confirmMatch, confirmTransfer } from './match.ts';
import { type Scored, SURE } from './score.ts';
import { suggest } from './suggest.ts';

const AT_ONCE = 500;

/** Carries out a suggestion. */
async function confirm(
  tx: Tx,
  lineId: number,
  { kind, lineIds, targets, pair, account }: Scored,
  line: Parameters<typeof bookLines>[1][number],
): Promise<void> {
  if (account) await bookLines(tx, [line], { account, kind: 'fee' });
  else if (pair) {
    const [outId, inId] = line.amount.startsWith('-') ? [lineId, pair.id] : [pair.id, lineId];
    await confirmTransfer(tx, { outId, inId });
  } else if (kind === 'payout' || kind === 'document' || kind === 'transfer')
    await confirmMatch(tx, {
      lineIds,
      ledgerLineIds: targets.map(({ ledgerLineId }) => ledgerLineId),
      partial: false,
      acceptFee: false,
    });
}

/**
 * Confirms the best suggestions that are sure and clear. Each takes its lines and amounts out of the pool: the ones that
 * need them afterwards are left open.
 */
export async function confirmClear(
  tx: Tx,
  { ids, accountId }: Omit<ParsedOf<typeof confirmClearMatches>, 'idempotencyKey'>,
): Promise<Outcome> {
  await lockBank(tx);
  const open =
    ids ??
    (
      await tx.rows<{
        id: number;
      }>(sql`select id from bank_line where company_id = ${sql.company} and match_id is null and not reversed
      and ${accountId === undefined ? sql`true` : sql`account_id = ${accountId}`} order by on_day desc, id desc limit ${sql.literal(AT_ONCE)}`)
    ).map(({ id }) => id);
  const found = await suggest(tx, open);
  const used = { lines: new Set<number>(), targets: new Set<number>() };
  const outcome: Outcome = { done: [], refused: [] };
  for (const { line, candidates } of found) {
    const [best] = candidates;
    if (used.lines.has(line.id)) continue;
    const label = `${line.accountName} ${line.onDay} ${new Decimal(line.amount).toFixed(2)}`;
    const free =
      best?.lineIds.every((id) => !used.lines.has(id)) &&
      best.targets.every(({ ledgerLineId }) => !used.targets.has(ledgerLineId));
    if (!best || best.score < SURE || !best.clear || !free) {
      if (ids) outcome.refused.push({ id: line.id, label, code: 'finance.bank.notClear' });
      continue;
    }
    await confirm(tx, line.id, best, line);
    for (const id of best.lineIds) used.lines.add(id);
    for (const { ledgerLineId } of best.targets) used.targets.add(ledgerLineId);
    outcome.done.push(...best.lineIds);
  }
  return outcome;
}
