// All areas: each says what its documents hold of the stock.
import '../areas.ts';
import { checkAll } from '../areas/integrity/public.ts';
import { systemContext } from '../core/context.ts';
import { Refused, run, say } from './command.ts';
import { isCompany, overCompanies } from './companies.ts';

const USAGE = 'npm run integrity [-- COMPANY]';

/** Makes every integrity check of every company, or of one. Broken checks end it as refused. */
async function integrity([company, ...more]: string[]): Promise<void> {
  if (more.length > 0 || !isCompany(company)) throw new Refused(USAGE);
  let broken = 0;
  await overCompanies(company, async (app, { id, name }) => {
    const results = await checkAll(app, systemContext(id, 'integrity'));
    const red = results.filter((result) => !result.green);
    broken += red.length;
    say(`${id} ${name}: ${red.length === 0 ? `${results.length} checks hold` : `${red.length} checks are broken`}`);
    for (const { key, broken: rows, rows: shown, error } of red) {
      say(`  ${key}: ${error ?? `${rows} rows`}`);
      for (const { subject, field, expected, actual } of shown)
        say(`    ${subject} ${field}: expected ${expected}, is ${actual}`);
      if (rows > shown.length) say(`    and ${rows - shown.length} more`);
    }
  });
  if (broken > 0) throw new Refused(`${broken} checks are broken.`);
}

await run(integrity);
