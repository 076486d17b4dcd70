import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import type { App } from '../../../core/app.ts';
import { newToken } from '../../../core/crypto.ts';
import { putJobs } from '../../../core/database/company-jobs.ts';
import {
  type CarriedTable,
  type Filling,
  inOneWrite,
  putLines,
  raiseSequence,
} from '../../../core/database/company-rows.ts';
import { type CompanyTable, companyTables } from '../../../core/database/company-tables.ts';
import { sql } from '../../../core/database/sql.ts';
import { ZipFile } from '../../../core/zip-file.ts';
import { hashPassword } from '../../identity/public.ts';
import { drawCompany } from '../companies.ts';
import { partsOf } from './archive.ts';
import { carriedOf, SECRETS } from './carried.ts';
import { fileLine, MANIFEST, type Manifest, type ManifestPart, type ManifestTable, manifest } from './manifest.ts';

/** Why an archive cannot be restored here, in one English line for whoever runs the command. */
export class NotRestorable extends Error {}

export interface Restored {
  companyId: number;
  name: string;
  rows: number;
  files: number;
  /** Usernames that others have here, and what they became. */
  usernames: ReadonlyMap<string, string>;
}

/**
 * Restores the company of an archive, under its own number or a new one: everything or nothing. All ids within the company
 * stay. At the end the rows are read again and have to give the sums of the manifest.
 * @throws NotRestorable
 */
export async function restoreArchive(app: App, path: string, asNew: boolean): Promise<Restored> {
  const zip = await ZipFile.open(path).catch((error: Error) => {
    throw new NotRestorable(`${path} is no archive of a company, or incomplete (${error.message}).`);
  });
  try {
    const about = await readManifest(zip, path);
    const files = await checkParts(zip, about);
    await assertFits(app, about, asNew);
    const companyId = asNew ? await drawCompany(app) : about.company.id;
    const usernames = await takenNames(app, zip, about, companyId);
    return await put(app, zip, about, { companyId, files, usernames });
  } finally {
    await zip.close();
  }
}

async function readManifest(zip: ZipFile, path: string): Promise<Manifest> {
  if (!zip.has(MANIFEST)) throw new NotRestorable(`${path} is no archive of a company.`);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of (await zip.stream(MANIFEST)) as AsyncIterable<Buffer>) chunks.push(chunk);
    return manifest.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    throw new NotRestorable(`${path}: ${MANIFEST} is damaged, or of a newer format.`);
  }
}

/** The sum of one member. @throws NotRestorable naming it */
async function assertWhole(zip: ZipFile, name: string, { bytes, sha256 }: { bytes: number; sha256: string }) {
  const hash = createHash('sha256');
  let length = 0;
  try {
    for await (const chunk of (await zip.stream(name)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      length += chunk.length;
    }
  } catch (error) {
    throw new NotRestorable(`${name} is damaged (${(error as Error).message}). Copy the archive again.`);
  }
  if (length !== bytes || hash.digest('hex') !== sha256)
    throw new NotRestorable(`${name} is damaged: its contents have changed. Copy the archive again.`);
}

/** Every part as the manifest describes it, before anything is written. Gives the files. */
async function checkParts(zip: ZipFile, about: Manifest) {
  for (const part of [...about.tables.flatMap(({ parts }) => parts), about.jobs, about.files])
    await assertWhole(zip, part.name, part);
  const files: { file: string; bytes: number }[] = [];
  for await (const line of linesIn(zip, [about.files])) {
    const found = fileLine.parse(JSON.parse(line));
    if (found.file.includes('..')) throw new NotRestorable(`files/${found.file} is no name of a file.`);
    await assertWhole(zip, `files/${found.file}`, found);
    files.push(found);
  }
  return files;
}

async function assertFits(app: App, { schema, company }: Manifest, asNew: boolean): Promise<void> {
  const known = await app.database.asOwner<{ name: string }>(
    sql`select name from schema_migration where name = ${schema}`,
  );
  if (known.length === 0)
    throw new NotRestorable(`The archive comes from a newer version (${schema}). Upgrade this installation first.`);
  if (asNew) return;
  const [found] = await app.database.asOwner<{ name: string }>(sql`select name from company where id = ${company.id}`);
  if (found)
    throw new NotRestorable(
      `Company ${company.id} is here already (${found.name}). Use --as-new to restore it under another number.`,
    );
}

/** Usernames are unique over all companies: one that another company has gets the company's number behind it. */
async function takenNames(app: App, zip: ZipFile, about: Manifest, companyId: number): Promise<Map<string, string>> {
  const names: string[] = [];
  for (const { table, parts } of about.tables)
    if (table === 'login') for await (const line of linesIn(zip, parts)) names.push(JSON.parse(line).user_login_id);
  const taken = await app.database.asOwner<{ userLoginId: string }>(
    sql`select user_login_id from login where user_login_id = any(${names}::text[])`,
  );
  return new Map(taken.map(({ userLoginId }) => [userLoginId, `${userLoginId}.${companyId}`]));
}

interface Target {
  companyId: number;
  files: { file: string; bytes: number }[];
  usernames: Map<string, string>;
}

async function put(
  app: App,
  zip: ZipFile,
  about: Manifest,
  { companyId, files, usernames }: Target,
): Promise<Restored> {
  const renamed = renamingOf(about.company.id, companyId, usernames);
  const stored: string[] = [];
  try {
    for (const { file, bytes } of files) {
      const key = `${companyId}/${file}`;
      stored.push(key);
      await app.files.putStream(companyId, key, await zip.stream(`files/${file}`), bytes);
    }
    const rows = await inOneWrite(app.database, async (client) => {
      const count = await putTables(client, zip, about, { app, companyId, there: renamed.there });
      // Under other names they stand in another order.
      const compared = about.tables.filter(({ table }) => table !== 'login' || usernames.size === 0);
      await assertSame(client, compared, { companyId, back: renamed.back });
      const jobs: string[] = [];
      for await (const line of linesIn(zip, [about.jobs])) jobs.push(renamed.there(line));
      await putJobs(client, companyId, jobs);
      return count;
    });
    return { companyId, name: about.company.name, rows, files: files.length, usernames };
  } catch (error) {
    for (const key of stored) await app.files.remove(companyId, key);
    throw error;
  }
}

/** Keys of files begin with their company; usernames are those that are free. */
function renamingOf(from: number, to: number, usernames: ReadonlyMap<string, string>) {
  const pattern = (id: number) => new RegExp(`"${id}/(\\d{4}-\\d{2}/[0-9a-f-]{36}(?:\\.[a-z0-9]{1,5})?)"`, 'g');
  const renaming = (of: number, as: number, names: ReadonlyMap<string, string>) => {
    if (of === as && names.size === 0) return (line: string) => line;
    const found = pattern(of);
    const other = (whole: string, name: string) => {
      const renamed = names.get(JSON.parse(name));
      return renamed === undefined ? whole : `"user_login_id":${JSON.stringify(renamed)}`;
    };
    return (line: string) => line.replace(found, `"${as}/$1"`).replace(USERNAME, other);
  };
  const backwards = new Map([...usernames].map(([name, other]) => [other, name]));
  return { there: renaming(from, to, usernames), back: renaming(to, from, backwards) };
}
const USERNAME = /"user_login_id":("(?:[^"\\]|\\.)*")/;

