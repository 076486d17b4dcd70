import { rights } from '@tradewind/contract/access/modules.ts';
import {
  decideApprovals,
  editUserAuditSettings,
  getApprovalDetail,
  listApprovals,
} from '@tradewind/contract/approvals.ts';
import * as calls from '@tradewind/contract/finance/banking.ts';
import { paySupplier, requestSupplierPayment } from '@tradewind/contract/procurement.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenChecks } from '../../../testing/checks.ts';
import { dayFromNow } from '../../../testing/day.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import type { OrderWorld } from '../../orders/orders.testing.ts';
import { type Buying, openBuying } from '../../procurement/testing/buying.ts';
import { addAccount, balanceOf, csvOf, importFile, linesOf, openBank, suggestionsOf } from './banking.testing.ts';

let server: TestServer;
let b: Buying;
beforeAll(async () => {
  server = await testServer();
  b = await openBuying(server);
});
afterAll(() => server.close());

it('whoever approves a payment sees the cash that is left; its line on the statement is found by its number', async () => {
  const { main } = b;
  const bank = openBank({ server, main, tx: b.tx } as OrderWorld);
  const approver = [rights.approval.view, rights.approval.approve];
  const [chief, clerk] = [await server.member(main.companyId, approver), await server.member(main.companyId, approver)];
  const grant = `insert into user_base_permission values ($1, $2, 'seeCost')`;
  await server.app.database.owner.query(grant, [main.companyId, chief.userId]);
  const orderId = await b.purchase([[0, 10, '10']], {});
  await b.receive(await b.place(orderId), [[0, 10]]);
  const [onDay, today] = [dayFromNow(-30), dayFromNow(-1)];
  const account = await addAccount(bank, { currency: 'CNY', openingAmount: '123.45', openingOn: onDay });
  const settings = { modelId: rights.purchaseOrder.id };
  await server.ok(editUserAuditSettings, { ...settings, Approval: clerk.userId }, main);
  const first = await server.ok(requestSupplierPayment, { orderId, amount: '20' }, main);
  await server.ok(editUserAuditSettings, { ...settings, Approval: chief.userId }, main);
  const payment = await server.ok(requestSupplierPayment, { orderId, amount: '30' }, main);
  const factsOf = async (who: typeof chief) => {
    const { rows } = await server.ok(listApprovals, { tab: 'todo' }, who);
    const { facts } = await server.ok(getApprovalDetail, { id: rows[0]?.id ?? 0 }, who);
    return { id: rows[0]?.id ?? 0, left: facts.find(({ label }) => label === '可用资金')?.value };
  };
  const { id, left } = await factsOf(chief);
  expect(left).toBe('123.45 CNY');
  expect((await factsOf(clerk)).left).toBeUndefined();
  expect(first.state).toBe('reviewing');

  await server.ok(decideApprovals, { ids: [id], aud: 'approved' }, chief);
  await server.ok(paySupplier, { id: payment.id, paidOn: today }, main);
  await importFile(bank, account, csvOf([{ day: today, amount: '-30', text: `TT ${payment.number}` }]));
  const [line] = await linesOf(bank);
  const [found] = await suggestionsOf(bank, [line?.id ?? 0]);
  const [best] = found?.candidates ?? [];
  expect(best).toMatchObject({
    kind: 'document',
    clear: true,
    targets: [{ docKind: 'supplier_payment', amount: '-30.00' }],
  });
  expect(best?.reasons.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['exact', 'number', 'only']));
  expect((await server.ok(calls.confirmClearMatches, {}, main)).done).toBe(1);
  expect([await balanceOf(bank, 'cash', 'money_account', account), await balanceOf(bank, 'cash')]).toEqual([
    [93.45, 93.45],
    [0, 0],
  ]);
  expect(await brokenChecks(server.app, main.companyId)).toEqual([]);
});
