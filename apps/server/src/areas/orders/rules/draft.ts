import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type * as contract from '@tradewind/contract/orders.ts';
import { type OrderRule, RULE_KINDS, RULE_NUMBERS } from '@tradewind/contract/orders.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import { mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, conflict, forbidden, notFound, ruleBroken } from '../../../core/errors.ts';
import { isRange } from './check.ts';

type SaveInput = ParsedOf<typeof contract.saveRule>;
const RULES_AT_MOST = 500;

const acts = {
  added: defineAction('orders.ruleAdded', ['草稿：新增订单规则', 'Draft: order rule added']),
  changed: defineAction('orders.ruleChanged', ['草稿：修改订单规则', 'Draft: order rule changed']),
  moved: defineAction('orders.rulesMoved', ['草稿：调整订单规则顺序', 'Draft: order rules reordered']),
  deleted: defineAction('orders.ruleDeleted', ['草稿：删除订单规则', 'Draft: order rule deleted']),
  discarded: defineAction('orders.rulesDiscarded', ['放弃订单规则草稿', 'Draft discarded']),
};
export const auditRule = (
  tx: Tx,
  action: AuditAction,
  id: number,
  name: string,
  detail?: Record<string, unknown>,
): void =>
  writeAudit(tx, [{ action, targetKind: 'order_rule', targetId: id, targetName: name, ...(detail ? { detail } : {}) }]);

export interface Draft {
  rules: OrderRule[];
  revision: number;
  restored: number | null;
  actor: string;
  at: Date;
}

/** All live rules in evaluation order. */
export function liveRules(tx: Tx): Promise<OrderRule[]> {
  return tx.rows<OrderRule>(sql`select id, name, kind, enabled, conditions, action, version from order_rule
    where company_id = ${sql.company} order by array_position(${[...RULE_KINDS]}::text[], kind), position, id limit ${RULES_AT_MOST}`);
}

export async function draftOf(tx: Tx): Promise<Draft | undefined> {
  return tx.row<Draft>(sql`select rules, revision, restored, actor, at from order_rule_draft
    where company_id = ${sql.company} and rules is not null`);
}

/** Locks the draft row, even without a draft, so that changes to rules run one after another. */
export async function lockDraft(tx: Tx): Promise<Omit<Draft, 'rules'> & { rules: OrderRule[] | null }> {
  const row = await tx.row<Omit<Draft, 'rules'> & { rules: OrderRule[] | null }>(sql`
    insert into order_rule_draft as d (company_id, actor, at) values (${sql.company}, ${tx.actor.name}, ${tx.now})
    on conflict (company_id) do update set revision = d.revision returning rules, revision, restored, actor, at`);
  if (!row) throw new Error('no draft row');
  return row;
}

/** Changes the draft; creates it from the live rules if none exists. */
export async function changeDraft<T>(
  tx: Tx,
  change: (rules: OrderRule[]) => { rules: OrderRule[]; result: T },
): Promise<T> {
  const draft = await lockDraft(tx);
  const { rules, result } = change(draft.rules ?? (await liveRules(tx)));
  if (rules.length > RULES_AT_MOST) throw ruleBroken('orders.rulesTooMany', { most: RULES_AT_MOST });
  await writeDraft(tx, rules, draft.restored);
  return result;
}

/** Null: deletes the draft. */
export async function writeDraft(tx: Tx, rules: readonly OrderRule[] | null, restored: number | null): Promise<void> {
  await tx.rows(sql`update order_rule_draft set rules = ${rules && JSON.stringify(rules)}::jsonb, revision = revision + 1,
    restored = ${restored}, actor = ${tx.actor.name}, at = ${tx.now} where company_id = ${sql.company}`);
}

/** @throws badField when the action is not of the rule's kind; conflict when somebody else changed the rule */
export async function saveRule(tx: Tx, input: SaveInput): Promise<{ id: number }> {
  checkAction(input);
  checkConditions(input);
  const { id, version, ...shape } = input;
  if (!mayPress(tx.rights, id === undefined ? rights.orderRule.add : rights.orderRule.edit)) throw forbidden();
  const saved = await changeDraft(tx, (rules) => {
    if (id === undefined) {
      const rule = { ...shape, id: Math.min(0, ...rules.map((each) => each.id)) - 1, version: 0 };
      return { rules: [...rules, rule], result: rule.id };
    }
    const before = rules.find((each) => each.id === id);
    if (!before) throw notFound('orders.ruleNotFound');
    if (version !== undefined && version !== before.version) throw conflict('orders.ruleStale', { name: before.name });
    const rule = { ...shape, id, version: before.version + 1 };
    return { rules: rules.map((each) => (each === before ? rule : each)), result: id };
  });
  auditRule(tx, id === undefined ? acts.added : acts.changed, saved, input.name, shape);
  return { id: saved };
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  const gone = await changeDraft(tx, (rules) => {
    const rule = rules.find((each) => each.id === id);
    if (!rule) throw notFound('orders.ruleNotFound');
    return { rules: rules.filter((each) => each !== rule), result: rule };
  });
  auditRule(tx, acts.deleted, id, gone.name);
}

export async function reorderRules(tx: Tx, kind: string, ids: readonly number[]): Promise<void> {
  const names = await changeDraft(tx, (rules) => {
    const mine = rules.filter((rule) => rule.kind === kind);
    // Rules that someone added meanwhile go last.
    const placeOf = (id: number) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    const ordered = mine.toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
    return { rules: [...rules.filter((rule) => rule.kind !== kind), ...ordered], result: ordered.map((r) => r.name) };
  });
  auditRule(tx, acts.moved, 0, names.join(' > ').slice(0, 200), { kind });
}

export async function discardDraft(tx: Tx): Promise<void> {
  if ((await lockDraft(tx)).rules === null) return;
  await writeDraft(tx, null, null);
  auditRule(tx, acts.discarded, 0, '');
}

/** Refuses conditions that can never match. */
function checkConditions({ conditions }: SaveInput): void {
  for (const [at, { field, operator, value, of }] of conditions.entries()) {
    if (field === 'skuUnits' && !of) throw badField(`conditions.${at}.of`, 'core.required');
    if (operator === 'isEmpty' || operator === 'isNotEmpty') continue;
    const path = `conditions.${at}.value`;
    const values = Array.isArray(value) ? value : [value];
    if (values.length === 0 || values.some((each) => each === '')) throw badField(path, 'core.required');
    if (operator === 'inRange' && !values.every(isRange)) throw badField(path, 'orders.ruleRange');
    const compares = operator === 'atLeast' || operator === 'atMost' || RULE_NUMBERS.some((name) => name === field);
    if (compares && !values.every((each) => /^-?\d+(\.\d+)?$/.test(each))) throw badField(path, 'orders.ruleNumber');
  }
}

function checkAction({ kind, action }: SaveInput): void {
  const needed = {
    review: 'decision',
    warehouse: 'warehouseId',
    channel: 'channelId',
    tag: 'tagIds',
    priority: 'priority',
    split: 'splitBy',
    merge: 'merge',
  } as const;
  const field = needed[kind];
  const supplied = action[field];
  if (supplied === undefined || (Array.isArray(supplied) && supplied.length === 0))
    throw badField(`action.${field}`, 'orders.ruleAction');
  if (kind === 'split' && action.splitBy !== 'stock' && !action.limit) throw badField('action.limit', 'core.required');
}
