import '../areas.ts';
import { forgetUnopened } from '../areas/company/public.ts';
import { setAppPassword } from '../core/database/migrate.ts';
import { reseal, sealersOf } from '../core/reseal.ts';
import { databasePassword } from '../core/start.ts';
import { Refused, run, say } from './command.ts';
import { withApp } from './opened.ts';

const USAGE = 'npm run secrets -- check | renew | forget';

/**
 * While TRADEWIND_SECRET changes: which secrets the sealed values need, and sealing all of them by the present one. When
 * one is lost: removing what it sealed. Ends as refused as long as another secret is needed.
 */
async function secrets([command, ...more]: string[]): Promise<void> {
  if (!['check', 'renew', 'forget'].includes(command ?? '') || more.length > 0) throw new Refused(USAGE);
  await withApp(async (app) => {
    if (command !== 'check') await setAppPassword(app.database.direct, databasePassword(app.config));
    if (command === 'renew') say(`${await reseal(app)} values were sealed by the present secret.`);
    if (command === 'forget') say(`${await forgetUnopened(app)} values that no secret opens were removed.`);
    const found = await sealersOf(app);
    for (const { column, present, other, unknown } of found)
      if (present + other + unknown > 0)
        say(`${column}: ${present} by the present secret, ${other} by others, ${unknown} by none that is known`);
    const sum = (which: 'other' | 'unknown') => found.reduce((all, column) => all + column[which], 0);
    if (sum('unknown') > 0)
      throw new Refused(`${sum('unknown')} values need a secret that is not in TRADEWIND_OTHER_SECRET.`);
    if (sum('other') > 0) throw new Refused(`${sum('other')} values still need TRADEWIND_OTHER_SECRET.`);
    say('Nothing that is stored needs TRADEWIND_OTHER_SECRET.');
  }, 'taken');
}

await run(secrets);
