import { sampleLoading, sampleMaking } from '../areas/company/public.ts';
import { insertUser } from '../areas/identity/public.ts';
import { beginFilling, loadingOf } from './fill.ts';
import { MEMBERS } from './staff.ts';

/** So much past is enough to look around in. */
const DAYS = 14;

/** The demo's people and a part of its past. Nobody signs in as one of them: their login ids are the demo's own. */
sampleMaking.listen(async (tx, { passwordHash, language }) => {
  const main = { userLoginId: 'demo', name: '示例账号', mainAccount: true };
  for (const person of [main, ...MEMBERS]) {
    const email = `${person.userLoginId}@sample.tradewind.invalid`;
    const made = { userLoginId: person.userLoginId, name: person.name, mainAccount: person === main };
    await insertUser(tx, { ...made, email, emailVerified: true, language, signsIn: false }, passwordHash);
  }
  await beginFilling(tx, DAYS);
});
sampleLoading.listen(async (app, sample) => {
  Object.assign(sample, await loadingOf(app, sample.companyId));
});
