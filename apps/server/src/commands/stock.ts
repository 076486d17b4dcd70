import { compareStock, rebuildStock } from '../areas/stock/public.ts';
import { systemContext } from '../core/context.ts';
import { Refused, run, say } from './command.ts';
import { isCompany, overCompanies } from './companies.ts';

const USAGE = 'npm run stock -- check [COMPANY] | rebuild [COMPANY]';
const SHOWN = 50;

/**
 * Folds the ledger of stock anew and tells where the quantities beside it differ; asked to, it makes them what the
 * ledger says. A check that finds something ends as refused.
 */
async function stock([command = '', company]: string[]): Promise<void> {
  if ((command !== 'check' && command !== 'rebuild') || !isCompany(company)) throw new Refused(USAGE);
  let differences = 0;
  await overCompanies(company, async ({ database }, { id, name }) => {
    const ctx = systemContext(id, `stock.${command}`);
    const wrong = await database.inCompany(ctx, command === 'check' ? compareStock : rebuildStock);
    differences += wrong.length;
    say(`${id} ${name}: ${wrong.length === 0 ? 'as the ledger says' : `${wrong.length} differences`}`);
    for (const one of wrong.slice(0, SHOWN))
      say(`  ${one.table} ${one.key} ${one.column}: ${one.kept}, the ledger says ${one.told}`);
  });
  if (command === 'rebuild' && differences > 0) say('They are what the ledger says now.');
  if (command === 'check' && differences > 0) throw new Refused(`${differences} differences. ${USAGE}`);
}

await run(stock);
