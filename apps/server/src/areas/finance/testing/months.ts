import { rights } from '@tradewind/contract/access/modules.ts';
import { saveUserBasePer } from '@tradewind/contract/access.ts';
import { closeMonth, computeMonth } from '@tradewind/contract/finance/closing.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import type { Person, TestServer } from '../../../testing/harness.ts';
import * as months from '../closing/months.ts';
import { book } from '../ledger/book.ts';
import type { Entry, Line } from '../ledger/entry.ts';

/** An old month with an entry, closed. */
export async function closeOldMonth(app: App, ctx: Ctx): Promise<void> {
  const month = '2020-01-01';
  const plain = { currency: 'CNY', rate: '1' };
  const lines: Line[] = [
    { account: 'operating_expense', amount: '12', ...plain },
    { account: 'cash', amount: '-12', ...plain },
  ];
  await app.database.inCompany(ctx, async (tx) => {
    await book(tx, [{ docKind: 'opening', docId: 1, step: 'rent', onDay: month, text: 'sale', lines }]);
    await months.computeMonth(tx, month);
    await months.closeMonth(tx, ctx, month);
  });
  await months.writeFigures(app, ctx);
}

/** A company with a shop and a second person who may close and reopen, and what tests of months do with it. */
export async function openBooks(server: TestServer) {
  const main = await server.company();
  const { companyId } = main;
  const { owner } = server.app.database;
  const query = async <T>(text: string, ...values: unknown[]) =>
    (await owner.query(text, [companyId, ...values])).rows as T[];
  const buttons = ['compute', 'close', 'reopen', 'export'].map((button) => `${rights.monthClose.id}:${button}`);
  const second = await server.member(companyId, buttons);
  await server.ok(saveUserBasePer, { userLoginId: second.userLoginId, permissions: ['seeCost', 'export'] }, main);
  const [shop] = await query<{ id: number }>(
    `insert into shop (company_id, platform, name, account, module_id, state) values ($1, 'ebay', 'Harbor', 'harbor', 404, 'authorized') returning id`,
  );
  const shopId = Number(shop?.id);
  // Before their first call, because permissions are cached.
  await query(
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'shop', $3)`,
    second.userId,
    shopId,
  );
  let docs = 0;
  const entryOf = (onDay: string, amount: string, lines?: readonly Line[], more: Partial<Entry> = {}): Entry => ({
    docKind: 'test',
    docId: ++docs,
    step: 's',
    onDay,
    text: 'sale',
    lines: lines ?? [
      { account: 'advertising', amount, currency: 'USD', rate: '7.1', shopId },
      {
        account: 'cash',
        amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
        currency: 'USD',
        rate: '7.1',
      },
    ],
    ...more,
  });
  const bookAll = (...entries: Entry[]) => server.app.database.inCompany(main.ctx, (tx) => book(tx, entries));
  const figures = () => months.writeFigures(server.app, systemContext(companyId, 'test'));
  return {
    main,
    second,
    shopId,
    companyId,
    query,
    entryOf,
    book: bookAll,
    /** An expense of so much on that day. */
    spend: (onDay: string, amount: string) => bookAll(entryOf(onDay, amount)),
    figures,
    close: async (month: string, as: Person = main) => {
      await server.ok(computeMonth, { month }, as);
      await server.ok(closeMonth, { month }, as);
      await figures();
    },
    /** Everything that a closed month says, to the byte. */
    bytes: async (month: string) => {
      const first = `${month}-01`;
      const kept = await query(
        `select f::text as row from finance_figure f where company_id = $1 and month = $2 order by 1`,
        first,
      );
      const closes = await query(
        `select version, lines, digest, last_entry, figures_at from finance_close where company_id = $1 and month = $2 order by 1`,
        first,
      );
      const shares = await query(
        `select a::text as row from finance_allocation a where company_id = $1 and month = $2 order by 1`,
        first,
      );
      const lines = await query(
        `select e::text as entry, l::text as line from ledger_entry e join ledger_line l on l.company_id = $1 and l.entry_id = e.id
         where e.company_id = $1 and date_trunc('month', e.on_day) = $2::date order by l.id`,
        first,
      );
      return JSON.stringify({ kept, closes, shares, lines });
    },
  };
}
export type Books = Awaited<ReturnType<typeof openBooks>>;
