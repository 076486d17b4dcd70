import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';
import type { ImportResult } from './import-kind.ts';

/** Skipped rows that a run keeps; the file of bad rows of the preview has all of them. */
const KEPT = 1_000;

interface Run {
  /** Rows of the file that are done. */
  place: number;
  total: number;
}

/** A file that may be imported in sets. */
export async function openRun(tx: Tx, importId: number, total: number): Promise<void> {
  await tx.rows(
    sql`insert into import_run (company_id, import_id, total) values (${sql.company}, ${importId}, ${total})`,
  );
}

export const runOf = (tx: Tx, importId: number): Promise<Run | undefined> =>
  tx.row<Run>(sql`select place, total from import_run where company_id = ${sql.company} and import_id = ${importId}`);

/** Keeps others out until the end of the transaction. @throws if another process has imported on from this place */
export async function holdRun(tx: Tx, importId: number, place: number): Promise<void> {
  const run = await tx.row<{ place: number }>(sql`select place from import_run
    where company_id = ${sql.company} and import_id = ${importId} for update`);
  if (run?.place !== place) throw new Error(`import ${importId} stands at ${run?.place}, not at ${place}`);
}

/** Notes a set. @returns the result of all sets so far */
export async function advanceRun(tx: Tx, importId: number, rows: number, result: ImportResult): Promise<ImportResult> {
  const { created, updated, skipped } = result;
  const kept = JSON.stringify(skipped.slice(0, KEPT));
  const total = await tx.row<Required<Omit<ImportResult, 'queued'>>>(sql`update import_run set place = place + ${rows},
      created = created + ${created}, updated = updated + ${updated}, skipped_count = skipped_count + ${skipped.length},
      skipped = case when jsonb_array_length(skipped) < ${KEPT} then skipped || ${kept}::jsonb else skipped end
    where company_id = ${sql.company} and import_id = ${importId}
    returning created, updated, skipped, skipped_count`);
  return total ?? result;
}
