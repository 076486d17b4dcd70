import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../core/config.ts';
import { removeCompany } from '../core/database/remove-company.ts';
import { joinApp, openApp } from '../core/start.ts';
import { DEMO_COMPANIES, demoCompanyId, prepareDemo } from '../demo/demo.ts';
import { loadingOf } from '../demo/fill.ts';
import { Refused, run, say } from './command.ts';

/** Empties and reloads the demo companies, beside a running Tradewind or on its own. */
async function reset(): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  if (!config.demo) throw new Refused('TRADEWIND_DEMO=off: there is no demo here. Set it to on to have one made.');
  const joined = config.databaseUrl ? undefined : await joinApp(config);
  const opened = joined ?? (await openApp(config));
  try {
    for (const name of DEMO_COMPANIES) {
      const companyId = await demoCompanyId(opened.app, name);
      if (companyId !== undefined) await removeCompany(opened.app, companyId);
    }
    const { userLoginId, password } = await prepareDemo(opened.app);
    say(`The demo companies are empty and new. Sign in with ${userLoginId} / ${password}.`);
    if (!joined) return say('Their data is laid in when Tradewind starts.');
    const companyId = (await demoCompanyId(opened.app)) ?? 0;
    say('The running Tradewind lays their data in ...');
    while (await loadingOf(opened.app, companyId)) await sleep(1000);
    say('Done.');
  } finally {
    await opened.close();
  }
}

await run(reset);
