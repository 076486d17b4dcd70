import type { PlatformOrder } from '@tradewind/connectors/marketplace.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type * as contract from '@tradewind/contract/orders.ts';
import { RULE_NUMBERS } from '@tradewind/contract/orders.ts';
import { sql } from 'drizzle-orm/sql/sql';
import { type AuditAction, defineAction, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField, conflict, notFound } from '../../core/errors.ts';
import { arrayOf, inShops } from '../../core/scope.ts';
import { productFacts } from '../catalog/public.ts';
import { type Case, factsOf, judge } from './judge.ts';
import { activeRules } from './rules.queries.ts';
import { holds, type Rule } from './rules.ts';

type SaveInput = ParsedOf<typeof contract.saveRule>;
const REHEARSE_OVER = 100;

const acts = {
  added: defineAction('orders.ruleAdded', ['新增订单规则', 'Order rule added']),
  changed: defineAction('orders.ruleChanged', ['修改订单规则', 'Order rule changed']),
  moved: defineAction('orders.rulesMoved', ['调整订单规则顺序', 'Order of rules changed']),
  deleted: defineAction('orders.ruleDeleted', ['删除订单规则', 'Order rule deleted']),
};
const audit = (tx: Tx, action: AuditAction, id: number, name: string, detail?: Record<string, unknown>) =>
  writeAudit(tx, [{ action, targetKind: 'order_rule', targetId: id, targetName: name, ...(detail ? { detail } : {}) }]);

export function allRules(tx: Tx) {
  return tx.rows(sql`select id, name, kind, position, enabled, conditions, action, version, updated_at as "updatedAt"
    from order_rule where company_id = ${tx.companyId} order by kind, position, id limit 500`);
}

/** @throws badField when the action is not of the rule's kind; conflict core.stale */
export async function saveRule(tx: Tx, input: SaveInput): Promise<{ id: number }> {
  checkAction(input);
  checkConditions(input);
  const body = { conditions: JSON.stringify(input.conditions), action: JSON.stringify(input.action) };
  if (input.id === undefined) {
    const made = await tx.row<{
      id: number;
    }>(sql`insert into order_rule (company_id, name, kind, position, enabled, conditions, action)
      values (${tx.companyId}, ${input.name}, ${input.kind}, (select coalesce(max(position), 0) + 1 from order_rule
        where company_id = ${tx.companyId} and kind = ${input.kind}), ${input.enabled}, ${body.conditions}::jsonb, ${body.action}::jsonb) returning id`);
    audit(tx, acts.added, made?.id ?? 0, input.name, about(input));
    return { id: made?.id ?? 0 };
  }
  const before = await tx.row<{ version: number; name: string }>(sql`select version, name from order_rule
    where company_id = ${tx.companyId} and id = ${input.id} for update`);
  if (!before) throw notFound('orders.ruleNotFound');
  if (input.version !== undefined && input.version !== before.version)
    throw conflict('orders.ruleStale', { name: before.name });
  await tx.rows(sql`update order_rule set name = ${input.name}, kind = ${input.kind}, enabled = ${input.enabled}, conditions = ${body.conditions}::jsonb,
    action = ${body.action}::jsonb, version = version + 1, updated_at = ${tx.now} where company_id = ${tx.companyId} and id = ${input.id}`);
  audit(tx, acts.changed, input.id, input.name, about(input));
  return { id: input.id };
}

const about = ({ kind, enabled, conditions, action }: SaveInput) => ({ kind, enabled, conditions, action });

/** What could never hold is refused where it stands. */
function checkConditions({ conditions }: SaveInput): void {
  for (const [at, { field, operator, value }] of conditions.entries()) {
    if (operator === 'isEmpty' || operator === 'isNotEmpty') continue;
    const path = `conditions.${at}.value`;
    const values = Array.isArray(value) ? value : [value];
    if (values.length === 0 || values.some((each) => each === '')) throw badField(path, 'core.required');
    const compares = operator === 'atLeast' || operator === 'atMost' || RULE_NUMBERS.some((name) => name === field);
    if (compares && !values.every((each) => /^-?\d+(\.\d+)?$/.test(each))) throw badField(path, 'orders.ruleNumber');
  }
}

