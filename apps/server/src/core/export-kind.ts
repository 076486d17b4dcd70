import type { z } from 'zod';
import type { Ctx } from './context.ts';
import type { Tx } from './database/database.ts';
import type { Cell } from './xlsx.ts';

export interface ExportColumn<R> {
  title: readonly [zh: string, en: string];
  width?: number;
  /** A number becomes a figure, a Date its instant in ISO 8601. */
  value: (row: R, ctx: Ctx) => Cell | number | Date;
}

/** Rows after `cursor` in a fixed order. `next` is null with the last ones. */
type PageOf<F extends object, R> = (
  tx: Tx,
  ctx: Ctx,
  filter: F,
  cursor: string | null,
  limit: number,
) => Promise<{ rows: R[]; next: string | null }>;

/** A list that can be exported. It reads like its page: with the scope and the rights of the requester. */
export interface ExportKind<F extends object, R> {
  name: string;
  title: readonly [zh: string, en: string] | ((filter: F) => readonly [zh: string, en: string]);
  filter: z.ZodType<F>;
  columns(ctx: Ctx, filter: F): readonly ExportColumn<R>[];
  count(tx: Tx, ctx: Ctx, filter: F): Promise<number>;
  page?: PageOf<F, R>;
  /**
   * Instead of pages: gives all rows in parts, in one transaction, until `take` answers false. For what is dear to begin
   * anew, as sums.
   */
  each?(tx: Tx, ctx: Ctx, filter: F, take: (rows: R[]) => Promise<boolean>): Promise<void>;
  /** @throws for whoever may not have this file at all; also where their rights have changed since they requested it */
  allow?(ctx: Pick<Ctx, 'rights'>, filter: F): void;
  /** The filter with the days that it names at this moment, as the last 30. The other one is kept for another run. */
  settle?(tx: Tx, filter: F, at: Date): Promise<F>;
  /** What the rows mean, on a sheet of its own: names and values. */
  about?(tx: Tx, ctx: Ctx, filter: F): Promise<readonly (readonly [name: string, value: string])[]>;
}

export interface PagedExport<F extends object, R> extends ExportKind<F, R> {
  page: PageOf<F, R>;
}
