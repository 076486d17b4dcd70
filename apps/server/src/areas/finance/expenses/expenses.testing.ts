import type { InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/finance.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import type { Person, TestServer } from '../../../testing/harness.ts';
import { addShop } from '../../orders/orders.testing.ts';
import type { moneyAccount } from '../finance.tables.ts';

/** A day of a past month, so that no clock changes what is due. */
export const DAY = '2026-03-10';
type SaveInput = InputOf<typeof calls.saveExpense>;

/** A company with two shops, two departments and a money account in each of two currencies. */
export async function openSpending(server: TestServer) {
  const main = await server.company();
  const { companyId, ctx } = main;
  const tx = <T>(work: (tx: Tx) => Promise<T>, as: Ctx = ctx) => server.app.database.inCompany(as, work);
  const ids = async (text: string, ...values: unknown[]): Promise<number[]> =>
    (await server.app.database.owner.query(text, [companyId, ...values])).rows.map((row) => Number(row.id));
  const shopIds = [
    (await addShop(server, companyId, { name: 'North' })).id,
    (await addShop(server, companyId, { name: 'South' })).id,
  ];
  const departmentIds = await ids(
    `insert into department (company_id, name) values ($1, 'Operations'), ($1, 'Warehouse') returning id`,
  );
  const accounts = (['CNY', 'USD'] as const).map((currency) => ({
    ...{ name: `Bank ${currency}`, kind: 'bank', currency, createdAt: ctx.now() },
  }));
  const moneyIds = (
    await tx((one) =>
      one.rows<{ id: number }>(sql`${insertRows<typeof moneyAccount>('money_account', accounts)} returning id`),
    )
  ).map((row) => row.id);
  const { list: types } = await server.ok(calls.listExpenseTypes, {}, main);
  const typeId = (nameEn: string) => types.find((type) => type.nameEn === nameEn)?.id ?? 0;
  const draft = async (more: Partial<SaveInput> = {}, as: Person = main) =>
    (
      await server.ok(
        calls.saveExpense,
        { typeId: typeId('Travel'), amount: '100', currency: 'CNY', day: DAY, lines: [{ share: '1' }], ...more },
        as,
      )
    ).id;
  const booked = async (more: Partial<SaveInput> = {}, as: Person = main) => {
    const id = await draft(more, as);
    await server.ok(calls.submitExpense, { id }, as);
    return id;
  };
  const detail = (id: number) => server.ok(calls.getExpense, { id }, main);
  /** Base amounts of the ledger by account. */
  const ledger = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (
        await tx((one) =>
          one.rows<{ account: string; base: string }>(sql`select account, trim_scale(sum(base_amount))::text as base
            from ledger_line where company_id = ${sql.company} group by account having sum(base_amount) <> 0 order by 1`),
        )
      ).map((row) => [row.account, row.base]),
    );
  const close = (month: string) =>
    ids(
      `insert into finance_period (company_id, month, state, version, changed_at, changed_by) values ($1, $2, 'closed', 1, now(), 'test')
       on conflict (company_id, month) do update set state = 'closed' returning company_id as id`,
      month,
    );
  return {
    server,
    main,
    ctx,
    tx,
    ids,
    shopIds,
    departmentIds,
    moneyIds,
    types,
    typeId,
    draft,
    booked,
    detail,
    ledger,
    close,
  };
}
export type Spending = Awaited<ReturnType<typeof openSpending>>;

export const errorOf = ({ status, data }: { status: number; data: unknown }) => {
  const { error, fields } = data as { error?: string; fields?: { path: string }[] };
  return [status, fields?.[0]?.path ?? error];
};
