import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { saveWaveRule, WaveRule } from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import type { Refusal } from '../../../core/outcome.ts';
import { seesWarehouse } from '../outbound/detail.ts';
import { chooseOutbounds, outbounds } from '../outbound/list.ts';
import { createWaves, type MadeWave } from './create.ts';
import { linesAllowed } from './plan.ts';
import { assignWaves } from './waves.ts';

const ROW = sql`r.id, r.warehouse_id, r.name, r.enabled, r.lines, r.channel_id as "channelId", c.name as "channelName",
  r.area, r.same_channel as "sameChannel", r.same_area as "sameArea", r.cut_off as "cutOff", r.max_orders as "maxOrders",
  r.max_lines as "maxLines", r.max_units as "maxUnits", r.method`;

const acts = {
  saved: defineAction('warehouse.ruleSaved', ['保存波次规则', 'Wave rule saved']),
  moved: defineAction('warehouse.ruleMoved', ['调整波次规则顺序', 'Wave rules reordered']),
  deleted: defineAction('warehouse.ruleDeleted', ['删除波次规则', 'Wave rule deleted']),
};
const log = (tx: Tx, action: AuditAction, { id, name }: { id: number; name: string }) =>
  writeAudit(tx, [{ action, targetKind: 'wave_rule', targetId: id, targetName: name }]);

export function rulesOf(tx: Tx, warehouseId: number): Promise<WaveRule[]> {
  if (!seesWarehouse(tx, warehouseId)) throw notFound('warehouse.notFound');
  return tx.rows<WaveRule & Record<string, unknown>>(
    sql`select ${ROW} from wave_rule r left join shipping_channel c on c.company_id = ${sql.company} and c.id = r.channel_id
     where r.company_id = ${sql.company} and r.warehouse_id = ${warehouseId} order by r.position, r.id`,
  );
}

export async function saveRule(tx: Tx, input: ParsedOf<typeof saveWaveRule>): Promise<{ id: number }> {
  if (!seesWarehouse(tx, input.warehouseId)) throw notFound('warehouse.notFound');
  const { id, idempotencyKey: _, ...supplied } = input;
  if (supplied.method === 'single' && supplied.lines === 'multi') throw badField('lines', 'warehouse.ruleSingleLines');
  const rule = { ...supplied, lines: linesAllowed(supplied) };
  const taken = await tx.rows(
    sql`select 1 from wave_rule where company_id = ${sql.company} and warehouse_id = ${rule.warehouseId} and name = ${rule.name} and id <> ${id ?? 0}`,
  );
  if (taken.length > 0) throw badField('name', 'warehouse.codeTaken', { code: rule.name });
  const fields = sql`name = x.name, enabled = x.enabled, lines = x.lines, channel_id = x."channelId", area = x.area,
    same_channel = x."sameChannel", same_area = x."sameArea", cut_off = x."cutOff", max_orders = x."maxOrders",
    max_lines = x."maxLines", max_units = x."maxUnits", method = x.method`;
  const from = sql`jsonb_to_record(${sql.json({ ...rule, area: rule.area.toUpperCase() })}) as x(name text, enabled boolean, lines text, "channelId" bigint, area text,
    "sameChannel" boolean, "sameArea" boolean, "cutOff" text, "maxOrders" int, "maxLines" int, "maxUnits" int, method text)`;
  const [row] = id
    ? await tx.rows<{ id: number }>(
        sql`update wave_rule r set ${fields} from ${from} where r.company_id = ${sql.company} and r.warehouse_id = ${rule.warehouseId} and r.id = ${id} returning r.id`,
      )
    : await tx.rows<{ id: number }>(
        sql`insert into wave_rule (company_id, warehouse_id, position, name, enabled, lines, channel_id, area, same_channel, same_area,
           cut_off, max_orders, max_lines, max_units, method)
         select ${sql.company}, ${rule.warehouseId}, (select coalesce(max(position), 0) + 1 from wave_rule where company_id = ${sql.company} and warehouse_id = ${rule.warehouseId}), x.*
         from ${from} returning id`,
      );
  if (!row) throw notFound('warehouse.ruleNotFound');
  log(tx, acts.saved, { ...row, name: rule.name });
  return row;
}

