import { z } from 'zod';
import { laxText } from '../../lax.ts';
import { keysOf } from '../../pages.ts';
import { malformed } from '../../read.ts';
import { readPushAs } from '../../record.ts';
import { ConnectorError } from '../../types.ts';
import { receivingAccount, walletOf } from '../accounts.ts';
import type { LegName, ReceivingAccess, ReceivingAccount, ReceivingConnector, StatementLeg } from '../connector.ts';
import type { ReceivingSetup } from '../definition.ts';
import { fxOfPair, legsOf } from '../legs.ts';
import { createStatement, type Lines, type Place } from '../pages.ts';
import { readLines, stateBy } from '../rows.ts';
import { AIRWALLEX, createAirwallexClient } from './client.ts';
import * as shapes from './shapes.ts';
import { isSigned } from './signing.ts';

const MOST_ROWS = 100;
const MOST_PAGES = 200;

function turn(line: shapes.Transaction, raw: unknown): StatementLeg[] {
  const kind = shapes.kindOf(line);
  const leg: LegName = kind === 'FX_SELL' || kind === 'FX_BUY' ? kind : 'MAIN';
  const fx = leg === 'MAIN' ? undefined : fxOfPair(leg, line.currency, line.currency_pair, line.client_rate);
  return legsOf(
    {
      // Both sides of a conversion have its number.
      id: leg === 'MAIN' ? line.id : (line.source_id ?? line.id),
      at: line.created_at,
      valueDate: line.settled_at?.slice(0, 10),
      status: stateBy(shapes.STATES, line.status),
      rawKind: line.transaction_type ? `${line.source_type} ${line.transaction_type}` : line.source_type,
      rawStatus: line.status,
      reference: line.description,
      raw,
    },
    [{ leg, kind, amount: line.amount, currency: line.currency, ...fx }],
    line.fee ? { amount: line.fee, currency: line.currency } : undefined,
  );
}

/**
 * Airwallex's interface, with a consent or with a key of the seller's own, whose tokens live for half an hour. Base addresses
 * by name: `api`, `consent`.
 */
export function createAirwallex({ app, http, pageSize = MOST_ROWS }: ReceivingSetup): ReceivingConnector {
  const { pushSecret = '' } = app;
  const now = http.now ?? Date.now;
  const { get, ...authorization } = createAirwallexClient({ app, http });

  const balances: ReceivingConnector['balances'] = async (access) => {
    const asOf = new Date(now()).toISOString();
    return (await get(access, 'balances/current', shapes.balances)).map((one) => ({
      externalId: one.currency,
      currency: one.currency,
      available: one.available_amount,
      ...(one.pending_amount === undefined ? {} : { pending: one.pending_amount }),
      ...(one.reserved_amount === undefined ? {} : { frozen: one.reserved_amount }),
      total: one.total_amount,
      asOf,
    }));
  };

  async function globalAccounts(access: ReceivingAccess): Promise<ReceivingAccount[]> {
    const found = new Map<string, ReceivingAccount>();
    for (let at = 0, more = true; more && at < MOST_PAGES; at++) {
      const answered = await get(access, `global_accounts?page_num=${at}&page_size=${MOST_ROWS}`, shapes.page);
      const read = z.array(shapes.globalAccount).safeParse(answered.items);
      if (!read.success) throw malformed(AIRWALLEX, 'a global account', undefined, read.error);
      for (const one of read.data)
        for (const currency of one.currencies) {
          const id = one.currencies.length > 1 ? `${one.id}/${currency}` : one.id;
          const { country_code: country, institution, account_name: holder } = one;
          const number = one.account_number ?? one.iban;
          found.set(
            id,
            receivingAccount({
              id,
              currency,
              country,
              bankName: institution?.name,
              number,
              holder,
              status: one.status,
            }),
          );
        }
      more = answered.has_more;
    }
    return [...found.values()];
  }

  async function lines(access: ReceivingAccess, { from, to, page }: Place): Promise<Lines> {
    const query = new URLSearchParams({
      from_created_at: new Date(from).toISOString(),
      to_created_at: new Date(to).toISOString(),
      page_num: String(page),
      page_size: String(pageSize),
    });
    const { items, has_more } = await get(access, `financial_transactions?${query}`, shapes.page);
    return { ids: keysOf(items, 'id'), ...readLines(shapes.transaction, items, turn), more: has_more };
  }

  return {
    provider: AIRWALLEX,
    ...authorization,
    accounts: async (access) => [...(await balances(access)).map(walletOf), ...(await globalAccounts(access))],
    balances,
    statement: createStatement(AIRWALLEX, () => ['transactions'], lines),
    readPush: ({ headers, body }) => {
      if (!isSigned(pushSecret, headers['x-signature'] ?? '', headers['x-timestamp'] ?? '', body))
        throw new ConnectorError(AIRWALLEX, 'rejected', 'the push is not signed by Airwallex', { code: 'NOT_SIGNED' });
      const { id, name, account_id } = readPushAs(
        AIRWALLEX,
        z.object({ id: z.string(), name: z.string(), account_id: laxText }),
        body,
      );
      return { id, type: name, ...(account_id ? { account: account_id } : {}) };
    },
  };
}