async function putTables(
  client: PoolClient,
  zip: ZipFile,
  about: Manifest,
  { app, companyId, there }: { app: App; companyId: number; there: (line: string) => string },
): Promise<number> {
  const tables = new Map(about.tables.map((table) => [table.table, table]));
  let rows = 0;
  for (const table of await companyTables(client)) {
    const described = tables.get(table.name);
    if (!described) continue;
    tables.delete(table.name);
    const carried = columnsOf(table, described);
    const fillings = await fillingsOf(app, table, carried);
    await putLines(client, carried, companyId, mapped(linesIn(zip, described.parts), there), fillings);
    await raiseSequence(client, table, companyId);
    rows += described.parts.reduce((sum, part) => sum + part.rows, 0);
  }
  const [unknown] = tables.keys();
  if (unknown) throw new NotRestorable(`This version knows no table ${unknown}.`);
  return rows;
}

/** What the archive has of a table. An older one has fewer columns: the others get their defaults. */
function columnsOf(table: CompanyTable, described: ManifestTable): CarriedTable {
  const carried = carriedOf(table);
  const missing = described.columns.find((name) => !carried?.columns.includes(name));
  if (!carried || missing) throw new NotRestorable(`This version knows no ${table.name}.${missing}.`);
  return { ...carried, columns: described.columns };
}

async function fillingsOf(app: App, table: CompanyTable, { columns }: CarriedTable): Promise<Filling[]> {
  const fillings: Filling[] = [];
  for (const [column, fill] of Object.entries(SECRETS[table.name] ?? {})) {
    if (fill === 'empty' || columns.includes(column)) continue;
    if (fill === 'newKey') fillings.push({ column, drawn: true });
    // Nobody knows it: everybody sets a new one by mail.
    if (fill === 'password') fillings.push({ column, value: await hashPassword(newToken()) });
    if (fill === 'emptyKeys') fillings.push({ column, value: app.vault.seal({}) });
  }
  return fillings;
}

/** Reads what was written, as an export would, and compares the sums. */
async function assertSame(
  client: PoolClient,
  tables: readonly ManifestTable[],
  { companyId, back }: { companyId: number; back: (line: string) => string },
): Promise<void> {
  const known = new Map((await companyTables(client)).map((table) => [table.name, table]));
  for (const described of tables) {
    const table = known.get(described.table);
    if (!table) throw new NotRestorable(`This version knows no table ${described.table}.`);
    const parts = await partsOf(client, columnsOf(table, described), companyId, back);
    if (JSON.stringify(parts) !== JSON.stringify(described.parts))
      throw new NotRestorable(
        `${described.table} differs from the archive after it was written. Nothing was restored.`,
      );
  }
}

async function* linesIn(zip: ZipFile, parts: readonly ManifestPart[]): AsyncGenerator<string> {
  for (const { name } of parts) yield* linesOfStream(await zip.stream(name));
}

async function* linesOfStream(stream: Readable): AsyncGenerator<string> {
  // Readline also breaks at characters that JSON leaves alone within a line.
  let rest = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

async function* mapped(lines: AsyncIterable<string>, as: (line: string) => string): AsyncGenerator<string> {
  for await (const line of lines) yield as(line);
}
