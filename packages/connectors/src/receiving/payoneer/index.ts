import { z } from 'zod';
import { lax, laxText } from '../../lax.ts';
import { amount, currencyCode, instant } from '../../read.ts';
import { readPushAs } from '../../record.ts';
import { ConnectorError } from '../../types.ts';
import { receivingAccount, walletOf } from '../accounts.ts';
import type { ReceivingAccess, ReceivingConnector } from '../connector.ts';
import type { ReceivingSetup } from '../definition.ts';
import { createStatement, type Lines, type Place } from '../pages.ts';
import { readLines } from '../rows.ts';
import { createPayoneerClient, PAYONEER } from './client.ts';
import { idsOf, transaction, transactions, turn } from './lines.ts';
import { isSigned } from './signing.ts';

const MOST_ROWS = 100;

const balances = z.object({
  result: z.object({
    balances: z.object({
      items: z.array(
        z.object({
          id: z.union([z.string().min(1), z.number().int()]).transform(String),
          currency: currencyCode,
          status: z.number().int(),
          available_balance: amount,
          update_time: lax(instant),
        }),
      ),
    }),
  }),
});
const accounts = z.object({
  result: z.object({
    receiving_accounts: z.object({
      items: z.array(
        z.object({
          id: z.union([z.string().min(1), z.number().int()]).transform(String),
          currency: currencyCode,
          country: laxText,
          bank_name: laxText,
          account_number: laxText,
          iban: laxText,
          account_holder: laxText,
          status_name: laxText,
        }),
      ),
    }),
  }),
});
/** Payoneer's interface v4. Base addresses by name: `api`, `login`. */
export function createPayoneer({ app, http, pageSize = MOST_ROWS }: ReceivingSetup): ReceivingConnector {
  const { pushSecret = '' } = app;
  const now = http.now ?? Date.now;
  const { get, ...authorization } = createPayoneerClient({ app, http });

  /** A balance in another state than 1 is not to be used. */
  async function walletsOf(access: ReceivingAccess) {
    return (await get(access, 'balances', balances)).result.balances.items;
  }

  async function lines(access: ReceivingAccess, { from, to, page }: Place): Promise<Lines> {
    const offset = page * pageSize;
    const query = new URLSearchParams({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      page_size: String(pageSize),
      offset: String(offset),
      include_details: 'true',
    });
    const { items, total } = (await get(access, 'transactions', transactions, `?${query}`)).result.transactions;
    const more = total === undefined ? items.length >= pageSize : offset + pageSize < total;
    return { ids: idsOf(items), ...readLines(transaction, items, turn), more };
  }

  return {
    provider: PAYONEER,
    ...authorization,
    accounts: async (access) => {
      const wallets = (await walletsOf(access)).map(({ id, currency, status }) => ({
        ...walletOf({ externalId: id, currency }),
        status: status === 1 ? ('ACTIVE' as const) : ('CLOSED' as const),
      }));
      const { items } = (await get(access, 'receiving_accounts', accounts)).result.receiving_accounts;
      const receiving = items.map((one) =>
        receivingAccount({
          ...one,
          bankName: one.bank_name,
          number: one.account_number ?? one.iban,
          holder: one.account_holder,
          status: one.status_name,
        }),
      );
      return [...wallets, ...receiving];
    },
    balances: async (access) => {
      const asOf = new Date(now()).toISOString();
      const usable = (await walletsOf(access)).filter(({ status }) => status === 1);
      return usable.map((one) => ({
        externalId: one.id,
        currency: one.currency,
        available: one.available_balance,
        total: one.available_balance,
        asOf: one.update_time ?? asOf,
      }));
    },
    statement: createStatement(PAYONEER, () => ['transactions'], lines),
    readPush: ({ url, headers, body }) => {
      if (!isSigned(pushSecret, headers.authorization ?? '', { url, body }))
        throw new ConnectorError(PAYONEER, 'rejected', 'the push is not signed by Payoneer', { code: 'NOT_SIGNED' });
      const read = readPushAs(PAYONEER, z.object({ id: laxText, type: laxText, account_id: laxText }), body);
      const { id = '', type = '', account_id } = read;
      return { id, type, ...(account_id ? { account: account_id } : {}) };
    },
  };
}