function checkAction({ kind, action }: SaveInput): void {
  if (kind === 'review' && !action.decision) throw badField('action.decision', 'orders.ruleAction');
  if (kind === 'warehouse' && !action.warehouseId) throw badField('action.warehouseId', 'orders.ruleAction');
  if (kind === 'channel' && !action.channelId) throw badField('action.channelId', 'orders.ruleAction');
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  const gone = await tx.row<{ name: string }>(
    sql`delete from order_rule where company_id = ${tx.companyId} and id = ${id} returning name`,
  );
  if (!gone) throw notFound('orders.ruleNotFound');
  audit(tx, acts.deleted, id, gone.name);
}

export async function reorderRules(tx: Tx, kind: string, ids: readonly number[]): Promise<void> {
  const moved = await tx.rows<{
    id: number;
    name: string;
    position: number;
  }>(sql`update order_rule r set position = n.position, version = version + 1 from unnest(${arrayOf(ids)}::bigint[]) with ordinality as n(id, position)
    where r.company_id = ${tx.companyId} and r.kind = ${kind} and r.id = n.id and r.position <> n.position
    returning r.id, r.name, r.position`);
  for (const { id, name, position } of moved) audit(tx, acts.moved, id, name, { kind, position });
}

interface Past extends Omit<Case, 'platformStatus' | 'fulfilledBy'> {
  id: number;
  displayNo: string;
}

/** What a rule as drafted would do with the last hundred orders, beside what decides today. Changes nothing. */
export async function rehearse(tx: Tx, draft: ParsedOf<typeof contract.rehearseRules>) {
  checkAction(draft);
  checkConditions(draft);
  const orders = await lastOrders(tx);
  const ids = new Set(orders.flatMap((order) => order.lines.flatMap((line) => line.productId ?? [])));
  const products = await productFacts(tx, [...ids]);
  const today = await activeRules(tx);
  const asRule = {
    id: draft.id ?? 0,
    name: draft.name,
    kind: draft.kind,
    conditions: draft.conditions,
    action: draft.action,
  } as Rule;
  const known = today.some((rule) => rule.id === draft.id);
  const drafted = known ? today.map((rule) => (rule.id === draft.id ? asRule : rule)) : [...today, asRule];
  const shown = orders.map((order) => {
    const input: Case = { ...order, platformStatus: 'toShip', fulfilledBy: 'seller' };
    const before = outcome(judge(input, today, products), draft.kind);
    const after = outcome(
      judge(input, draft.enabled ? drafted : drafted.filter((rule) => rule !== asRule), products),
      draft.kind,
    );
    return {
      id: order.id,
      displayNo: order.displayNo,
      today: before.text,
      draft: after.text,
      todayRule: before.rule?.name ?? '',
      draftRule: after.rule?.name ?? '',
      changes: before.text !== after.text,
      matched: after.rule === asRule,
      holds: asRule.conditions.every((condition) => holds(condition, factsOf(input, products))),
    };
  });
  return {
    looked: shown.length,
    holds: shown.filter((row) => row.holds).length,
    matched: shown.filter((row) => row.matched).length,
    orders: shown.map(({ matched, holds: _, ...row }) => row),
  };
}

function outcome(decision: ReturnType<typeof judge>, kind: Rule['kind']): { text: string; rule: Rule | undefined } {
  const rule = kind === 'review' ? decision.rule : kind === 'warehouse' ? decision.warehouse : decision.channel;
  if (kind === 'review')
    return { rule, text: decision.exception ? `${decision.status}:${decision.exception}` : decision.status };
  return { rule, text: rule ? rule.name : '' };
}

async function lastOrders(tx: Tx): Promise<Past[]> {
  const rows = await tx.rows<Past & { shipTo: PlatformOrder['shipTo'] | null }>(sql`
    select o.id, o.display_no as "displayNo", o.shop_id as "shopId", o.platform, o.currency, o.total_amount as "totalAmount", o.ship_to as "shipTo",
      o.platform_shipping as "platformShipping",
      o.buyer_note as "buyerNote", o.cancel_requested as "cancelRequested",
      coalesce((select jsonb_agg(jsonb_build_object('sellerSku', l.seller_sku, 'quantity', l.quantity, 'productId', l.product_id, 'factor', l.factor))
        from order_line l where l.company_id = o.company_id and l.order_id = o.id), '[]') as lines
    from sales_order o where o.company_id = ${tx.companyId} and ${inShops(tx, sql`o.shop_id`)} order by o.ordered_at desc, o.id desc limit ${REHEARSE_OVER}`);
  return rows;
}
