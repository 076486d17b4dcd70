import { z } from 'zod';

/** Rises with each change that an older program could not read. */
export const FORMAT = 1 as const;
/** The last member of an archive. */
export const MANIFEST = 'manifest.json';

const part = z.object({ name: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() });
const table = z.object({ table: z.string(), columns: z.array(z.string()), parts: z.array(part) });

export const manifest = z.object({
  format: z.literal(FORMAT),
  /** The last migration of the database that it comes from. */
  schema: z.string(),
  exportedAt: z.string(),
  company: z.object({ id: z.number().int(), name: z.string() }),
  /** Parents before children. */
  tables: z.array(table),
  jobs: part,
  /** A part with a line for each file. */
  files: part,
});

export type Manifest = z.infer<typeof manifest>;
export type ManifestTable = z.infer<typeof table>;
export type ManifestPart = z.infer<typeof part>;
/** A line of the part `files`. */
export const fileLine = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() });