async function ruleById(tx: Tx, id: number): Promise<WaveRule> {
  const [found] = await tx.rows<{ warehouseId: number }>(
    sql`select warehouse_id from wave_rule where company_id = ${sql.company} and id = ${id}`,
  );
  const rules = found && seesWarehouse(tx, found.warehouseId) ? await rulesOf(tx, found.warehouseId) : [];
  const rule = rules.find((one) => one.id === id);
  if (!rule) throw notFound('warehouse.ruleNotFound');
  return rule;
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  const rule = await ruleById(tx, id);
  await tx.rows(sql`delete from wave_rule where company_id = ${sql.company} and id = ${rule.id}`);
  log(tx, acts.deleted, rule);
}

export async function moveRule(tx: Tx, id: number, up: boolean): Promise<void> {
  const rule = await ruleById(tx, id);
  const ids = (await rulesOf(tx, rule.warehouseId)).map((one) => one.id);
  const at = ids.indexOf(id);
  const to = Math.min(ids.length - 1, Math.max(0, at + (up ? -1 : 1)));
  ids.splice(to, 0, ...ids.splice(at, 1));
  await tx.rows(
    sql`update wave_rule r set position = o.position from unnest(${ids}::bigint[]) with ordinality as o(id, position)
     where r.company_id = ${sql.company} and r.id = o.id`,
  );
  log(tx, acts.moved, rule);
}

interface ByRule {
  ruleId: number;
  name: string;
  method: WaveRule['method'];
  waves: number;
  orders: number;
  units: number;
  stops: number;
  walkMm: number | null;
  cutOff: string;
}

export interface Ran {
  rules: ByRule[];
  made: MadeWave[];
  refused: Refusal[];
  /** Orders still waiting. */
  waiting: number;
}

/** Runs the enabled rules (or the named ones) in sequence. A later rule does not see what an earlier one took. */
export async function runRules(
  tx: Tx,
  which: { warehouseId: number; ruleIds?: number[] | undefined; assigneeId?: number | undefined },
): Promise<Ran> {
  const { warehouseId, ruleIds } = which;
  const rules = await rulesOf(tx, warehouseId);
  const ran: Ran = { rules: [], made: [], refused: [], waiting: 0 };
  for (const rule of rules.filter((one) => (ruleIds ? ruleIds.includes(one.id) : one.enabled))) {
    const { channelId } = rule;
    const filter = { warehouseId, lines: linesAllowed(rule), ...(channelId === null ? {} : { channelId }) };
    const { waves, refused } = await createWaves(tx, await chooseOutbounds(tx, { filter }, 'waiting'), rule);
    ran.rules.push(outcomeOf(rule, waves));
    ran.made.push(...waves);
    ran.refused.push(...refused);
  }
  const ids = ran.made.map((wave) => wave.id);
  if (which.assigneeId && ids.length > 0) await assignWaves(tx, ids, which.assigneeId);
  // Reports an order once even if two rules could not take it.
  const taken = new Set(ran.made.flatMap((wave) => wave.outboundIds));
  ran.refused = [...new Map(ran.refused.filter((r) => !taken.has(r.id)).map((r) => [r.id, r])).values()];
  ran.waiting = await outbounds.count(tx, { warehouseId, state: 'waiting' });
  return ran;
}

function outcomeOf(rule: WaveRule, waves: readonly MadeWave[]): ByRule {
  const sum = (of: (wave: MadeWave) => number) => waves.reduce((n, wave) => n + of(wave), 0);
  const drawn = waves.every((wave) => wave.walkMm !== null);
  return {
    ruleId: rule.id,
    name: rule.name,
    method: rule.method,
    waves: waves.length,
    orders: sum((wave) => wave.orders),
    units: sum((wave) => wave.units),
    stops: sum((wave) => wave.stops),
    walkMm: drawn && waves.length > 0 ? sum((wave) => wave.walkMm ?? 0) : null,
    cutOff: rule.cutOff,
  };
}

class Undone extends Error {
  readonly ran: Ran;
  constructor(ran: Ran) {
    super('a preview is taken back');
    this.ran = ran;
  }
}

/** Preview of the rules: creates the waves and rolls them back, so that it cannot differ from the real run. */
export async function previewRules(
  app: App,
  ctx: Ctx,
  which: { warehouseId: number; ruleIds?: number[] | undefined },
): Promise<Ran> {
  try {
    return await app.database.inCompany(ctx, async (tx) => {
      throw new Undone(await runRules(tx, which));
    });
  } catch (error) {
    if (error instanceof Undone) return error.ran;
    throw error;
  }
}
