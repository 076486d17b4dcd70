import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type * as contract from '@tradewind/contract/orders.ts';
import { type OrderRule, RULE_OVERRIDES, type RuleChange, type RuleProblem } from '@tradewind/contract/orders.ts';
import { defineAction } from '../../../core/audit.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, forbidden, notFound, ruleBroken } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { problemsOf } from './check.ts';
import { auditRule, draftOf, liveRules, lockDraft, writeDraft } from './draft.ts';
import { type DryRunRow, dryRunOf } from './dry-runs.ts';
import { countWaiting, REEVALUATION, type Reevaluated, startReevaluation } from './reevaluation.ts';
import { targetsOf } from './targets.ts';

const switchedOn = defineAction('orders.rulesOn', ['启用订单规则', 'Order rules went live']);
const broughtBack = defineAction('orders.rulesRestored', [
  '恢复订单规则版本为草稿',
  'Order rule version restored as draft',
]);
const NAMED = 3;

const bodyOf = ({ name, conditions, action }: OrderRule) => JSON.stringify([name, conditions, action]);

/** The changes from `before` to `after`, in the order of its rules. */
export function changesBetween(before: readonly OrderRule[], after: readonly OrderRule[]): RuleChange[] {
  const old = new Map(before.map((rule) => [rule.id, rule]));
  const now = new Set(after.map((rule) => rule.id));
  const changes: RuleChange[] = [];
  const add = (change: RuleChange['change'], rule: OrderRule, sides: Pick<RuleChange, 'before' | 'after'> = {}) =>
    changes.push({ change, kind: rule.kind, name: rule.name, ...sides });
  const moved = movedIds(
    before.filter((rule) => now.has(rule.id)),
    after.filter((rule) => old.has(rule.id)),
  );
  for (const rule of after) {
    const was = old.get(rule.id);
    if (!was) add('added', rule, { after: rule });
    else {
      if (sameBody(was, rule) === false) add('changed', rule, { before: was, after: rule });
      if (was.enabled !== rule.enabled) add(rule.enabled ? 'on' : 'off', rule);
      if (moved.has(rule.id)) add('moved', rule);
    }
  }
  for (const rule of before) if (!now.has(rule.id)) add('removed', rule, { before: rule });
  return changes;
}

/** The database orders JSON keys in its own way. */
function sameBody(a: OrderRule, b: OrderRule): boolean {
  return canonical(bodyOf(a)) === canonical(bodyOf(b)) && a.kind === b.kind;
}
const canonical = (text: string): string =>
  JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Rules of a type that moved ahead of another: the fewest moves that explain the new order. */
function movedIds(before: readonly OrderRule[], after: readonly OrderRule[]): Set<number> {
  const moved = new Set<number>();
  for (const [kind, rules] of Map.groupBy(after, (rule) => rule.kind)) {
    const places = new Map(before.filter((rule) => rule.kind === kind).map((rule, at) => [rule.id, at]));
    const kept = longestRise(rules.map((rule) => places.get(rule.id) ?? -1));
    for (const [at, rule] of rules.entries()) if (!kept.has(at)) moved.add(rule.id);
  }
  return moved;
}

/** The positions of a longest increasing subsequence. */
function longestRise(numbers: readonly number[]): Set<number> {
  const best: number[][] = [];
  for (const [at, number] of numbers.entries()) {
    const before = best.slice(0, at).filter((run) => (numbers[run.at(-1) ?? 0] ?? 0) < number);
    best[at] = [...(before.toSorted((a, b) => b.length - a.length)[0] ?? []), at];
  }
  return new Set(best.toSorted((a, b) => b.length - a.length)[0]);
}

/** The data of the rules page. */
export async function ruleDesk(tx: Tx) {
  const live = await liveRules(tx);
  const draft = await draftOf(tx);
  const rules = draft?.rules ?? live;
  const dryRun = draft ? await dryRunOf(tx, draft.revision) : undefined;
  const latest = await tx.row<
    { version: number; at: Date; by: string } & Reevaluated
  >(sql`select version, at, actor as by, ${REEVALUATION}
    from order_rule_version where company_id = ${sql.company} order by version desc limit 1`);
  const tags = await tx.rows<{ id: number; name: string; colour: string }>(sql`select id, name, colour from order_tag
    where company_id = ${sql.company} order by position, id limit 500`);
  const unruled = await tx.row<{ n: number }>(sql`select count(*)::int as n from (select 1 from sales_order
    where company_id = ${sql.company} and unruled and status = 'review' limit 10000) x`);
  return {
    rules,
    live: latest ? { ...latest, at: latest.at.toISOString() } : { version: 0, at: null, by: '', rejudging: null },
    draft: draft
      ? { revision: draft.revision, at: draft.at.toISOString(), by: draft.actor, changes: changesBetween(live, rules) }
      : null,
    problems: [...(await problemsIn(tx, rules)), ...(dryRun?.state === 'done' ? fallenIn(dryRun, live) : [])],
    rehearsal: dryRun ?? null,
    tags,
    unruled: unruled?.n ?? 0,
    waiting: draft ? await countWaiting(tx) : 0,
  };
}

