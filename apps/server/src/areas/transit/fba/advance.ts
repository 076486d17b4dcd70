import type { PlatformInbound } from '@tradewind/connectors/capabilities/inbound.ts';
import { ConnectorError, type ShopAccess } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, Fail } from '../../../core/errors.ts';
import { codedFailure } from '../../../core/jobs/failure.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { shopQueue, withShop } from '../../channels/public.ts';
import { FBA, type Fba, type FbaStep, fbaDocument, holdFba } from '../documents.ts';
import { boxesOf, type FbaBox, type FbaLine, type FbaPart, linesOf, partsOf } from './lines.ts';

/** A shipment with all data that its steps send to Amazon. */
export interface Shown extends Fba {
  lines: FbaLine[];
  boxes: FbaBox[];
  parts: FbaPart[];
  from: Record<string, string>;
  /** When the step was started or last retried. */
  begunAt: Date;
}
export interface There {
  inbound: PlatformInbound;
  access: ShopAccess;
}
type Write = (tx: Tx, held: Fba) => Promise<void>;

/**
 * One request to Amazon. Each can be repeated after a lost answer: `ask` first looks up requests that must not run
 * twice.
 */
export interface Task {
  /** @returns Amazon's operation, or null if there is nothing to wait for. `note` is saved with the operation */
  ask(there: There, shown: Shown): Promise<{ operationId: string | null; note?: Write } | null>;
  /** Reads the result and returns the values to write. */
  taken?(there: There, shown: Shown): Promise<Write>;
  /** Values to reset when Amazon's operation failed. */
  failed?: Write;
}

type Steps = Record<Exclude<FbaStep, ''>, (shown: Shown) => readonly Task[]>;
let steps: Steps | undefined;
export const defineSteps = (made: Steps): void => {
  steps = made;
};

/** How long to wait for an operation before other work of the shop runs. */
const PAUSES_MS = [200, 300, 600, 1200];
const LOOK_AGAIN_MS = 5000;
/** The longest duration of a step; then it fails, and a person retries or goes back. */
const LONGEST_MS = 3_600_000;

const advanceJob = defineJob<{ id: number; shopId: number }>(
  'transit.fba',
  ['在亚马逊推进 FBA 货件', 'Advance an FBA shipment at Amazon'],
  (app, ctx, payload) => advance(app, ctx, payload),
);

const enqueue = (tx: Tx, id: number, shopId: number, runAt?: Date) =>
  addJob(
    tx,
    advanceJob,
    { id, shopId },
    { queue: shopQueue(shopId), key: `transit.fba:${id}`, ...(runAt ? { runAt } : {}) },
  );

// Resumes a step whose job was lost or gave up, until it ends or times out.
defineSchedule({
  name: 'transit.fba.all',
  cron: '17,47 * * * *',
  title: ['跟进FBA货件', 'Follow up FBA shipments'],
  due: sql`select distinct company_id from fba_shipment where step <> '' and step_error is null`,
  each: (app, ctx) =>
    app.database.inCompany(ctx, async (tx) => {
      const going = await tx.rows<{ id: number; shopId: number }>(sql`select id, shop_id from fba_shipment
        where company_id = ${sql.company} and step <> '' and step_error is null`);
      for (const { id, shopId } of going) await enqueue(tx, id, shopId);
    }),
});

export async function beginStep(tx: Tx, held: Fba, step: Exclude<FbaStep, ''>, detail = {}): Promise<void> {
  await tx.rows(sql`update fba_shipment set step = ${step}, step_at = 0, operation_id = null, step_error = null,
    version = version + 1 where company_id = ${sql.company} and id = ${held.id}`);
  writeHistory(tx, [{ docKind: fbaDocument.kind, docId: held.id, event: step, detail }]);
  await enqueue(tx, held.id, held.shopId);
}

