// All areas: each may keep sums that reports read.
import '../areas.ts';
import { systemContext } from '../core/context.ts';
import { allKeptSums } from '../core/rollup.ts';
import { Refused, run, say } from './command.ts';
import { isCompany, overCompanies } from './companies.ts';

const USAGE = 'npm run reports -- rebuild [COMPANY]';

/** Makes the sums that reports read anew from the rows that they are sums of. Others go on to work meanwhile. */
async function reports([command = '', company]: string[]): Promise<void> {
  if (command !== 'rebuild' || !isCompany(company)) throw new Refused(USAGE);
  await overCompanies(company, async (app, { id, name }) => {
    for (const sums of allKeptSums()) {
      await sums.rebuild(app, systemContext(id, 'reports.rebuild'));
      say(`${id} ${name}: ${sums.table} is rebuilt`);
    }
  });
}

await run(reports);
