import { distribute, hasCitus } from '../core/database/distribute.ts';
import { Refused, run, say } from './command.ts';
import { withApp } from './opened.ts';

const USAGE = 'npm run citus -- distribute';

/** Spreads the tables of the database in DATABASE_URL, a coordinator with its workers, over the cluster. May be repeated. */
async function citus([command, ...more]: string[]): Promise<void> {
  if (command !== 'distribute' || more.length > 0) throw new Refused(USAGE);
  await withApp(async ({ database }) => {
    if (!(await hasCitus(database.owner)))
      throw new Refused('This database is no coordinator of a Citus cluster: there is no extension citus.');
    const { reference, byCompany } = await distribute(database.direct, (table) => say(`  ${table}`));
    say(`Spread ${byCompany.length} tables by company and made ${reference.length} whole on every node.`);
  });
}

await run(citus);
