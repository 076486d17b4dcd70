import { z } from 'zod';
import { lax, laxText } from '../../lax.ts';
import { currencyCode } from '../../read.ts';
import { receivingAccount, walletOf } from '../accounts.ts';
import type { ReceivingAccess, ReceivingConnector } from '../connector.ts';
import type { ReceivingSetup } from '../definition.ts';
import { createStatement, type Lines, type Place } from '../pages.ts';
import { readLines } from '../rows.ts';
import { createWorldfirstClient, WORLDFIRST } from './client.ts';
import { idsOf, line, money, turn } from './lines.ts';
import { timeOf } from './signing.ts';

const MOST_ROWS = 50;

const balances = z.object({
  accountBalances: z.array(
    z.object({ currency: currencyCode, availableBalance: money, frozenBalance: lax(money), totalBalance: money }),
  ),
});
const accounts = z.object({
  accountList: z.array(
    z.object({
      accountId: z.string().min(1),
      currency: currencyCode,
      country: laxText,
      bankName: laxText,
      accountNo: laxText,
      accountHolder: laxText,
      platform: laxText,
      shopName: laxText,
      status: laxText,
    }),
  ),
});
const statement = z.object({ statementList: z.array(z.unknown()), totalPageNumber: z.number().int() });
/** WorldFirst's interface. Base addresses by name: `api`, `consent`. Each call is signed: there are no tokens. */
export function createWorldfirst({ app, http, pageSize = MOST_ROWS }: ReceivingSetup): ReceivingConnector {
  const now = http.now ?? Date.now;
  const { call, ...authorization } = createWorldfirstClient({ app, http });

  const balancesOf: ReceivingConnector['balances'] = async ({ account }) => {
    const { accountBalances } = await call(account, 'account/inquiryBalance', { currencyList: [] }, balances);
    const asOf = new Date(now()).toISOString();
    return accountBalances.map(({ currency, availableBalance, frozenBalance, totalBalance }) => ({
      externalId: currency,
      currency,
      available: availableBalance.amount,
      ...(frozenBalance ? { frozen: frozenBalance.amount } : {}),
      total: totalBalance.amount,
      asOf,
    }));
  };

  async function lines({ account }: ReceivingAccess, { from, to, page }: Place): Promise<Lines> {
    const json = {
      startTime: timeOf(from),
      // Both ends count; the part of a second that is cut off would be lost otherwise.
      endTime: timeOf(to + 999),
      ...{ transactionTypeList: [], currencyList: [], balanceTypes: [], pageSize, pageNumber: page + 1 },
    };
    const answered = await call(account, 'account/inquiryStatementList', json, statement);
    return {
      ids: idsOf(answered.statementList),
      ...readLines(line, answered.statementList, turn),
      more: page + 1 < answered.totalPageNumber,
    };
  }

  return {
    provider: WORLDFIRST,
    ...authorization,
    accounts: async (access) => {
      const wallets = (await balancesOf(access)).map(walletOf);
      const { accountList } = await call(access.account, 'account/inquiryAccount', {}, accounts);
      const receiving = accountList.map((one) =>
        receivingAccount({
          ...one,
          id: one.accountId,
          number: one.accountNo,
          holder: one.accountHolder,
          shop: one.shopName,
        }),
      );
      return [...wallets, ...receiving];
    },
    balances: balancesOf,
    statement: createStatement(WORLDFIRST, () => ['statement'], lines),
  };
}
