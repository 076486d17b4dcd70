import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listReceivingConnections, ReceivingState } from '@tradewind/contract/finance/receiving.ts';
import type { App } from '../../../core/app.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { shownProviders } from './setup.ts';

const EXPIRING_DAYS = 7;

type Connection = ResultOf<typeof listReceivingConnections>['list'][number];
type Wallet = Connection['wallets'][number];

const two = (column: ReturnType<typeof sql>) => sql`round(${column}, 2)::text`;

/** Its state as people see it: who has to agree again soon learns of it before. */
export const STATE = (
  now: Date,
) => sql`case when c.state = 'active' and c.ends_at < ${new Date(now.getTime() + EXPIRING_DAYS * 86_400_000)}
  then 'expiring' else c.state end`;

export async function connections(app: App, tx: Tx): Promise<ResultOf<typeof listReceivingConnections>> {
  const rows = await tx.rows<{
    id: number;
    provider: string;
    account: string;
    state: ReceivingState;
    endsAt: Date | null;
    lastError: string | null;
    readUntil: Date | null;
    connectedBy: string;
    pendingLines: number;
    reversedMatched: number;
    setAside: number;
  }>(sql`select c.id, c.provider, c.account, ${STATE(tx.now)} as state, c.ends_at, c.last_error, c.read_until, c.connected_by,
      (select count(*)::int from receiving_leg l where l.company_id = ${sql.company} and l.connection_id = c.id and l.state = 'PENDING') as pending_lines,
      (select count(*)::int from bank_line b join receiving_account a on a.company_id = ${sql.company} and a.money_account_id = b.account_id
        where b.company_id = ${sql.company} and a.connection_id = c.id and b.reversed and b.match_id is not null) as reversed_matched,
      (select count(*)::int from receiving_set_aside s where s.company_id = ${sql.company} and s.connection_id = c.id and s.resolved_at is null) as set_aside
    from receiving_connection c where c.company_id = ${sql.company} order by c.provider, c.id`);
  const wallets = await tx.rows<Omit<Wallet, 'asOf'> & { asOf: Date | null; connectionId: number }>(sql`
    select a.id, a.connection_id, a.money_account_id, m.name, a.currency, ${two(sql`a.available`)} as available, ${two(sql`a.pending`)} as pending,
      ${two(sql`a.frozen`)} as frozen, ${two(sql`a.total`)} as total, a.as_of, ${two(sql`a.gap`)} as gap
    from receiving_account a join money_account m on m.company_id = ${sql.company} and m.id = a.money_account_id
    where a.company_id = ${sql.company} order by a.currency, a.id`);
  return {
    providers: shownProviders(app),
    list: rows.map((row) => ({
      ...row,
      endsAt: row.endsAt?.toISOString() ?? null,
      readUntil: row.readUntil?.toISOString() ?? null,
      wallets: wallets.flatMap(({ connectionId, asOf, ...wallet }) =>
        connectionId === row.id ? [{ ...wallet, asOf: asOf?.toISOString() ?? null }] : [],
      ),
    })),
  };
}
