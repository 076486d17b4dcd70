import { z } from 'zod';
import {
  type Access,
  type Call,
  defineCall,
  type FileKind,
  flag,
  id,
  idempotencyKey,
  UPLOAD_LIMIT_BYTES,
} from './call.ts';

/** The answers of preview and commit of every import from a template. */

/** A cell that cannot be imported. `column` is empty for an error of the whole row. */
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
  /** What the commit does besides, if it is accepted: rows that need it are left out otherwise. */
  offers: z.array(z.object({ name: z.string(), text: z.string() })).optional(),
});
export type ImportPreview = z.output<typeof importPreview>;
export const importResult = z.object({
  /** A large file is imported in the background; the requester gets a message when it is done. */
  queued: z.boolean().optional(),
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.array(z.object({ line: z.number().int(), label: z.string(), reason: z.string() })),
});

interface ImportOptions<Errors extends Call['path'] | undefined> {
  /** The name of the rows, in the API documents: "products". */
  of: string;
  access: Access;
  paths: { template: Call['path']; preview: Call['path']; errors?: Errors; commit: Call['path'] };
  /** Who may download the empty template, if others than the importers may. */
  templateAccess?: Access;
  kinds?: readonly FileKind[];
  /** For files of more than the usual number of rows. */
  maxBytes?: number;
}

const fileOnly = z.strictObject({});
/**
 * The input of a preview that also accepts a block copied from a spreadsheet: cells separated by tabs, without titles.
 */
export const fileOrPasted = z.strictObject({ pasted: flag().default(false) });

const templateCall = (path: Call['path'], access: Access, of: string) =>
  defineCall({
    method: 'GET',
    path,
    access,
    summary: `Downloads the template for importing ${of}, in the user’s language.`,
    input: z.strictObject({}),
    result: z.unknown(),
    download: true,
  });
const errorsCall = (path: Call['path'], access: Access, of: string) =>
  defineCall({
    method: 'GET',
    path,
    access,
    summary: `Downloads the invalid rows of a previewed file of ${of} with their errors, to fix and upload again.`,
    input: z.strictObject({ importId: id() }),
    result: z.unknown(),
    download: true,
  });
const commitCall = (path: Call['path'], access: Access, of: string) =>
  defineCall({
    method: 'POST',
    path,
    access,
    summary: `Imports the valid rows of a previewed file of ${of}, once. Large files are imported in the background.`,
    input: z.strictObject({
      importId: id(),
      /** The names of accepted offers of the preview. */
      accept: z.array(z.string().max(30)).max(5).optional(),
      ...idempotencyKey,
    }),
    result: importResult,
  });

/** The calls of an import from a template. */
export function importCalls<
  Errors extends Call['path'] | undefined = undefined,
  Preview extends typeof fileOnly | typeof fileOrPasted = typeof fileOnly,
>(
  { of, access, paths, templateAccess = access, kinds = ['xls'], maxBytes = UPLOAD_LIMIT_BYTES }: ImportOptions<Errors>,
  previewInput: Preview = fileOnly as Preview,
) {
  return {
    template: templateCall(paths.template, templateAccess, of),
    preview: defineCall({
      method: 'POST',
      path: paths.preview,
      access,
      summary: `Reads a completed template of ${of} and returns what each row would do. Nothing is saved.`,
      input: previewInput,
      result: importPreview,
      upload: { maxBytes, kinds },
    }),
    errors: (paths.errors && errorsCall(paths.errors, access, of)) as Errors extends string
      ? ReturnType<typeof errorsCall>
      : undefined,
    commit: commitCall(paths.commit, access, of),
  };
}
/** The calls of any import, for its routes and its dialog. */
export interface ImportCalls {
  template: ReturnType<typeof templateCall>;
  preview: Call<z.ZodType, typeof importPreview>;
  errors?: ReturnType<typeof errorsCall> | undefined;
  commit: ReturnType<typeof commitCall>;
}
