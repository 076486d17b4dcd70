import { rights } from '@tradewind/contract/access/modules.ts';
import * as banking from '@tradewind/contract/finance/banking.ts';
import { dryRunMapping, retireMapping, saveMapping } from '@tradewind/contract/finance/mapping.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type Answer, type TestServer, testServer } from '../../../testing/harness.ts';
import { addShop, grantShops, type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import {
  addAccount,
  type Bank,
  csvOf,
  importFile,
  linesOf,
  openBank,
  payOut,
  setRates,
} from '../banking/banking.testing.ts';
import { wrongsOf } from '../testing/ledger.ts';
import { bookLines } from './booking.ts';

let server: TestServer;
let world: OrderWorld;
let bank: Bank;
let matchId: number;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server);
  bank = openBank(world);
  await setRates(bank, ['USD', '2026-01-01', 7]);
  const account = await addAccount(bank, { name: 'Harbor Bank' });
  const payout = await payOut(bank, { amount: '1000', onDay: '2026-10-01' });
  await importFile(bank, account, csvOf([{ day: '2026-10-02', amount: '1000', text: 'PAYOUT' }]));
  const [line] = await linesOf(bank);
  const matched = await server.ok(
    banking.confirmBankMatch,
    { lineIds: [line?.id ?? 0], ledgerLineIds: [payout] },
    world.main,
  );
  matchId = matched.matchId;
});
const PAYOUTS = { platform: 'shopify', pattern: 'PAYOUT', account: 'other_income' } as const;
const refusal = ({ status, msg, data }: Answer<unknown>) => [status, (data as { error?: string }).error, msg];
const bookNow = () =>
  world.tx((tx) => bookLines(tx, { id: world.shop.id, platform: 'shopify', feesApart: false }, sql`l.type = 'PAYOUT'`));
const accounts = async () =>
  (
    await server.app.database.owner.query('select account from settlement_booking where company_id = $1', [
      world.main.companyId,
    ])
  ).rows.map((row) => row.account);

describe('a payout that a bank line settles', () => {
  it('cannot be mapped away before its match is undone, and the refusal names both', async () => {
    expect(refusal(await server.call(saveMapping, PAYOUTS, world.main))).toEqual([
      409,
      'finance.mappingMatched',
      '打款 Test shop 2026-10-01 1000.00 USD 已与银行流水“Harbor Bank 2026-10-02 1000.00”匹配，请先撤销该匹配',
    ]);
    await server.ok(banking.undoBankMatch, { matchId }, world.main);
    await server.ok(saveMapping, PAYOUTS, world.main);
    await bookNow();
    expect(await accounts()).toEqual(['other_income']);
    expect(await wrongsOf(server, world.main.companyId)).toEqual([]);
  });

  it('keeps a mapping to transit from ending in favor of one that moves it', async () => {
    const { id } = await server.ok(saveMapping, { ...PAYOUTS, account: 'platform_in_transit' }, world.main);
    await server.ok(saveMapping, { ...PAYOUTS, pattern: 'PAY*' }, world.main);
    const refused = await server.call(retireMapping, { id }, world.main);
    expect(refusal(refused).slice(0, 2)).toEqual([409, 'finance.mappingMatched']);
  });

  it('stays in transit where it was matched after its mapping was saved', async () => {
    await server.app.database.owner.query(
      `insert into settlement_mapping (company_id, platform, pattern, account, created_at, created_by)
       values ($1, 'shopify', 'PAYOUT', 'other_income', now(), 'test')`,
      [world.main.companyId],
    );
    await bookNow();
    expect(await accounts()).toEqual(['platform_in_transit']);
    expect(await wrongsOf(server, world.main.companyId)).toEqual([]);
  });

  it('of a shop out of scope is not named', async () => {
    const other = await addShop(server, world.main.companyId, { name: 'Other' });
    const clerk = await server.member(world.main.companyId, [rights.settlement.view, rights.settlement.match]);
    await grantShops(server, clerk, other.id);
    const refused = refusal(await server.call(saveMapping, PAYOUTS, clerk));
    expect(refused.slice(0, 2)).toEqual([409, 'finance.mappingMatchedElsewhere']);
    expect(refused[2]).not.toContain('1000');
  });
});

it('counts in a dry run the lines of a person’s shops only', async () => {
  const other = await addShop(server, world.main.companyId, { name: 'Other' });
  const clerk = await server.member(world.main.companyId, [rights.settlement.view, rights.settlement.match]);
  await grantShops(server, clerk, other.id);
  expect(await server.ok(dryRunMapping, PAYOUTS, clerk)).toEqual({ lines: 0, closed: 0, from: [], ofScope: true });
  expect(await server.ok(dryRunMapping, PAYOUTS, world.main)).toMatchObject({ lines: 1, ofScope: false });
});
