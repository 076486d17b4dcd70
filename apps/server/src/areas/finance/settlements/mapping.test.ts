import type { SettlementLine } from '@tradewind/connectors/capabilities/settlements.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import { dryRunMapping, retireMapping, saveMapping } from '@tradewind/contract/finance/mapping.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { takeSettlementLines } from '../../channels/public.ts';
import { type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { wrongsOf } from '../testing/ledger.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
  await server.startWorker();
});
afterAll(() => server.close());
const c = () => world.main.companyId;
const owner = async <T>(text: string, ...values: unknown[]) =>
  (await server.app.database.owner.query(text, [c(), ...values])).rows as T[];

const line = (type: string, amount: string, postedAt = '2026-11-20T10:00:00Z'): SettlementLine => ({
  ...{ reference: `${type}/${amount}/${postedAt}`, kind: 'other', type, amount, currency: 'USD', postedAt },
});
const take = (lines: SettlementLine[]) => world.tx((tx) => takeSettlementLines(tx, world.shop.id, lines));
/** What stands on an account of the shop's lines, in dollars. */
const on = async (account: string) =>
  Number(
    (
      await owner<{ sum: string | null }>(
        `select -sum(l.amount) as sum from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
         where e.company_id = $1 and e.doc_kind = 'settlement_line' and l.account = $2`,
        account,
      )
    )[0]?.sum ?? 0,
  );
const comesTo = (account: string, amount: number) => server.until(async () => (await on(account)) === amount);
const shopify = { platform: 'shopify', pattern: 'SUBSCRIPTION*' } as const;

describe('a term that nobody knows', () => {
  it('waits in suspense; a mapping says first what it would move, then moves it, and gives it back when it ends', async () => {
    await take([line('SUBSCRIPTION_FEE', '-39'), line('SUBSCRIPTION_TAX', '-3'), line('GIFT', '5')]);
    await comesTo('suspense', -37);
    const input = { ...shopify, account: 'operating_expense' } as const;
    expect(await server.ok(dryRunMapping, input, world.main)).toEqual({
      lines: 2,
      closed: 0,
      ofScope: false,
      from: [{ account: 'suspense', lines: 2, amounts: [{ currency: 'USD', amount: '-42.0000' }] }],
    });
    expect(await on('operating_expense')).toBe(0);
    const { id } = await server.ok(saveMapping, input, world.main);
    await comesTo('operating_expense', -42);
    expect(await on('suspense')).toBe(5);
    // The longer pattern decides; the general one leaves it alone from then on.
    const { id: tax } = await server.ok(
      saveMapping,
      { ...shopify, pattern: 'subscription_tax', account: 'input_tax' },
      world.main,
    );
    await comesTo('input_tax', -3);
    expect((await server.ok(dryRunMapping, { ...input, account: 'bank_fee' }, world.main)).lines).toBe(1);
    // What comes later goes there at once.
    await take([line('SUBSCRIPTION_FEE', '-1')]);
    await comesTo('operating_expense', -40);
    for (const one of [tax, id]) await server.ok(retireMapping, { id: one }, world.main);
    await comesTo('suspense', -38);
    expect([await on('operating_expense'), await on('input_tax')]).toEqual([0, 0]);
    expect((await server.call(retireMapping, { id }, world.main)).code).toBe(404);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('stays where it is booked in a month that is closed', async () => {
    await take([line('PROMISE', '-7', '2026-08-05T10:00:00Z'), line('PROMISE', '-2', '2026-11-05T10:00:00Z')]);
    await comesTo('suspense', -38 - 9);
    await owner(`update finance_period set state = 'closed' where company_id = $1 and month = '2026-08-01'`);
    const input = { platform: 'shopify', pattern: 'PROMISE', account: 'platform_adjustment' } as const;
    expect(await server.ok(dryRunMapping, input, world.main)).toMatchObject({ lines: 1, closed: 1 });
    await server.ok(saveMapping, input, world.main);
    await comesTo('platform_adjustment', -2);
    // A fact of that month that comes now is booked in the next open one, and keeps its day.
    await take([line('PROMISE', '-4', '2026-08-31T10:00:00Z')]);
    await comesTo('platform_adjustment', -6);
    expect(
      await owner(
        `select on_day::text as "onDay", event_day::text as "eventDay" from ledger_entry where company_id = $1 and event_day is not null`,
      ),
    ).toEqual([{ onDay: '2026-09-01', eventDay: '2026-08-31' }]);
  });

  it('leaves nothing in suspense in the month of the line, so that this month can be closed', async () => {
    const before = await on('suspense');
    await take([line('OVERDRAFT', '-5', '2026-09-05T10:00:00Z')]);
    await comesTo('suspense', before - 5);
    await server.ok(saveMapping, { platform: 'shopify', pattern: 'OVERDRAFT', account: 'bank_fee' }, world.main);
    await comesTo('bank_fee', -5);
    const september = await owner(
      `select l.account, sum(l.amount)::float as amount from ledger_line l
       join ledger_entry e on e.company_id = l.company_id and e.id = l.entry_id
       where l.company_id = $1 and e.on_day = '2026-09-05' group by 1 order by 1`,
    );
    expect(september).toEqual([
      { account: 'bank_fee', amount: 5 },
      { account: 'platform_settled', amount: -5 },
      { account: 'suspense', amount: 0 },
    ]);
  });

  it('is mapped by whoever has the right to', async () => {
    const member = await server.member(c(), [rights.settlement.view]);
    const input = { ...shopify, account: 'bank_fee' } as const;
    for (const call of [dryRunMapping, saveMapping]) expect((await server.call(call, input, member)).code).toBe(403);
  });
});
