import { createHash } from 'node:crypto';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { type checkBalance, LOW_BALANCE } from '@tradewind/contract/finance.ts';
import { mayPressAny } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';

const MOST = 200;
const CNY = 'CNY';
interface Balance {
  name: string;
  balance: string;
  currency: string;
}

/**
 * Balances at third-party warehouses: the prepayment kept here, else what the provider says is left with it. In CNY by the
 * rate of the day, the lowest first. A currency without a rate is left out: the check never fails for it. Empty for users
 * who see none of the pages of balances.
 */
export async function lowBalances(tx: Tx): Promise<Omit<ResultOf<typeof checkBalance>, 'signIn'>> {
  if (!mayPressAny(tx.rights, [rights.providerReconciliation.view, rights.balance.view]))
    return { low: false, balances: [] };
  const { baseCurrency, timeZone } = await companyOf(tx);
  const found = await tx.rows<Balance>(sql`
    select w.name, w.prepaid_balance::text as balance, ${baseCurrency} as currency from warehouse w
      where w.company_id = ${sql.company} and w.enabled and w.kind <> 'selfBuilt' and w.prepaid_balance is not null
        and ${inWarehouses(tx, sql`w.id`)}
    union all select c.name, c.balances -> 0 ->> 'amount', c.balances -> 0 ->> 'currency' from wms_connection c
      where c.company_id = ${sql.company} and c.enabled and jsonb_array_length(c.balances) > 0
        and exists (select from wms_warehouse h join warehouse w on w.company_id = ${sql.company} and w.id = h.warehouse_id
          where h.company_id = ${sql.company} and h.connection_id = c.id and w.enabled and w.prepaid_balance is null
            and ${inWarehouses(tx, sql`w.id`)})
    limit ${sql.literal(MOST)}`);
  const day = localDay(tx.now, timeZone);
  const balances = [];
  const rates = new Map<string, Decimal | null>();
  for (const one of found) {
    if (!rates.has(one.currency)) rates.set(one.currency, await toCny(tx, one.currency, day));
    const rate = rates.get(one.currency);
    if (rate)
      balances.push({ ...one, balance: new Decimal(one.balance).toFixed(2), cny: rate.times(one.balance).toFixed(2) });
  }
  balances.sort((a, b) => Number(a.cny) - Number(b.cny));
  const [lowest] = balances;
  return { low: lowest !== undefined && new Decimal(lowest.cny).lt(LOW_BALANCE), balances };
}

/** Names a session without anything that signs it. */
export const signInOf = (tokenHash: Buffer | undefined): string =>
  createHash('sha256')
    .update('sign-in')
    .update(tokenHash ?? '')
    .digest('hex')
    .slice(0, 16);

async function toCny(tx: Tx, currency: string, day: string): Promise<Decimal | null> {
  if (currency === CNY) return new Decimal(1);
  try {
    return new Decimal(await rateOn(tx, currency, day)).div(await rateOn(tx, CNY, day));
  } catch (error) {
    if (error instanceof Fail) return null;
    throw error;
  }
}
