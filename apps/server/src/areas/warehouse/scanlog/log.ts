import {
  isScanKind,
  type ScanInput,
  type ScanKind,
  type ScanOutcome,
  scanActs,
} from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, permits } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, Fail, forbidden, ruleBroken } from '../../../core/errors.ts';
import { jsonable } from '../../../core/http/jsonable.ts';
import { say } from '../../../core/text/texts.ts';
import type { ScanAct } from './act.ts';
import { acts } from './acts.ts';

export interface Scan {
  seq: number;
  kind: string;
  at: string;
  payload: Record<string, unknown>;
}

export interface SentScans {
  device: string;
  warehouseId?: number | undefined;
  /** The device's time when sending. */
  sentAt?: string | undefined;
  scans: readonly Scan[];
}

/**
 * Runs a device's scans in order, each in its own transaction with its row of the log. An answered scan gets the same
 * answer again, a rejected one is kept for the list of scans not booked, and a system failure leaves the rest for the
 * next try.
 * @throws conflict warehouse.scanGap if earlier scans are missing
 */
export async function takeScans(
  app: App,
  ctx: Ctx,
  sent: SentScans,
): Promise<{ answers: ScanOutcome[]; next: number }> {
  const answers: ScanOutcome[] = [];
  // A device's clock may be wrong, but it knows how long ago a scan was.
  const ahead = sent.sentAt ? ctx.now().getTime() - Date.parse(sent.sentAt) : 0;
  for (const scan of [...sent.scans].sort((a, b) => a.seq - b.seq))
    answers.push(shaped(app, scan, await takeScan(app, ctx, sent, scan, ahead)));
  return { answers, next: (answers.at(-1)?.seq ?? 0) + 1 };
}

/** @param ahead by how many milliseconds our clock is ahead of the device's */
async function takeScan(app: App, ctx: Ctx, sent: SentScans, scan: Scan, ahead: number): Promise<ScanOutcome> {
  try {
    return await app.database.inCompany(ctx, async (tx) => {
      const { act, input } = understand(ctx, scan);
      const turn = turnOf(tx, ctx, sent.device, scan.seq);
      // A device's first scan creates its row, so nothing is locked before.
      const read = scan.seq > 1 ? act.read?.(tx, input) : undefined;
      const [answered] = await Promise.allSettled([turn, read]);
      if (answered.status === 'rejected') throw answered.reason;
      if (answered.value) return answered.value;
      const at = new Date(Math.min(tx.now.getTime(), Date.parse(scan.at) + ahead));
      const scanned = { at, device: sent.device, seq: scan.seq };
      const result = await act.run(tx, input, scanned, await read);
      remember(tx, sent, scan, { outcome: 'done', code: null, params: null, result });
      return { seq: scan.seq, outcome: 'done', message: null, code: null, result };
    });
  } catch (error) {
    if (!(error instanceof Fail) || !isRefusal(error)) throw error;
    return app.database.inCompany(ctx, async (tx) => {
      const answered = await turnOf(tx, ctx, sent.device, scan.seq);
      if (answered) return answered;
      const { code, params } = error;
      remember(tx, sent, scan, { outcome: 'refused', code, params, result: null });
      return { seq: scan.seq, outcome: 'refused', message: say(ctx.language, code, params), code, result: null };
    });
  }
}

/** A rejection that a retry would get again. Not a gap, a signed-out user or a busy system. */
const isRefusal = (fail: Fail) =>
  fail.code !== 'warehouse.scanGap' && fail.status >= 400 && fail.status < 500 && ![401, 429].includes(fail.status);

/** Takes the device's next number, which locks it. Returns the answer if the scan already has one. */
async function turnOf(tx: Tx, ctx: Ctx, device: string, seq: number): Promise<ScanOutcome | undefined> {
  const { userId, name } = tx.actor;
  const taken = await tx.rows(
    sql`update scan_device set last = ${seq}, seen_at = ${tx.now}, user_id = ${userId}, actor = ${name}
     where company_id = ${sql.company} and device = ${device} and last = ${seq}::int - 1 returning 1`,
  );
  if (taken.length > 0) return undefined;
  if (seq === 1) {
    const first = await tx.rows(
      sql`insert into scan_device (company_id, device, last, seen_at, user_id, actor)
       values (${sql.company}, ${device}, ${seq}, ${tx.now}, ${userId}, ${name})
       on conflict do nothing returning 1`,
    );
    if (first.length > 0) return undefined;
  }
  const [row] = await tx.rows<Omit<ScanOutcome, 'message'> & { params: Fail['params'] | null }>(
    sql`select seq, outcome, code, params, result from scan_log where company_id = ${sql.company} and device = ${device} and seq = ${seq}`,
  );
  if (!row) throw conflict('warehouse.scanGap', { next: await nextOf(tx, device) });
  const { params, ...answered } = row;
  return { ...answered, message: answered.code ? say(ctx.language, answered.code, params ?? {}) : null };
}

async function nextOf(tx: Tx, device: string): Promise<number> {
  const [row] = await tx.rows<{ last: number }>(
    sql`select last from scan_device where company_id = ${sql.company} and device = ${device}`,
  );
  return (row?.last ?? 0) + 1;
}

function understand(ctx: Ctx, { kind, payload }: Scan): { act: ScanAct; input: ScanInput<ScanKind> } {
  if (!isScanKind(kind)) throw ruleBroken('warehouse.scanUnknown');
  if (!permits(scanActs[kind].call.access, ctx.rights)) throw forbidden();
  const read = scanActs[kind].call.input.safeParse(payload);
  if (!read.success) throw ruleBroken('warehouse.scanPayload', { field: read.error.issues[0]?.path.join('.') ?? '' });
  return { act: acts[kind], input: read.data };
}

/** Also for scans rejected because they were not understood. */
function aboutOf({ kind, payload }: Scan): string {
  if (!isScanKind(kind)) return '';
  const act: ScanAct = acts[kind];
  const read = scanActs[kind].call.input.safeParse(payload);
  return (read.success && act.about?.(read.data)) || '';
}

/**
 * With its result in the contract's shape. A result that does not fit is left out and reported: the scan is booked, so
 * its device need not send it again.
 */
function shaped(app: App, { kind }: Scan, answer: ScanOutcome): ScanOutcome {
  if (answer.result === null || !isScanKind(kind)) return answer;
  const { data = null, error } = scanActs[kind].call.result.safeParse(jsonable(answer.result));
  if (error) app.log.error({ kind, seq: answer.seq, issues: error.issues }, 'the answer to a scan does not fit');
  return { ...answer, result: data };
}

type Outcome = Pick<ScanOutcome, 'outcome' | 'code' | 'result'> & { params: Fail['params'] | null };

function remember(tx: Tx, sent: SentScans, scan: Scan, { outcome, code, params, result }: Outcome): void {
  tx.later(
    sql`insert into scan_log (company_id, device, seq, kind, payload, warehouse_id, scanned_at, received_at, outcome, code, params,
       result, user_id, actor, about)
     values (${sql.company}, ${sent.device}, ${scan.seq}, ${scan.kind}, ${JSON.stringify(scan.payload)}, ${sent.warehouseId ?? null}, ${scan.at}, ${tx.now}, ${outcome}, ${code}, ${params === null ? null : JSON.stringify(params)}, ${JSON.stringify(result)}, ${tx.actor.userId}, ${tx.actor.name}, ${aboutOf(scan)}) returning 1`,
  );
}
