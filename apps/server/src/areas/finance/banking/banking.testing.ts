import type { Call, ResultOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/finance/banking.ts';
import type { OrderWorld } from '../../orders/orders.testing.ts';
import { book } from '../ledger/book.ts';

export interface Bank {
  world: OrderWorld;
  accounts: number;
  docs: number;
}
export const openBank = (world: OrderWorld): Bank => ({ world, accounts: 0, docs: 0 });

type Account = Parameters<OrderWorld['server']['ok']>[1];
export async function addAccount(bank: Bank, more: Record<string, unknown> = {}): Promise<number> {
  const { world } = bank;
  bank.accounts += 1;
  const input = { name: `Bank ${bank.accounts}`, kind: 'bank', currency: 'USD', ...more } as Account;
  return (await world.server.ok(calls.saveMoneyAccount, input as never, world.main)).id;
}

/** A payout that the platform has made, as the settlements book it. */
export async function payOut(
  bank: Bank,
  { amount, onDay, currency = 'USD', rate = '7' }: { amount: string; onDay: string; currency?: string; rate?: string },
): Promise<number> {
  const { world } = bank;
  bank.docs += 1;
  const party = { partyKind: 'shop', partyId: world.shop.id, currency, rate } as const;
  const less = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  const { owner } = world.server.app.database;
  const made = await owner.query(
    `with l as (insert into settlement_line (company_id, shop_id, reference, kind, type, amount, currency, posted_at, taken_at)
       values ($1, $2, $3, 'payout', 'PAYOUT', $4, $5, $6::date + interval '4 hours', now()) returning company_id, id)
     insert into settlement_booking (company_id, line_id, account, generation)
     select company_id, id, 'platform_in_transit', 1 from l returning line_id as id`,
    [world.main.companyId, world.shop.id, `payout-${bank.docs}`, less, currency, onDay],
  );
  const docId = Number(made.rows[0]?.id);
  await world.tx((tx) =>
    book(tx, [
      {
        ...{ docKind: 'settlement_line', docId, step: 'booked', onDay, text: 'settled.payout' },
        lines: [
          { account: 'platform_in_transit', ...party, amount },
          { account: 'platform_settled', ...party, amount: less },
        ],
      },
    ]),
  );
  return ledgerLineOf(bank, 'settlement_line', docId, 'platform_in_transit');
}

export async function ledgerLineOf({ world }: Bank, docKind: string, docId: number, account: string): Promise<number> {
  const found = await world.server.app.database.owner.query(
    `select l.id from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
     where e.company_id = $1 and e.doc_kind = $2 and e.doc_id = $3 and l.account = $4`,
    [world.main.companyId, docKind, docId, account],
  );
  return Number(found.rows[0]?.id ?? 0);
}

export interface Row {
  day: string;
  amount: string;
  text?: string;
  who?: string;
  id?: string;
}
export const csvOf = (rows: readonly Row[]): string =>
  [
    'Date,Amount,Name,Description,Transaction ID',
    ...rows.map(({ day, amount, text = '', who = '', id = '' }) => [day, amount, who, text, id].join(',')),
  ].join('\n');

const upload = async <C extends Call>(
  { world }: Bank,
  call: C,
  fields: Record<string, unknown>,
  file: string,
  name: string,
): Promise<ResultOf<C>> => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, String(value));
  form.append('file', new Blob([file]), name);
  const response = await fetch(`${world.server.url}/api${call.path}`, {
    ...{ method: 'POST', headers: { token: world.main.token }, body: form },
  });
  const answer = (await response.json()) as { data: ResultOf<C> & { fields?: unknown }; msg: string };
  if (response.status !== 200) throw new Error(`${response.status} ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data;
};
export const uploadFile = (bank: Bank, accountId: number, file: string, name = 'statement.csv') =>
  upload(bank, calls.uploadBankStatement, { accountId }, file, name);

/** Uploads and imports a statement like a person who agrees with the proposed columns. */
export async function importFile(bank: Bank, accountId: number, file: string, name = 'statement.csv') {
  const { importId, mapping } = await uploadFile(bank, accountId, file, name);
  return bank.world.server.ok(calls.importBankStatement, { importId, accountId, mapping }, bank.world.main);
}

export const linesOf = async ({ world }: Bank, filter: { accountId?: number; state?: 'open' | 'matched' } = {}) =>
  (await world.server.ok(calls.listBankLines, { ...filter, pageSize: 200 }, world.main)).rows;
export const suggestionsOf = async ({ world }: Bank, ids: number[]) =>
  (await world.server.ok(calls.bankSuggestions, { ids }, world.main)).list;

/** What an account has, in its currency and in base currency. */
export async function balanceOf(
  { world }: Bank,
  account: string,
  partyKind = '',
  partyId = 0,
): Promise<[number, number]> {
  const found = await world.server.app.database.owner.query(
    'select coalesce(sum(amount), 0) as amount, coalesce(sum(base_amount), 0) as base from ledger_balance where company_id = $1 and account = $2 and party_kind = $3 and party_id = $4',
    [world.main.companyId, account, partyKind, partyId],
  );
  return [Number(found.rows[0]?.amount), Number(found.rows[0]?.base)];
}

/** The exchange rates of the company from now on: (currency, day, rate). */
export async function setRates({ world }: Bank, ...rates: [string, string, number][]): Promise<void> {
  const { owner } = world.server.app.database;
  await owner.query('delete from exchange_rate where company_id = $1', [world.main.companyId]);
  for (const [currency, day, rate] of rates)
    await owner.query(
      `insert into exchange_rate (company_id, currency, on_day, to_base, source) values ($1, $2, $3, $4, 'test')`,
      [world.main.companyId, currency, day, rate],
    );
}
