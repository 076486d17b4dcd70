import { z } from 'zod';

/** What the preview and the commit of every import from a template answer. */

/** A cell that cannot be taken over. `column` is empty where the row as a whole is meant. */
const cellProblem = z.object({ column: z.string(), message: z.string() });
export const importPreview = z.object({
  importId: z.number(),
  total: z.number().int(),
  good: z.number().int(),
  bad: z.number().int(),
  columns: z.array(z.object({ key: z.string(), title: z.string() })),
  /** Titles in the file that the template does not know; their cells are not read. */
  unknownColumns: z.array(z.string()),
  /** All bad rows first (at most 500), then the first good ones. `line` is the line in the file. */
  rows: z.array(
    z.object({
      line: z.number().int(),
      action: z.enum(['create', 'update']).nullable(),
      cells: z.record(z.string(), z.string()),
      problems: z.array(cellProblem),
    }),
  ),
});
export type ImportPreview = z.output<typeof importPreview>;
export const importResult = z.object({
  /** A large file is taken over in the background; who asked gets a message when it is done. */
  queued: z.boolean().optional(),
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.array(z.object({ line: z.number().int(), label: z.string(), reason: z.string() })),
});
