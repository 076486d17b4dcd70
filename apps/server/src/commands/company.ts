// All areas: their texts, and the checks after a restore.
import '../areas.ts';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { NotRestorable, restoreArchive, writeArchive } from '../areas/company/public.ts';
import { checkAll } from '../areas/integrity/public.ts';
import type { App } from '../core/app.ts';
import { systemContext } from '../core/context.ts';
import { proofOfRemoval, removeCompany } from '../core/database/remove-company.ts';
import { sql } from '../core/database/sql.ts';
import { Refused, run, say } from './command.ts';
import { withApp } from './opened.ts';

const USAGE =
  'npm run company -- export ID FILE | import FILE [--as-new] | delete ID --name "EXACT NAME" [--proof FILE]';

/** A whole company: taken out, restored, deleted. Beside a running Tradewind or on its own. */
async function company([command = '', ...input]: string[]): Promise<void> {
  const work = COMMANDS[command];
  if (!work) throw new Refused(USAGE);
  try {
    await withApp((app) => work(app, input));
  } catch (error) {
    throw error instanceof NotRestorable ? new Refused(error.message) : error;
  }
}

async function found(app: App, id: string | undefined): Promise<{ id: number; name: string }> {
  if (!id || !/^\d{1,9}$/.test(id)) throw new Refused(USAGE);
  const [one] = await app.database.asOwner<{ id: number; name: string }>(
    sql`select id, name from company where id = ${Number(id)}`,
  );
  if (!one) throw new Refused(`There is no company ${id}.`);
  return one;
}

async function exportTo(app: App, [id, file, ...more]: string[]): Promise<void> {
  const one = await found(app, id);
  if (!file || more.length > 0) throw new Refused(USAGE);
  if (existsSync(file)) throw new Refused(`${file} is there already.`);
  const unfinished = `${file}.part`;
  const stream = createWriteStream(unfinished, { mode: 0o600 });
  try {
    const { tables } = await writeArchive(app, one, (chunk) => {
      return new Promise((done, failed) => void stream.write(chunk, (error) => (error ? failed(error) : done())));
    });
    stream.end();
    await finished(stream);
    await rename(unfinished, file);
    const rows = tables.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.rows, 0);
    say(`${one.id} ${one.name}: ${rows} rows of ${tables.length} tables are in ${file}.`);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function importFrom(app: App, input: string[]): Promise<void> {
  const [file, ...more] = input.filter((one) => one !== '--as-new');
  if (!file || more.length > 0) throw new Refused(USAGE);
  if (!existsSync(file)) throw new Refused(`There is no file ${file}.`);
  const { companyId, name, rows, files, usernames } = await restoreArchive(app, file, input.includes('--as-new'));
  say(`${companyId} ${name}: ${rows} rows and ${files} files are restored; their sums are those of the archive.`);
  for (const [taken, other] of usernames) say(`The username ${taken} belongs to somebody here: it is ${other} now.`);
  const results = await checkAll(app, systemContext(companyId, 'integrity'));
  const broken = results.filter(({ green }) => !green).map(({ key }) => key);
  say(
    broken.length === 0 ? `${results.length} integrity checks hold.` : `Broken integrity checks: ${broken.join(', ')}`,
  );
  say('Authorize shops, carriers and warehouses again. Users set a new password by mail.');
}

/** The proof goes to the file, or is printed. After a kill the same command goes on. */
async function remove(app: App, input: string[]): Promise<void> {
  const { positionals, values } = parsed(input);
  const [id, ...more] = positionals;
  if (!id || !/^\d{1,9}$/.test(id) || more.length > 0 || values.name === undefined) throw new Refused(USAGE);
  const [there] = await app.database.asOwner<{ name: string; gone: boolean }>(
    sql`select name, false as gone from company where id = ${Number(id)}
      union all select name, true from company_removal where id = ${Number(id)} and ended_at is not null order by gone limit 1`,
  );
  if (!there) throw new Refused(`There is no company ${id}.`);
  if (there.name !== values.name) throw new Refused(`Company ${id} has another name. Nothing was deleted.`);
  if (!there.gone) await removeCompany(app, Number(id), { orderedBy: `shell:${userInfo().username}` });
  const proof = await proofOfRemoval(app, Number(id));
  const text = JSON.stringify(proof, null, 2);
  if (values.proof === undefined) say(text);
  else await writeFile(values.proof, `${text}\n`);
  const { rows, files, jobs } = proof.left;
  const left = Object.values(rows).reduce((sum, count) => sum + count, files + jobs);
  if (left > 0) throw new Refused(`${left} rows, files and jobs of company ${id} are left.`);
}

function parsed(args: string[]) {
  try {
    const options = { name: { type: 'string' }, proof: { type: 'string' } } as const;
    return parseArgs({ args, allowPositionals: true, options });
  } catch {
    throw new Refused(USAGE);
  }
}

const COMMANDS: Record<string, (app: App, input: string[]) => Promise<void>> = {
  export: exportTo,
  import: importFrom,
  delete: remove,
};

await run(company);