async function problemsIn(tx: Tx, rules: readonly OrderRule[]): Promise<RuleProblem[]> {
  const targets = await targetsOf(tx);
  const gone = ({ kind, action }: Pick<OrderRule, 'kind' | 'action'>) => {
    if (kind === 'warehouse') return !targets.warehouses.has(action.warehouseId ?? 0);
    if (kind === 'channel') return !targets.channels.has(action.channelId ?? 0);
    return kind === 'tag' && !(action.tagIds ?? []).every((id) => targets.tags.has(id));
  };
  // A channel rule is skipped in warehouses without the channel.
  return problemsOf(rules, gone, ({ action }) => !!targets.channels.get(action.channelId ?? 0)?.notFrom.length);
}

/** Orders that a rule matches today and that no rule would match, by that rule. */
function fallenIn(dryRun: DryRunRow, live: readonly OrderRule[]): RuleProblem[] {
  return Object.entries(dryRun.fallenBy).map(([ruleId, { kind, count, orders }]) => ({
    problem: 'fallen',
    kind,
    rule: live.find((rule) => rule.id === Number(ruleId))?.name ?? '',
    ruleId: Number(ruleId),
    count,
    orders,
  }));
}

/**
 * Makes the draft live as a new version, in one transaction. Concurrent evaluations use either the old or the new
 * rules, never a mix. Re-evaluates waiting orders on request.
 * @throws conflict when the draft has changed, has no dry run, or has problems that the user did not confirm
 */
export async function switchOn(
  tx: Tx,
  ctx: Ctx,
  input: ParsedOf<typeof contract.switchOnRules>,
): Promise<{ version: number; rejudging: number }> {
  const draft = await lockDraft(tx);
  if (draft.rules === null) throw conflict('orders.noRuleDraft');
  if (draft.revision !== input.revision) throw conflict('orders.ruleDraftStale', { name: draft.actor });
  const dryRun = await dryRunOf(tx, draft.revision);
  if (dryRun?.state !== 'done') throw conflict('orders.ruleRehearseFirst');
  const live = await liveRules(tx);
  const overrides: readonly string[] = input.override;
  const problems = [...(await problemsIn(tx, draft.rules)), ...fallenIn(dryRun, live)];
  const open = problems.filter((each) => !overrides.includes(each.problem));
  if (open.length > 0) throw ruleBroken('orders.ruleProblems', { problems: inWords(ctx, open) });
  const changes = changesBetween(live, draft.rules);
  const missing = changes.find(({ change }) => !mayPress(tx.rights, rights.orderRule[RIGHT_OF[change]]));
  if (missing) throw forbidden();
  const version = await nextVersion(tx, live);
  const rules = await writeLive(tx, live, draft.rules, version);
  const overridden = RULE_OVERRIDES.filter((each) => problems.some(({ problem }) => problem === each));
  await keep(tx, {
    version,
    rules,
    changes,
    overridden,
    restored: draft.restored,
    note: input.note,
    actor: tx.actor.name,
  });
  await writeDraft(tx, null, null);
  const reevaluation = input.rejudge ? await startReevaluation(tx, version) : 0;
  auditRule(tx, switchedOn, version, `v${version}`, {
    changes: changes.map(({ change, name }) => `${change}: ${name}`),
    ...(overridden.length > 0 ? { overridden } : {}),
    ...(input.rejudge ? { rejudging: reevaluation } : {}),
  });
  return { version, rejudging: reevaluation };
}

const RIGHT_OF: Record<RuleChange['change'], 'add' | 'edit' | 'delete'> = {
  added: 'add',
  removed: 'delete',
  changed: 'edit',
  moved: 'edit',
  on: 'edit',
  off: 'edit',
};

function inWords(ctx: Ctx, problems: readonly RuleProblem[]): string {
  const answered = problems.slice(0, NAMED).map(({ problem, rule, by = '', count = 0, orders = [] }) =>
    say(ctx.language, `orders.ruleProblem.${problem}`, {
      name: rule,
      by,
      count,
      orders: orders.slice(0, NAMED).join(', '),
    }),
  );
  const more = problems.length - answered.length;
  if (more > 0) answered.push(say(ctx.language, 'orders.ruleProblem.more', { count: more }));
  return answered.join(ctx.language === 'zh' ? '；' : '; ');
}

