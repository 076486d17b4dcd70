import { readConfig } from '../core/config.ts';
import { reseal } from '../core/reseal.ts';
import { joinApp, openApp } from '../core/start.ts';
import { Refused, run, say } from './command.ts';

const USAGE = 'npm run secrets -- check | renew';

/**
 * After TRADEWIND_SECRET has changed: seals what the secrets of TRADEWIND_SECRET_OLD sealed under the present one. A
 * check that finds something ends as refused.
 */
async function secrets([command = '']: string[]): Promise<void> {
  if (command !== 'check' && command !== 'renew') throw new Refused(USAGE);
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const opened = (config.databaseUrl ? undefined : await joinApp(config)) ?? (await openApp(config));
  try {
    const found = await reseal(opened.app, command === 'renew');
    for (const [column, values] of found) say(`${column}: ${values}`);
    if (found.size > 0 && command === 'check') throw new Refused(`An earlier secret is still needed. ${USAGE}`);
    say(found.size > 0 ? 'All is sealed under the present secret now.' : 'Nothing needs an earlier secret.');
  } finally {
    await opened.close();
  }
}

await run(secrets);
