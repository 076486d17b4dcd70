import type { ScanOutcome } from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { conflict, Fail, forbidden, ruleBroken } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { type ScanKind, scanKind } from './registry.ts';

export interface Scan {
  seq: number;
  kind: string;
  at: string;
  payload: Record<string, unknown>;
}

export interface SentScans {
  device: string;
  warehouseId?: number | undefined;
  /** The device's clock as it sends. */
  sentAt?: string | undefined;
  scans: readonly Scan[];
}

/**
 * Carries a device's scans out in their order, each in a transaction of its own with its row of the log: what was
 * answered once is answered the same again, what is refused is kept for the merge report, and a failure of the machine
 * leaves the rest for the next try.
 * @throws conflict warehouse.scanGap when scans before these never came
 */
export async function takeScans(
  app: App,
  ctx: Ctx,
  sent: SentScans,
): Promise<{ answers: ScanOutcome[]; next: number }> {
  const answers: ScanOutcome[] = [];
  // A device's clock may be wrong; how long ago something was scanned it knows.
  const ahead = sent.sentAt ? ctx.now().getTime() - Date.parse(sent.sentAt) : 0;
  for (const scan of [...sent.scans].sort((a, b) => a.seq - b.seq))
    answers.push(await takeScan(app, ctx, sent, scan, ahead));
  return { answers, next: (answers.at(-1)?.seq ?? 0) + 1 };
}

/** @param ahead by how many milliseconds our clock is ahead of the device's */
async function takeScan(app: App, ctx: Ctx, sent: SentScans, scan: Scan, ahead: number): Promise<ScanOutcome> {
  try {
    return await app.database.inCompany(ctx, async (tx) => {
      const { kind, input } = understand(ctx, scan);
      const turn = turnOf(tx, ctx, sent.device, scan.seq);
      // A device's first scan makes its row: nothing may be locked before that.
      const read = scan.seq > 1 ? kind.read?.(tx, input) : undefined;
      const [told] = await Promise.allSettled([turn, read]);
      if (told.status === 'rejected') throw told.reason;
      if (told.value) return told.value;
      const at = new Date(Math.min(tx.now.getTime(), Date.parse(scan.at) + ahead));
      const scanned = { at, device: sent.device, seq: scan.seq };
      const result = (await kind.run(tx, ctx, input, scanned, await read)) ?? null;
      remember(tx, sent, scan, { outcome: 'done', code: null, params: null, result });
      return { seq: scan.seq, outcome: 'done', message: null, code: null, result };
    });
  } catch (error) {
    if (!(error instanceof Fail) || !isRefusal(error)) throw error;
    return app.database.inCompany(ctx, async (tx) => {
      const told = await turnOf(tx, ctx, sent.device, scan.seq);
      if (told) return told;
      const { code, params } = error;
      remember(tx, sent, scan, { outcome: 'refused', code, params, result: null });
      return { seq: scan.seq, outcome: 'refused', message: say(ctx.language, code, params), code, result: null };
    });
  }
}

/** A no that another try would hear again; not a gap, a signed-out user or a machine that is busy. */
const isRefusal = (fail: Fail) =>
  fail.code !== 'warehouse.scanGap' && fail.status >= 400 && fail.status < 500 && ![401, 429].includes(fail.status);

/** Takes the device's next number, which locks it; what is answered already comes back instead. */
async function turnOf(tx: Tx, ctx: Ctx, device: string, seq: number): Promise<ScanOutcome | undefined> {
  const args = [tx.companyId, device, seq, tx.now, tx.actor.userId, tx.actor.name];
  const taken = await tx.prepared(
    'scan_turn',
    `update scan_device set last = $3, seen_at = $4, user_id = $5, actor = $6
     where company_id = $1 and device = $2 and last = $3 - 1 returning 1`,
    args,
  );
  if (taken.length > 0) return undefined;
  if (seq === 1) {
    const first = await tx.prepared(
      'scan_first',
      `insert into scan_device (company_id, device, last, seen_at, user_id, actor) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing returning 1`,
      args,
    );
    if (first.length > 0) return undefined;
  }
  const [row] = await tx.prepared<Omit<ScanOutcome, 'message'> & { params: Fail['params'] | null }>(
    'scan_told',
    'select seq, outcome, code, params, result from scan_log where company_id = $1 and device = $2 and seq = $3',
    [tx.companyId, device, seq],
  );
  if (!row) throw conflict('warehouse.scanGap', { next: await nextOf(tx, device) });
  const { params, ...told } = row;
  return { ...told, message: told.code ? say(ctx.language, told.code, params ?? {}) : null };
}

async function nextOf(tx: Tx, device: string): Promise<number> {
  const [row] = await tx.prepared<{ last: number }>(
    'scan_last',
    'select last from scan_device where company_id = $1 and device = $2',
    [tx.companyId, device],
  );
  return (row?.last ?? 0) + 1;
}

function understand(ctx: Ctx, scan: Scan): { kind: ScanKind; input: unknown } {
  const kind = scanKind(scan.kind);
  if (!kind) throw ruleBroken('warehouse.scanUnknown');
  if (!kind.access.some((right) => mayPress(ctx.rights, ...asRight(right)))) throw forbidden();
  return { kind, input: inputOf(kind, scan) };
}

/** Also of scans that were refused because they were not understood. */
function aboutOf(scan: Scan): string {
  const kind = scanKind(scan.kind);
  const read = kind?.input.safeParse(scan.payload);
  return (read?.success && kind?.about?.(read.data)) || '';
}

function asRight(right: string): [number, string] {
  const [moduleId = '', button = ''] = right.split(':');
  return [Number(moduleId), button];
}

function inputOf(kind: ScanKind, scan: Scan): unknown {
  const read = kind.input.safeParse(scan.payload);
  if (read.success) return read.data;
  throw ruleBroken('warehouse.scanPayload', { field: read.error.issues[0]?.path.join('.') ?? '' });
}

type Outcome = Pick<ScanOutcome, 'outcome' | 'code' | 'result'> & { params: Fail['params'] | null };

function remember(tx: Tx, sent: SentScans, scan: Scan, { outcome, code, params, result }: Outcome): void {
  tx.later(
    'scan_remember',
    `insert into scan_log (company_id, device, seq, kind, payload, warehouse_id, scanned_at, received_at, outcome, code, params,
       result, user_id, actor, about)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning 1`,
    [
      tx.companyId,
      sent.device,
      scan.seq,
      scan.kind,
      JSON.stringify(scan.payload),
      sent.warehouseId ?? null,
      scan.at,
      tx.now,
      outcome,
      code,
      params === null ? null : JSON.stringify(params),
      JSON.stringify(result),
      tx.actor.userId,
      tx.actor.name,
      aboutOf(scan),
    ],
  );
}
