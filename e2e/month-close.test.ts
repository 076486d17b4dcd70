import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getMonth, listMonths, monthEntries } from '@tradewind/contract/finance/closing.ts';
import {
  getPurchase,
  placePurchase,
  savePurchase,
  saveSupplier,
  saveSupplierBill,
  submitPurchase,
} from '@tradewind/contract/procurement.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { nameOf, OTHER_LOOKS, type Person, seriousFindings, somebody } from './person.ts';
import { colleague, foundCompany, furnish } from './workshop.ts';

const MONTH = '2025-01';
let boss: Person;
let login: string;
let second: string;
let order: { orderId: number; lineId: number };
let bills = 0;

/** A bill of the supplier, booked on its day or, where that is closed, in the next month. */
async function bill(billedOn: string, quantity: number): Promise<void> {
  const reference = `B-${++bills}`;
  const before = await booked();
  await boss.call(saveSupplierBill, {
    ...{ orderId: order.orderId, reference, billedOn, dueOn: '2025-12-31', currency: 'CNY' },
    ...{ lines: [{ lineId: order.lineId, quantity, unitPrice: '8.2' }], acceptReason: '货在途' },
  });
  await vi.waitUntil(async () => (await booked()) > before, { timeout: 60_000, interval: 250 });
}
const booked = async () => {
  let lines = 0;
  for (const month of [MONTH, '2025-02'])
    lines += (await boss.call(monthEntries, { month, account: 'supplier_payable', of: 'movement' })).total;
  return lines;
};

beforeAll(async () => {
  boss = await somebody();
  login = await foundCompany(boss);
  const { products, warehouseId } = await furnish(boss, ['MUG-RED']);
  const { id: supplierId } = await boss.call(saveSupplier, { nameZh: '宁波晨光陶瓷', currency: 'CNY' });
  const lines = [{ productId: products[0]?.id ?? 0, packs: 200, unitPrice: '8.2' }];
  const { id } = await boss.call(savePurchase, { supplierId, warehouseId, expectedOn: '2027-03-01', lines });
  await boss.call(submitPurchase, { id });
  await boss.call(placePurchase, { id });
  order = { orderId: id, lineId: (await boss.call(getPurchase, { id })).lines[0]?.id ?? 0 };
  await bill('2025-01-05', 50);
  second = await colleague(boss, login, {
    models: [{ modelId: rights.monthClose.id, buttons: ['compute', 'close', 'reopen', 'export'] }],
    permissions: ['seeCost', 'export'],
  });
}, 300_000);

const at = (tab = 'checklist') => `/finance/month?month=${MONTH}&tab=${tab}`;

const isSaved = async () =>
  (await boss.call(listMonths, {})).rows.some((row) => row.month === MONTH && row.state === 'closed' && row.ready);

async function closeMonth(): Promise<void> {
  const { page } = boss;
  await page.getByRole('button', { name: '开始结账' }).click();
  await page.getByRole('button', { name: /^结\s*账$/ }).click();
  // The page may hear of the month itself before its figures are saved, and of all months after.
  await page.route(`**${listMonths.path}*`, async (route) => {
    await vi.waitUntil(isSaved, { timeout: 60_000, interval: 250 });
    await route.continue();
  });
  await page.route(
    `**${getMonth.path}*`,
    async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: ResultOf<typeof getMonth> };
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ready: false } } });
    },
    { times: 1 },
  );
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^结\s*账$/ })
    .click();
  await expect.poll(isSaved, { timeout: 60_000 }).toBe(true);
  await page.unrouteAll({ behavior: 'wait' });
}

test('a month is closed, reopened by two people and closed again; what came between is shown', async () => {
  const { page } = boss;
  await boss.go(at());
  await boss.settled();
  await boss.picture('month-checklist-zh-light-1440');
  await closeMonth();

  // Too late for January: it comes into February.
  await bill('2025-01-20', 10);
  await boss.go(at('late'));
  const late = page.getByRole('row').filter({ hasText: '2025-01-20' });
  await late.getByText('2025-02-01').waitFor();
  await boss.settled();
  await boss.picture('month-late-zh-light-1440');

  await page.getByRole('button', { name: '反结账' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('供应商账单迟到');
  await page.getByRole('dialog').getByRole('button', { name: '反结账' }).click();
  await page.getByText('等待他人确认').waitFor();

  const other = await somebody();
  await other.signIn(second);
  await other.go(at('versions'));
  await other.page
    .getByText(/供应商账单迟到/)
    .first()
    .waitFor();
  await other.page.getByRole('button', { name: '确认反结账' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: '确认反结账' }).click();
  await other.page.getByText('已反结账', { exact: true }).first().waitFor();
  await other.close();

  await bill('2025-01-28', 30);
  await boss.go(at('trial'));
  await closeMonth();
  await boss.go(at('trial'));
  await page.getByText('第 2 版结账数据', { exact: true }).waitFor();
  await page.getByLabel('对比版本').click();
  await page.getByTitle('第 1 版').click();
  const payable = page.getByRole('row').filter({ hasText: '应付供应商' });
  await payable.getByRole('button', { name: '-246.00' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: '第 1 版之后的分录', selected: true }).waitFor();
  await drawer.getByText('2025-01-28').first().waitFor();
  await boss.settled();
  await boss.picture('month-difference-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);
});

test.each(OTHER_LOOKS.map((look) => [nameOf(look), look] as const))('its tabs are read in %s', async (name, look) => {
  const other = await somebody(look);
  await other.signIn(login);
  for (const tab of ['checklist', 'profit', 'balance', 'trial', 'late', 'allocation', 'tax', 'journals', 'versions']) {
    await other.go(at(tab));
    await other.settled();
    await other.picture(`month-${tab}-${name}`);
    expect([tab, await seriousFindings(other.page)]).toEqual([tab, []]);
  }
  await other.close();
});
