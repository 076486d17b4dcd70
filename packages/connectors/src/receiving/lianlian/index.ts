import { z } from 'zod';
import { keysOf } from '../../pages.ts';
import { malformed } from '../../read.ts';
import { walletOf } from '../accounts.ts';
import type { ReceivingAccess, ReceivingAccount, ReceivingConnector } from '../connector.ts';
import type { ReceivingSetup } from '../definition.ts';
import { createStatement, type Lines, type Place } from '../pages.ts';
import { chinaDay, readLines } from '../rows.ts';
import { createLianlianClient, LIANLIAN } from './client.ts';
import { entryLegs, receiptLegs, withdrawalLegs } from './lines.ts';
import { account, balances, entry, page, receipt, withdrawal } from './shapes.ts';

const MOST_ROWS = 50;
const MOST_PAGES = 200;
const RECEIPTS = 'receipts ';

/**
 * LianLian Global's collection interface, with keys of the seller's own. Base address: `api`. The path is signed as it
 * stands below that address.
 */
export function createLianlian({ http, pageSize = MOST_ROWS }: ReceivingSetup): ReceivingConnector {
  const now = http.now ?? Date.now;
  const call = createLianlianClient(http);

  const balancesOf: ReceivingConnector['balances'] = async (access) => {
    const { data } = await call(access, '/account/balance/query', undefined, balances);
    const asOf = new Date(now()).toISOString();
    return data.map(({ currency, balance }) => ({
      ...{ externalId: currency, currency, available: balance, total: balance, asOf },
    }));
  };

  async function rowsOf(access: ReceivingAccess, path: string, filter: object, at: number, size: number) {
    const { data } = await call(access, path, { ...filter, pageNum: at + 1, pageSize: size }, page);
    const { list, total } = data;
    return { list, more: total === undefined ? list.length >= size : (at + 1) * size < total };
  }

  async function receivingAccounts(access: ReceivingAccess): Promise<ReceivingAccount[]> {
    const found = new Map<string, ReceivingAccount>();
    for (let at = 0; at < MOST_PAGES; at++) {
      const { list, more } = await rowsOf(access, '/account/query', {}, at, 20);
      const read = z.array(account).safeParse(list);
      if (!read.success) throw malformed(LIANLIAN, 'a receiving account', undefined, read.error);
      for (const one of read.data) found.set(one.externalId, one);
      if (!more) break;
    }
    return [...found.values()];
  }

  async function lines(access: ReceivingAccess, { from, to, list: name, page: at, passed }: Place): Promise<Lines> {
    // Days count whole, both of them; what lies outside of the window is left out later.
    const days = { startTime: chinaDay(from), endTime: chinaDay(to - 1) };
    if (name.startsWith(RECEIPTS)) {
      const accountId = name.slice(RECEIPTS.length);
      const { list, more } = await rowsOf(access, '/myshop/transaction', { accountId, ...days }, at, pageSize);
      const read = readLines(receipt, list, (line, raw) => receiptLegs(accountId, line, raw));
      return { ids: keysOf(list, 'transactionId'), ...read, more };
    }
    if (name === 'withdrawals') {
      const { list, more } = await rowsOf(access, '/withdraw/record/list', days, at, pageSize);
      const ids = keysOf(list, 'withdrawId');
      return { ids, ...readLines(withdrawal, list, withdrawalLegs), more, pass: ids };
    }
    const { list, more } = await rowsOf(access, '/transaction/entry/list', days, at, pageSize);
    const known = new Set(passed);
    const read = readLines(entry, list, (line, raw) => entryLegs(line, raw, known));
    return { ids: keysOf(list, 'entryId'), ...read, more };
  }

  return {
    provider: LIANLIAN,
    connect: async (keys) => {
      const connected = { account: keys.developerId ?? '' };
      await balancesOf({ keys, ...connected });
      return connected;
    },
    accounts: async (access) => {
      const wallets = (await balancesOf(access)).map(walletOf);
      return [...wallets, ...(await receivingAccounts(access))];
    },
    balances: balancesOf,
    statement: createStatement(
      LIANLIAN,
      async (access) => [
        ...(await receivingAccounts(access)).map(({ externalId }) => `${RECEIPTS}${externalId}`),
        'withdrawals',
        'entries',
      ],
      lines,
    ),
  };
}
