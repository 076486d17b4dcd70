import type { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';

/** When and by which device something was scanned: it may come here much later. */
export interface Scanned {
  /** By the server's clock, never later than now. */
  at: Date;
  device: string;
  seq: number;
}

/**
 * Something that a scanner can do. `run` throws a Fail to refuse; what it answers must be plain JSON and is kept with
 * the scan, so that a repeated one gets it again.
 */
export interface ScanKind<I extends z.ZodType = z.ZodType, R = unknown> {
  kind: string;
  /** Any of these buttons, e.g. ['509:receive']. */
  access: readonly string[];
  input: I;
  /** What it is done to, e.g. "stop 17": two devices that tell the same of it disagree. */
  about?(input: z.output<I>): string;
  run(tx: Tx, ctx: Ctx, input: z.output<I>, scanned: Scanned, read: R): Promise<unknown>;
  /** What `run` reads and locks before all else, and writes nothing: it leaves with the log's own first statement. */
  read?(tx: Tx, input: z.output<I>): Promise<R>;
}

const kinds = new Map<string, ScanKind>();

export function defineScan<I extends z.ZodType, R = void>(kind: ScanKind<I, R>): void {
  kinds.set(kind.kind, kind as unknown as ScanKind);
}

export function scanKind(kind: string): ScanKind | undefined {
  return kinds.get(kind);
}