/** Retries the failed step. @throws conflict transit.notStopped */
export async function retryStep(tx: Tx, id: number): Promise<void> {
  const held = await holdFba(tx, id);
  if (held.step === '' || held.stepError === null) throw conflict('transit.notStopped', { number: held.number });
  await tx.rows(sql`update fba_shipment set step_error = null, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  writeHistory(tx, [{ docKind: fbaDocument.kind, docId: id, event: 'retried', detail: { step: held.step } }]);
  await enqueue(tx, id, held.shopId);
}

/** Ends the step, so that its input can be edited and submitted again. Confirmed steps stay confirmed at Amazon. */
export async function reviseStep(tx: Tx, id: number): Promise<void> {
  const held = await holdFba(tx, id);
  if (held.step === '' || held.stepError === null || held.step === 'track')
    throw conflict('transit.notStopped', { number: held.number });
  await tx.rows(sql`update fba_shipment set step = '', step_at = 0, step_error = null, operation_id = null,
    version = version + 1 where company_id = ${sql.company} and id = ${id}`);
  writeHistory(tx, [{ docKind: fbaDocument.kind, docId: id, event: 'revised', detail: { step: held.step } }]);
}

async function shownOf(tx: Tx, id: number): Promise<Shown | undefined> {
  const row = await tx.row<
    Fba & { from: Record<string, string>; begunAt: Date }
  >(sql`select ${FBA}, w.address as "from", (select coalesce(max(e.at), f.created_at) from document_event e
      where e.company_id = ${sql.company} and e.doc_kind = ${fbaDocument.kind} and e.doc_id = f.id
        and e.event in (f.step, 'retried')) as "begunAt"
    from fba_shipment f
    join warehouse w on w.company_id = f.company_id and w.id = f.warehouse_id
    where f.company_id = ${sql.company} and f.id = ${id} and f.step <> '' and f.step_error is null`);
  if (!row) return undefined;
  const [lines, boxes, parts] = await Promise.all([linesOf(tx, id), boxesOf(tx, id), partsOf(tx, id)]);
  return { ...row, lines, boxes, parts };
}

/** Runs tasks until the step is done, Amazon needs more time, or something fails for a person to check. */
async function advance(app: App, ctx: Ctx, { id, shopId }: { id: number; shopId: number }): Promise<void> {
  try {
    await withShop(app, ctx, shopId, async ({ inbound }, access) => {
      if (!inbound) throw new Error(`shop ${shopId} takes no goods`);
      while (await oneTask(app, ctx, id, { inbound, access }));
    });
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'rejected') return stop(app, ctx, id, error.message);
    // Our own refusals, such as an expired authorization, do not fix themselves.
    const words = error instanceof Fail ? codedFailure(error.code, error.params) : String((error as Error).message);
    if (!(error instanceof Fail || (await overdue(app, ctx, id)))) throw error;
    await stop(app, ctx, id, words, { waits: true });
  }
}

const isLate = (ctx: Ctx, { begunAt }: Shown): boolean =>
  ctx.now().getTime() - new Date(begunAt).getTime() > LONGEST_MS;

async function overdue(app: App, ctx: Ctx, id: number): Promise<boolean> {
  const shown = await app.database.look(ctx, (tx) => shownOf(tx, id));
  return shown !== undefined && isLate(ctx, shown);
}

/** @returns whether another task can run now */
async function oneTask(app: App, ctx: Ctx, id: number, there: There): Promise<boolean> {
  const shown = await app.database.look(ctx, (tx) => shownOf(tx, id));
  if (!shown || shown.step === '' || !steps) return false;
  const task = steps[shown.step](shown)[shown.stepAt];
  if (!task) return false;
  if (shown.operationId === null) {
    const requested = await task.ask(there, shown);
    if (requested?.operationId) {
      await write(app, ctx, id, shown, async (tx, held) => {
        await requested.note?.(tx, held);
        await tx.rows(sql`update fba_shipment set operation_id = ${requested.operationId}
          where company_id = ${sql.company} and id = ${id}`);
      });
      return true;
    }
    await finish(app, ctx, id, there, shown, task, requested?.note);
    return true;
  }
  return waited(app, ctx, id, there, shown, task);
}

async function waited(app: App, ctx: Ctx, id: number, there: There, shown: Shown, task: Task): Promise<boolean> {
  for (const pause of [...PAUSES_MS, undefined]) {
    const operation = await there.inbound.operation(there.access, shown.operationId ?? '');
    if (operation.state === 'done') {
      await finish(app, ctx, id, there, shown, task);
      return true;
    }
    if (operation.state === 'failed') {
      const words = operation.problems.map(({ code, message }) => `${code}: ${message}`).join('; ');
      await stop(app, ctx, id, words || operation.name, { failed: task.failed });
      return false;
    }
    if (pause !== undefined) await new Promise((done) => setTimeout(done, pause));
  }
  if (isLate(ctx, shown)) {
    await stop(app, ctx, id, codedFailure('transit.tooLong'), { waits: true });
    return false;
  }
  await app.database.inCompany(ctx, (tx) => enqueue(tx, id, shown.shopId, new Date(tx.now.getTime() + LOOK_AGAIN_MS)));
  return false;
}

/** Writes the result of a task and the next task together: a second run finds it done. */
async function finish(
  app: App,
  ctx: Ctx,
  id: number,
  there: There,
  shown: Shown,
  task: Task,
  note?: Write,
): Promise<void> {
  const taken = await task.taken?.(there, shown);
  await write(app, ctx, id, shown, async (tx, held) => {
    await tx.rows(sql`update fba_shipment set step_at = step_at + 1, operation_id = null
      where company_id = ${sql.company} and id = ${id}`);
    await note?.(tx, held);
    await taken?.(tx, held);
  });
}

async function write(app: App, ctx: Ctx, id: number, shown: Shown, work: Write): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    const held = await holdFba(tx, id);
    if (held.step === shown.step && held.stepAt === shown.stepAt && held.stepError === null) await work(tx, held);
  });
}

/** `waits`: a retry waits again for Amazon's operation. */
async function stop(
  app: App,
  ctx: Ctx,
  id: number,
  words: string,
  { failed, waits = false }: { failed?: Write | undefined; waits?: boolean } = {},
): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    const held = await holdFba(tx, id);
    if (held.step === '') return;
    await failed?.(tx, held);
    await tx.rows(sql`update fba_shipment set step_error = ${words.slice(0, 1000)},
        operation_id = case when ${waits} then operation_id end, version = version + 1
      where company_id = ${sql.company} and id = ${id}`);
    writeHistory(tx, [
      {
        docKind: fbaDocument.kind,
        docId: id,
        event: 'stopped',
        detail: { step: held.step, why: words.slice(0, 1000) },
      },
    ]);
  });
}
