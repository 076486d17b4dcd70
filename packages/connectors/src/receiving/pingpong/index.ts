import { z } from 'zod';
import { keysOf } from '../../pages.ts';
import { amount, currencyCode } from '../../read.ts';
import { walletOf } from '../accounts.ts';
import type { ReceivingAccess, ReceivingConnector } from '../connector.ts';
import type { ReceivingSetup } from '../definition.ts';
import { createStatement, type Lines, type Place } from '../pages.ts';
import { readLines } from '../rows.ts';
import { createPingpongClient, PINGPONG } from './client.ts';
import { INBOUND, LISTS, order, turn } from './lines.ts';

const MOST_ROWS = 200;

const wallets = z.object({
  data: z.array(
    z.object({ currency: currencyCode, avail_amount: amount, frozen_amount: amount.optional(), total_amount: amount }),
  ),
});
const orders = z.object({
  data: z.union([z.array(z.unknown()), z.object({ list: z.array(z.unknown()) }).transform(({ list }) => list)]),
});

/**
 * PingPong's partner interface v3. Base addresses by name: `api`; `authorize`, `token` and `refresh` where these are not
 * below it: PingPong names them to its partners only.
 */
export function createPingpong({ app, http, pageSize = MOST_ROWS }: ReceivingSetup): ReceivingConnector {
  const now = http.now ?? Date.now;
  const { call, api, ...authorization } = createPingpongClient({ app, http });

  const tokenOf = ({ tokens }: ReceivingAccess) => tokens?.accessToken ?? '';
  const balances: ReceivingConnector['balances'] = async (access) => {
    const url = `${api}/v3/b2b/account/balance/all`;
    const query = { open_id: access.account };
    const { data } = await call({ url, query, token: tokenOf(access) }, wallets, access.account);
    const asOf = new Date(now()).toISOString();
    return data.map((one) => ({
      externalId: one.currency,
      currency: one.currency,
      available: one.avail_amount,
      ...(one.frozen_amount === undefined ? {} : { frozen: one.frozen_amount }),
      total: one.total_amount,
      asOf,
    }));
  };

  async function lines(access: ReceivingAccess, { from, to, list, page, passed }: Place): Promise<Lines> {
    const [query_type = '', type = ''] = list.split(/ (.*)/s);
    const json = {
      open_id: access.account,
      query_type,
      order_type: type,
      page_no: page + 1,
      page_size: pageSize,
      start_time: from,
      end_time: to,
    };
    const url = `${api}/v3/b2b/financial/transactions`;
    const { data } = await call({ url, json, token: tokenOf(access) }, orders, access.account);
    const ids = keysOf(data, 'order_id');
    const known = new Set(type === 'EXCHANGE' ? passed : []);
    const fresh = data.filter((_, index) => !known.has(ids[index] ?? ''));
    const read = readLines(order, fresh, (line, raw) => turn(line, raw, query_type === INBOUND));
    const pass = type === 'EXCHANGE' && query_type === INBOUND ? { pass: ids } : {};
    return { ids, ...read, more: data.length >= pageSize, ...pass };
  }

  return {
    provider: PINGPONG,
    ...authorization,
    // PingPong lists the balances alone; numbers of receiving accounts stand only in the lines.
    accounts: async (access) => (await balances(access)).map(walletOf),
    balances,
    statement: createStatement(PINGPONG, () => LISTS, lines),
  };
}
