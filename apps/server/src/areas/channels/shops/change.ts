import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { editShop as editCall } from '@tradewind/contract/channels.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { forgetShop } from '../../catalog/public.ts';
import { shopEdited } from '../hooks.ts';
import { enqueueNow, enqueueSync } from '../queue.ts';
import { assertRoom } from './limit.ts';
import { shopInScope } from './shops.ts';

const acts = {
  edited: defineAction('channels.edited', ['修改店铺', 'Shop changed']),
  disabled: defineAction('channels.disabled', ['停用店铺', 'Shop disabled']),
  enabled: defineAction('channels.enabled', ['启用店铺', 'Shop enabled']),
  deleted: defineAction('channels.deleted', ['删除店铺', 'Shop deleted']),
};

function audit(tx: Tx, action: AuditAction, shop: { id: number; name: string }, detail?: Record<string, unknown>) {
  writeAudit(tx, [
    { action, targetKind: 'shop', targetId: shop.id, targetName: shop.name, ...(detail ? { detail } : {}) },
  ]);
}

/** @throws conflict core.stale with who changed it since `updatedAt`, and when */
export async function editShop(tx: Tx, ctx: Ctx, input: ParsedOf<typeof editCall>) {
  const { id, updatedAt, ...supplied } = input;
  const before = await shopInScope(tx, ctx, id);
  if (supplied.departmentId) await assertDepartment(tx, supplied.departmentId);
  if (supplied.operatorId) await assertMember(tx, supplied.operatorId);
  const changed = await tx.row<{ updatedAt: Date }>(sql`update shop set name = coalesce(${supplied.name ?? null}, name),
      fulfilment = coalesce(${supplied.fulfilment ?? null}, fulfilment),
      department_id = case when ${supplied.departmentId !== undefined} then ${supplied.departmentId ?? null}::bigint else department_id end,
      operator_id = case when ${supplied.operatorId !== undefined} then ${supplied.operatorId ?? null}::bigint else operator_id end,
      updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${id} and updated_at >= ${updatedAt}::timestamptz
      and updated_at < ${updatedAt}::timestamptz + interval '1 millisecond'
    returning updated_at`);
  if (!changed) throw conflict('core.stale', await lastChange(tx, id));
  const changes = Object.entries(supplied).filter(([name, value]) => value !== before[name as keyof typeof before]);
  const detail = {
    changes: Object.fromEntries(changes.map(([name, value]) => [name, [before[name as keyof typeof before], value]])),
  };
  writeHistory(tx, [{ docKind: 'shop', docId: id, event: 'edited', detail }]);
  audit(tx, acts.edited, { id, name: before.name }, detail);
  await shopEdited.call(tx, { shopId: id });
  return { id, updatedAt: changed.updatedAt.toISOString() };
}

async function assertDepartment(tx: Tx, departmentId: number): Promise<void> {
  const there = await tx.row(
    sql`select 1 as there from department where company_id = ${sql.company} and id = ${departmentId}`,
  );
  if (!there) throw badField('departmentId', 'channels.departmentUnknown');
}

async function assertMember(tx: Tx, userId: number): Promise<void> {
  const there = await tx.row(
    sql`select 1 as there from user_account where company_id = ${sql.company} and id = ${userId} and enabled`,
  );
  if (!there) throw badField('operatorId', 'channels.memberUnknown');
}

async function lastChange(tx: Tx, shopId: number): Promise<{ who: string; when: string }> {
  const row = await tx.row<{ who: string | null; when: string }>(sql`
    select (select e.actor from document_event e where e.company_id = ${sql.company} and e.doc_kind = 'shop' and e.doc_id = s.id
              and e.event in ('edited', 'disabled', 'enabled', 'authorized', 'expired', 'added') order by e.id desc limit 1) as who,
      to_char(s.updated_at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI') as when
    from shop s join company c on c.id = s.company_id where s.company_id = ${sql.company} and s.id = ${shopId}`);
  return { who: row?.who ?? '?', when: row?.when ?? '' };
}

export async function disableShop(tx: Tx, ctx: Ctx, shopId: number): Promise<void> {
  const shop = await shopInScope(tx, ctx, shopId);
  const changed = await tx.row(sql`update shop set state = 'disabled', updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${shopId} and state in ('authorized', 'expired') returning id`);
  if (!changed) throw conflict('channels.cannotDisable', { name: shop.name });
  writeHistory(tx, [{ docKind: 'shop', docId: shopId, event: 'disabled', fromState: shop.state, toState: 'disabled' }]);
  audit(tx, acts.disabled, { id: shopId, name: shop.name });
}

/** Resumes where the sync stopped; the sync detects expired tokens. */
export async function enableShop(tx: Tx, ctx: Ctx, shopId: number): Promise<void> {
  const shop = await shopInScope(tx, ctx, shopId);
  if (shop.state === 'disabled') await assertRoom(tx);
  const changed = await tx.row(sql`update shop set state = 'authorized', updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${shopId} and state = 'disabled' and tokens is not null returning id`);
  if (!changed) throw conflict('channels.notDisabled', { name: shop.name });
  await forgetTroubles(tx, shopId);
  writeHistory(tx, [
    { docKind: 'shop', docId: shopId, event: 'enabled', fromState: 'disabled', toState: 'authorized' },
  ]);
  audit(tx, acts.enabled, { id: shopId, name: shop.name });
  await enqueueSync(tx, shopId);
}

/** Earlier errors belong to the old connection. */
export async function forgetTroubles(tx: Tx, shopId: number): Promise<void> {
  await tx.rows(sql`update shop_stream set failures = 0, last_error = null, last_error_kind = null, next_run_at = null
    where company_id = ${sql.company} and shop_id = ${shopId}`);
}

const FOREIGN_KEY = '23503';

/** @throws conflict channels.shopHasOrders when other records refer to it */
export async function removeShop(tx: Tx, ctx: Ctx, shopId: number): Promise<void> {
  const shop = await shopInScope(tx, ctx, shopId);
  await forgetShop(tx, shopId);
  await tx.rows(sql`delete from dead_letter where company_id = ${sql.company} and shop_id = ${shopId}`);
  await tx.rows(sql`delete from platform_shop where company_id = ${sql.company} and shop_id = ${shopId}`);
  try {
    await tx.rows(sql`delete from shop where company_id = ${sql.company} and id = ${shopId}`);
  } catch (error) {
    if ((error as { code?: string }).code === FOREIGN_KEY)
      throw conflict('channels.shopHasOrders', { name: shop.name });
    throw error;
  }
  const detail = { name: shop.name, platform: shop.platform };
  writeHistory(tx, [{ docKind: 'shop', docId: shopId, event: 'deleted', detail }]);
  audit(tx, acts.deleted, { id: shopId, name: shop.name }, detail);
}

export async function syncNow(tx: Tx, ctx: Ctx, shopIds: readonly number[]) {
  const failed: { id: number; label: string; error: string; reason: string }[] = [];
  for (const id of new Set(shopIds)) {
    const shop = await shopInScope(tx, ctx, id);
    if (shop.state !== 'authorized') {
      const reason = say(ctx.language, 'channels.notAuthorized', { name: shop.name });
      failed.push({ id, label: shop.name, error: 'channels.notAuthorized', reason });
      continue;
    }
    await enqueueNow(tx, id, 'orders');
  }
  return { done: new Set(shopIds).size - failed.length, failed };
}
