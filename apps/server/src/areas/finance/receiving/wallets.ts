import type { ReceivingAccount } from '@tradewind/connectors/receiving/registry.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { arrayOf } from '../../../core/scope.ts';
import type { moneyAccount } from '../finance.tables.ts';
import { providerNames } from './setup.ts';

const linked = defineAction('finance.receivingLinked', [
  '资金账户关联收款账户',
  'Money account linked with a receiving account',
]);

export interface Wallet {
  id: number;
  currency: string;
  moneyAccountId: number;
}

/** The money accounts of a connection, one for each currency. One that somebody added for the same account is taken. */
export async function walletsOf(
  tx: Tx,
  connectionId: number,
  accounts: readonly ReceivingAccount[],
  currencies: readonly string[],
): Promise<Wallet[]> {
  const known = await tx.rows<Wallet>(sql`select id, currency, money_account_id from receiving_account
    where company_id = ${sql.company} and connection_id = ${connectionId} order by id`);
  const missing = currencies.filter((currency) => !known.some((one) => one.currency === currency)).sort();
  if (missing.length === 0) return known;
  const row = await tx.row<{ provider: string }>(
    sql`select provider from receiving_connection where company_id = ${sql.company} and id = ${connectionId}`,
  );
  const names = providerNames(row?.provider ?? '');
  const made: Wallet[] = [];
  for (const currency of missing) {
    const open = accounts.filter(
      (one) => one.currency === currency && one.type === 'RECEIVING' && one.status === 'ACTIVE',
    );
    const moneyAccountId =
      (await sameAccount(tx, names, currency, open)) ?? (await newAccount(tx, names, currency, open[0]));
    const added = await tx.row<{
      id: number;
    }>(sql`insert into receiving_account (company_id, connection_id, money_account_id, currency)
      values (${sql.company}, ${connectionId}, ${moneyAccountId}, ${currency}) returning id`);
    writeAudit(tx, [
      {
        action: linked,
        targetKind: 'money_account',
        targetId: moneyAccountId,
        targetName: `${names[0] ?? ''} ${currency}`,
      },
    ]);
    made.push({ id: added?.id ?? 0, currency, moneyAccountId });
  }
  return [...known, ...made];
}

const tailOf = (one: ReceivingAccount | undefined): string => one?.accountNoMasked?.slice(-4) ?? '';

/** By provider, currency and the last digits of one of its numbers. */
async function sameAccount(tx: Tx, names: readonly string[], currency: string, open: readonly ReceivingAccount[]) {
  const tails = open.length > 0 ? open.map(tailOf) : [''];
  const found = await tx.row<{ id: number }>(sql`select m.id from money_account m
    where m.company_id = ${sql.company} and m.currency = ${currency} and m.active and m.kind in ('receiving', 'wallet')
      and right(m.tail, 4) = any(${arrayOf(tails)}::text[])
      and exists (select from unnest(${arrayOf(names)}::text[]) n where strpos(lower(m.name || ' ' || m.bank_name), lower(n)) > 0)
      and not exists (select from receiving_account r where r.company_id = ${sql.company} and r.money_account_id = m.id)
    order by m.id limit 1`);
  return found?.id;
}

async function newAccount(
  tx: Tx,
  names: readonly string[],
  currency: string,
  first: ReceivingAccount | undefined,
): Promise<number> {
  const plain = `${names[0] ?? ''} ${currency}`;
  const taken = await tx.rows<{ name: string }>(
    sql`select name from money_account where company_id = ${sql.company} and starts_with(name, ${plain})`,
  );
  const free = (n: number): string => {
    const name = n === 1 ? plain : `${plain} ${n}`;
    return taken.some((one) => one.name === name) ? free(n + 1) : name;
  };
  const account: typeof moneyAccount.$inferInsert = {
    ...{ companyId: tx.companyId, name: free(1), kind: 'receiving', currency, tail: tailOf(first), createdAt: tx.now },
    ...{ holder: (first?.holder ?? '').slice(0, 100), bankName: (first?.bankName ?? names[0] ?? '').slice(0, 100) },
  };
  const { companyId: _company, ...rest } = account;
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof moneyAccount>('money_account', [rest])} returning id`,
  );
  if (!made) throw new Error('No money account was written');
  return made.id;
}