/** Stores rules from before versioning as the first version, so that they can be restored. */
async function nextVersion(tx: Tx, live: readonly OrderRule[]): Promise<number> {
  const known = await tx.row<{ version: number }>(sql`select max(version) as version from order_rule_version
    where company_id = ${sql.company} having max(version) is not null`);
  if (known) return known.version + 1;
  if (live.length === 0) return 1;
  const version = Math.max(1, ...live.map((rule) => rule.version));
  const first = { version, rules: live, changes: [], overridden: [], restored: null, note: '', actor: '' };
  await keep(tx, first);
  return version + 1;
}

interface Kept {
  version: number;
  rules: readonly OrderRule[];
  changes: readonly RuleChange[];
  overridden: readonly string[];
  restored: number | null;
  note: string;
  actor: string;
}

async function keep(tx: Tx, kept: Kept): Promise<void> {
  const { version, rules, changes, overridden, restored, note, actor } = kept;
  await tx.rows(sql`insert into order_rule_version (company_id, version, rules, changes, overridden, restored, note, actor, at)
    values (${sql.company}, ${version}, ${JSON.stringify(rules)}::jsonb, ${JSON.stringify(changes)}::jsonb, ${arrayOf(overridden)}::text[],
      ${restored}, ${note}, ${actor}, ${tx.now})`);
}

/** Writes the live rules. A new or changed rule gets the version's number. */
async function writeLive(
  tx: Tx,
  live: readonly OrderRule[],
  drafted: readonly OrderRule[],
  version: number,
): Promise<OrderRule[]> {
  const old = new Map(live.map((rule) => [rule.id, rule]));
  const rows = drafted.map((rule, position) => {
    const was = old.get(rule.id);
    const same = was && sameBody(was, rule) && was.enabled === rule.enabled;
    return { ...rule, position, version: same ? was.version : version, id: rule.id > 0 ? rule.id : null };
  });
  await tx.rows(sql`delete from order_rule where company_id = ${sql.company}
    and not id = any(${arrayOf(rows.flatMap((row) => row.id ?? []))}::bigint[])`);
  const columns = sql`company_id, name, kind, position, enabled, conditions, action, version, updated_at`;
  const values = sql`${sql.company}, r.name, r.kind, r.position, r.enabled, r.conditions, r.action, r.version, ${tx.now}`;
  const shape = sql`as r(id bigint, name text, kind text, position int, enabled boolean, conditions jsonb, action jsonb, version int)`;
  const known = JSON.stringify(rows.filter((row) => row.id !== null));
  const fresh = JSON.stringify(rows.filter((row) => row.id === null));
  await tx.rows(sql`insert into order_rule (id, ${columns}) select r.id, ${values} from jsonb_to_recordset(${known}::jsonb) ${shape}
    on conflict (company_id, id) do update set name = excluded.name, kind = excluded.kind, position = excluded.position,
      enabled = excluded.enabled, conditions = excluded.conditions, action = excluded.action, version = excluded.version,
      updated_at = case when order_rule.version = excluded.version then order_rule.updated_at else excluded.updated_at end`);
  await tx.rows(
    sql`insert into order_rule (${columns}) select ${values} from jsonb_to_recordset(${fresh}::jsonb) ${shape} order by r.position returning 1`,
  );
  return liveRules(tx);
}

export async function ruleVersions(tx: Tx, page: number, pageSize: number) {
  const rows = await tx.rows<
    Record<string, unknown> & { at: Date }
  >(sql`select version, at, actor as by, note, overridden, restored, changes,
      jsonb_array_length(rules) as rules, ${REEVALUATION}
    from order_rule_version where company_id = ${sql.company} order by version desc limit ${pageSize} offset ${(page - 1) * pageSize}`);
  const count = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from order_rule_version where company_id = ${sql.company}`,
  );
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: count?.n ?? 0, totalExact: true };
}

/** Restores an old version as the draft. Live rules do not change. */
export async function restore(tx: Tx, version: number): Promise<void> {
  await lockDraft(tx);
  const kept = await tx.row<{ rules: OrderRule[] }>(sql`select rules from order_rule_version
    where company_id = ${sql.company} and version = ${version}`);
  if (!kept) throw notFound('orders.ruleVersionNotFound');
  await writeDraft(tx, kept.rules, version);
  auditRule(tx, broughtBack, version, `v${version}`);
}
