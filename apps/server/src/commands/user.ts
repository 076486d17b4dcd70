import { userInfo } from 'node:os';
import { resetFactorOf } from '../areas/identity/public.ts';
import { Fail } from '../core/errors.ts';
import { say as inWords } from '../core/text/texts.ts';
import { Refused, run, say } from './command.ts';
import { withApp } from './opened.ts';

const USAGE = 'npm run user -- no-second-factor USERNAME';

/** For somebody whom nobody of their company can help. */
async function user([command, userLoginId, ...more]: string[]): Promise<void> {
  if (command !== 'no-second-factor' || !userLoginId || more.length > 0) throw new Refused(USAGE);
  await withApp(async (app) => {
    try {
      await resetFactorOf(app, `shell:${userInfo().username}`, userLoginId);
    } catch (error) {
      throw error instanceof Fail ? new Refused(inWords('en', error.code, error.params)) : error;
    }
    say(`${userLoginId} is logged out everywhere and signs in with the password alone.`);
  });
}

await run(user);
