import type { App } from '../../../core/app.ts';
import { replaceValue } from '../../../core/database/company-rows.ts';
import { unopened } from '../../../core/reseal.ts';
import { ALTERED, SECRETS, STAY } from './carried.ts';

/**
 * For an installation whose secret is lost: removes what no secret opens, as if its companies came from archives. Shops and
 * carriers are to be authorized again, programs get new keys, and a password alone signs somebody in until they turn on
 * the second step again. Killed, it goes on when it is started again.
 * @returns how many values it removed
 */
export async function forgetUnopened(app: App): Promise<number> {
  let all = 0;
  for await (const { table, column, companyId, sealed } of unopened(app)) {
    const keys = SECRETS[table]?.[column] === 'emptyKeys' ? app.vault.seal({}) : null;
    const instead = table in STAY ? undefined : { value: keys, altered: ALTERED[table] ?? {} };
    all += await replaceValue(app.database, { table, column, companyId, value: sealed }, instead);
  }
  return all;
}
