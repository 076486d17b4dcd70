import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import type { App } from '../../../core/app.ts';
import { jobLines } from '../../../core/database/company-jobs.ts';
import { type CarriedTable, inSnapshot, linesOf, schemaOf } from '../../../core/database/company-rows.ts';
import { companyTables } from '../../../core/database/company-tables.ts';
import { sql } from '../../../core/database/sql.ts';
import { say } from '../../../core/text/texts.ts';
import { ZipWriter } from '../../../core/zip-writer.ts';
import { carriedOf, JOBS_STAY } from './carried.ts';
import { FORMAT, MANIFEST, type Manifest, type ManifestPart, type ManifestTable } from './manifest.ts';

/** Of a part's lines. A member of an archive has 4 GB at most. */
const PART_BYTES = 1_000_000_000;

interface Company {
  id: number;
  name: string;
}

/**
 * Writes everything of a company as one archive: a file of lines for each table, all of one moment, its files, its jobs,
 * and the manifest at the end. Nothing of it is in memory as a whole.
 */
export async function writeArchive(
  app: App,
  company: Company,
  write: (chunk: Buffer) => Promise<void>,
): Promise<Manifest> {
  const zip = new ZipWriter(write);
  await zip.whole('README.md', `${say('en', 'company.archiveReadme')}\n\n${say('zh', 'company.archiveReadme')}\n`);
  const manifest = await inSnapshot(app.database, async (client) => {
    const schema = (await schemaOf(client)).at(-1) ?? '';
    const tables: ManifestTable[] = [];
    for (const table of await companyTables(client)) {
      const carried = carriedOf(table);
      if (!carried) continue;
      const parts = await writeTable(zip, client, carried, company.id);
      tables.push({ table: table.name, columns: [...carried.columns], parts });
    }
    const jobs = await writeJobs(zip, client, company.id);
    const exportedAt = new Date().toISOString();
    return { format: FORMAT, schema, exportedAt, company: { id: company.id, name: company.name }, tables, jobs };
  });
  // Files are never overwritten, so those of the snapshot are still what they were.
  const files = await writeFiles(app, zip, company.id);
  const whole: Manifest = { ...manifest, files };
  await zip.whole(MANIFEST, `${JSON.stringify(whole, null, 1)}\n`);
  await zip.end();
  return whole;
}

/** The parts of a table as they would be written, without writing them. */
export async function partsOf(
  client: PoolClient,
  carried: CarriedTable,
  companyId: number,
  as: (line: string) => string,
) {
  const digests = new Parts(carried.table.name);
  for await (const lines of linesOf(client, carried, companyId)) for (const line of lines) digests.line(as(line));
  return digests.end();
}

async function writeTable(zip: ZipWriter, client: PoolClient, carried: CarriedTable, companyId: number) {
  const parts = new Parts(carried.table.name);
  let member: ReturnType<ZipWriter['open']> | undefined;
  for await (const lines of linesOf(client, carried, companyId)) {
    let text = '';
    for (const line of lines) {
      const begun = parts.line(line);
      if (begun) {
        if (text) await member?.write(text);
        text = '';
        await member?.close();
        member = zip.open(begun);
      }
      text += `${line}\n`;
    }
    await member?.write(text);
    await zip.handOn();
  }
  await member?.close();
  return parts.end();
}

/** Cuts the lines of a table into parts and sums each of them up. */
class Parts {
  readonly #table: string;
  readonly #done: ManifestPart[] = [];
  #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  constructor(table: string) {
    this.#table = table;
  }

  /** The name of the part that begins with this line. */
  line(line: string): string | undefined {
    const begins = this.#rows === 0 || this.#bytes >= PART_BYTES;
    if (begins && this.#rows > 0) this.#close();
    this.#hash.update(line).update('\n');
    this.#rows++;
    this.#bytes += Buffer.byteLength(line) + 1;
    return begins ? this.#name() : undefined;
  }

  end(): ManifestPart[] {
    if (this.#rows > 0) this.#close();
    return this.#done;
  }

  #name(): string {
    return `tables/${this.#table}${this.#done.length === 0 ? '' : `.${this.#done.length + 1}`}.jsonl`;
  }

  #close(): void {
    this.#done.push({ name: this.#name(), rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') });
    this.#hash = createHash('sha256');
    this.#rows = 0;
    this.#bytes = 0;
  }
}

async function writeJobs(zip: ZipWriter, client: PoolClient, companyId: number): Promise<ManifestPart> {
  const lines = await jobLines(client, companyId, JOBS_STAY);
  return writeLines(zip, 'jobs.jsonl', lines);
}

async function writeLines(zip: ZipWriter, name: string, lines: readonly string[]): Promise<ManifestPart> {
  const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  await zip.whole(name, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name, rows: lines.length, bytes: content.length, sha256 };
}

/** The company's files, and at last a part with a line for each of them. */
async function writeFiles(app: App, zip: ZipWriter, companyId: number): Promise<ManifestPart> {
  const again = await madeAgain(app, companyId);
  const lines: string[] = [];
  for await (const key of app.files.keys(companyId)) {
    if (again.has(key)) continue;
    // Removed meanwhile, as everything that expires is. Whatever else goes wrong ends the archive: it is whole, or none.
    if (!(await app.files.has(companyId, key))) continue;
    const content = await app.files.stream(companyId, key);
    const file = key.slice(`${companyId}/`.length);
    lines.push(JSON.stringify({ file, ...(await writeFile(zip, `files/${file}`, content)) }));
  }
  return writeLines(zip, 'files.jsonl', lines);
}

/** Keys of files that stay, see STAY. */
async function madeAgain(app: App, companyId: number): Promise<Set<string>> {
  const rows = await app.database.asOwner<{ fileKey: string }>(
    sql`select file_key from export_file where company_id = ${companyId} and file_key is not null`,
  );
  return new Set(rows.map(({ fileKey }) => fileKey));
}

async function writeFile(zip: ZipWriter, name: string, content: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const member = zip.open(name);
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await member.write(chunk);
    await zip.handOn();
  }
  await member.close();
  return { bytes: member.size(), sha256: hash.digest('hex') };
}
