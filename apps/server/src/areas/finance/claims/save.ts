import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { matchPlatformClaim, savePlatformClaim } from '@tradewind/contract/finance/platform-claims.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { shopsInScope } from '../../channels/public.ts';
import type { platformClaim } from './claims.tables.ts';
import { claimDocument, lockClaim, moveClaim } from './documents.ts';
import { payable } from './list.ts';

const dropped = defineAction('finance.platformClaimDeleted', ['删除平台索赔', 'Claim on a platform deleted']);

type Saved = { id: number; number: string };

/** @throws badField shopId finance.platformClaimShop */
export async function saveClaim(
  tx: Tx,
  { id, idempotencyKey: _key, units, ...facts }: ParsedOf<typeof savePlatformClaim>,
): Promise<Saved> {
  const known = id === undefined ? undefined : await lockClaim(tx, id, 'edit');
  if (!(await shopsInScope(tx, tx)).some((shop) => shop.id === facts.shopId))
    throw badField('shopId', 'finance.platformClaimShop');
  const row = { ...facts, units: units ?? null };
  if (known) {
    await tx.rows(updateRows<typeof platformClaim>('platform_claim', [{ id: known.id, ...row }]));
    note(tx, known.id, 'changed');
    return { id: known.id, number: known.number };
  }
  const [number = ''] = await nextNumbers(tx, claimDocument);
  const made = await tx.row<Saved>(
    sql`${insertRows<typeof platformClaim>('platform_claim', [
      { ...row, number, createdBy: tx.actor.name },
    ])} returning id, number`,
  );
  if (!made) throw new Error('No claim was written');
  note(tx, made.id, 'made');
  return made;
}

const note = (tx: Tx, docId: number, event: 'made' | 'changed') =>
  writeHistory(tx, [{ docKind: claimDocument.kind, docId, event }]);

/** What was paid stays booked as its settlement booked it. @throws badField lineIds finance.platformClaimLines */
export async function matchClaim(tx: Tx, { id, lineIds }: ParsedOf<typeof matchPlatformClaim>): Promise<void> {
  const claim = await lockClaim(tx, id, 'match');
  const lines = [...new Set(lineIds)];
  const taken = await tx.rows(sql`insert into platform_claim_line (company_id, line_id, claim_id)
    select ${sql.company}, l.id, ${id} from settlement_line l where l.company_id = ${sql.company}
      and l.id = any(${arrayOf(lines)}::bigint[]) and ${payable(claim.shopId, claim.currency)} order by l.id
    on conflict do nothing returning line_id`);
  if (lines.length === 0 || taken.length < lines.length) throw badField('lineIds', 'finance.platformClaimLines');
  await moveClaim(tx, claim, 'settled', { lines: taken.length });
}

export async function refuseClaim(tx: Tx, { id, note: reason }: { id: number; note: string }): Promise<void> {
  await moveClaim(tx, await lockClaim(tx, id, 'refuse'), 'refused', { note: reason });
}

export async function reopenClaim(tx: Tx, id: number): Promise<void> {
  const claim = await lockClaim(tx, id, 'reopen');
  await tx.rows(sql`delete from platform_claim_line where company_id = ${sql.company} and claim_id = ${id}`);
  await moveClaim(tx, claim, 'open');
}

export async function deleteClaim(tx: Tx, id: number): Promise<void> {
  const { number } = await lockClaim(tx, id, 'delete');
  await tx.rows(sql`delete from platform_claim where company_id = ${sql.company} and id = ${id}`);
  writeAudit(tx, [{ action: dropped, targetKind: 'platform_claim', targetId: id, targetName: number }]);
}
