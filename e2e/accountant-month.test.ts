import { rights } from '@tradewind/contract/access/modules.ts';
import { editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { saveMoneyAccount } from '@tradewind/contract/finance/banking.ts';
import { listMonths, monthEntries } from '@tradewind/contract/finance/closing.ts';
import { listExpenses, listSettlementLines, listSuspense, whereIsMoney } from '@tradewind/contract/finance.ts';
import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { isOneStory } from './story.ts';
import { colleague, foundCompany, furnish, inDatabase, sendOrder, until } from './workshop.ts';

const MONTH = '2025-01';
const SHOP = '港口杂货';
let person: Person;
let other: Person;
let shopId = 0;

beforeAll(async () => {
  person = await somebody();
  other = await somebody();
  const login = await foundCompany(person);
  await furnish(person, ['MUG-RED']);
  for (const [onDay, toBase] of [
    ['2025-01-01', '7'],
    ['2025-01-16', '7.2'],
  ] as const)
    await person.call(saveExchangeRate, { currency: 'USD', onDay, toBase, sure: true });
  const shop = await person.call(authorizeShop, { platform: 'other', name: SHOP, fields: { currency: 'USD' } });
  shopId = shop.shopId;
  const account = { name: '汇丰美元', kind: 'bank' as const, currency: 'USD', tail: '4455' };
  await person.call(saveMoneyAccount, { ...account, openingAmount: '1000', openingOn: '2025-01-01' });
  const second = await colleague(person, login, {
    models: [
      { modelId: rights.monthClose.id, buttons: ['compute', 'close', 'reopen', 'export'] },
      { modelId: rights.expense.id, buttons: [] },
      { modelId: rights.approval.id, buttons: ['approve', 'reject'] },
    ],
    permissions: ['seeCost', 'export'],
    shopIds: [shopId],
  });
  await other.signIn(second);
  const { userId } = await other.call(getUserInfoMain, {});
  await person.call(editUserAuditSettings, { modelId: rights.expense.id, Approval: userId, amountFrom: '100' });
}, 300_000);

isOneStory();

/** In a field of the form that is open. */
async function pick(label: string, option: string): Promise<void> {
  const { page } = person;
  await page.getByRole('dialog').last().getByLabel(label, { exact: true }).last().click();
  await page.locator('.ant-select-item-option:visible', { hasText: option }).first().click();
}

/** Two orders of the shop's file, sent in January. */
async function sell(): Promise<void> {
  const { page } = person;
  const head = '订单号,店铺,下单时间,店铺SKU,数量,单价,收件人,地址1,城市,州/省,邮编,国家';
  const to = 'Ann,7 Harbor Rd,Baltimore,MD,21230,US';
  const rows = [
    `A-1,${SHOP},2025-01-06 08:30,MUG-RED,2,30.00,${to}`,
    `A-2,${SHOP},2025-01-07 09:00,MUG-RED,1,40.00,${to}`,
  ];
  await person.go('/Otherplatform');
  await page.getByRole('button', { name: /导入$/ }).click();
  const dialog = page.getByRole('dialog', { name: '导入订单' });
  const buffer = Buffer.from([head, ...rows, ''].join('\n'));
  await dialog.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: '导入 2 行' }).click();
  await page.getByText('导入完成：新增 2，更新 0').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  for (const [number, at] of [
    ['A-1', '2025-01-07T03:00:00Z'],
    ['A-2', '2025-01-08T03:00:00Z'],
  ] as const) {
    const order = await until(async () => (await person.call(listOrders, { text: number })).rows[0]);
    await inDatabase('update sales_order set shipped_at = $1 where id = $2', [at, order.id]);
    await sendOrder(person, number);
  }
  await until(async () => (await money())?.unsettled === '100.00');
}

const money = async () => (await person.call(whereIsMoney, {})).rows[0]?.own;

const TITLES = 'Settlement ID,Time,Order No.,Type,Amount,Currency';
/** A settlement file of the shop, in the page. `first`: nobody knows its columns yet. `kinds`: of terms that are new. */
async function upload(
  name: string,
  rows: readonly string[],
  { first = false, kinds = [] }: { first?: boolean; kinds?: readonly (readonly [term: string, kind: string])[] } = {},
): Promise<void> {
  const { page } = person;
  const before = (await person.call(listSettlementLines, {})).total;
  await person.go('/finance/settlement?view=files');
  await page.getByRole('button', { name: '上传结算文件' }).first().click();
  const buffer = Buffer.from(`${[TITLES, ...rows].join('\n')}\n`);
  const chooser = page.getByRole('dialog', { name: '上传结算文件' });
  await chooser.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  const form = page.getByRole('dialog').filter({ hasText: '文件中的行将直接记账' });
  await form.waitFor();
  if (first) {
    await pick('日期', 'Time');
    await pick('金额', 'Amount');
    await pick('交易类型', 'Type');
    await pick('订单号', 'Order No.');
    await pick('结算编号', 'Settlement ID');
    await pick('币种', 'Currency');
  }
  for (const [term, kind] of kinds) {
    const field = form.getByLabel(`${term} 的类型`);
    await field.fill(kind);
    await page.locator('.ant-select-item-option:visible', { hasText: kind }).click();
    await field.waitFor({ state: 'detached' });
  }
  await person.settled();
  await person.picture(`month-upload-${name}`);
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole('button', { name: /^导\s*入$/ }).click();
  await page.getByText('结算文件已导入').waitFor();
  await until(async () => {
    const { total } = await person.call(listSettlementLines, {});
    const { total: waiting } = await person.call(listSettlementLines, { unbooked: 'true' });
    return total === before + rows.length && waiting === 0;
  });
}

test('orders are sold and settled, and an unknown term is mapped', async () => {
  const { page } = person;
  await sell();
  await upload(
    'january.csv',
    [
      'S-1,2025-01-10 12:00:00,A-1,Sale,60.00,USD',
      'S-1,2025-01-10 12:00:00,A-1,Fee,-6.00,USD',
      'S-1,2025-01-11 12:00:00,,Ads boost,-4.00,USD',
    ],
    {
      first: true,
      kinds: [
        ['Sale', '商品款'],
        ['Fee', '佣金'],
      ],
    },
  );
  await person.go('/finance/settlement?view=list');
  await page.getByText('S-1').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Ads boost').waitFor();
  await person.settled();
  await person.picture('month-settlement');
  expect(await seriousFindings(page)).toEqual([]);

  await person.go('/finance/settlement');
  const row = page.getByRole('row', { name: new RegExp(SHOP) });
  await row.getByRole('button', { name: /^未结算/ }).waitFor();
  await row.getByRole('button', { name: /^已结算/ }).waitFor();
  await person.settled();
  await person.picture('month-money');
  expect(await seriousFindings(page)).toEqual([]);
  expect(await money()).toMatchObject({ unsettled: '40.00', settled: '50.00', inTransit: '0.00' });

  await person.go('/finance/settlement?view=map');
  await page
    .getByRole('row', { name: /Ads boost/ })
    .getByRole('button', { name: '归类' })
    .click();
  await pick('科目', '广告费');
  const form = page.getByRole('dialog', { name: '新增归类规则' });
  await form.getByText(/将移动 1 条明细/).waitFor();
  await person.settled();
  await person.picture('month-mapping');
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole('button', { name: '保存规则' }).click();
  await page.getByText('归类规则已保存，正在重新记账').waitFor();
  await until(async () => (await person.call(listSuspense, {})).rows.length === 0);
  await page.reload();
  await page.getByText('没有待归类的类型').waitFor();
  await person.settled();
  await person.picture('month-mapped');
});

test('a payout arrives at the bank, and the difference of exchange is booked', async () => {
  const { page } = person;
  await upload('payout.csv', ['S-1,2025-01-15 12:00:00,,Payout,-50.00,USD'], { kinds: [['Payout', '打款']] });
  expect(await money()).toMatchObject({ settled: '0.00', inTransit: '50.00' });
  await person.go('/finance/collection');
  await page.getByRole('button', { name: '导入对账单' }).first().click();
  const rows = 'Date,Description,Amount,Balance,Transaction ID\n2025-01-17,PAYOUT S-1,50.00,1050.00,TX-1\n';
  await page
    .getByRole('dialog', { name: '导入对账单' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'hsbc.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
  const form = page.getByRole('dialog').filter({ hasText: '期末余额' });
  await form.getByText('1,050.00').waitFor();
  await person.settled();
  await person.picture('month-bank-import');
  await form.getByRole('button', { name: '导入对账单' }).click();
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'PAYOUT S-1' });
  await row.getByText(new RegExp(SHOP)).waitFor();
  await person.settled();
  await person.picture('month-bank-suggested');
  expect(await seriousFindings(page)).toEqual([]);
  await row.getByRole('button', { name: /^确\s*认$/ }).click();
  await row.getByText('平台打款', { exact: true }).waitFor();
  await row.getByText('PAYOUT S-1').click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销匹配' }).waitFor();
  await person.settled();
  await person.picture('month-bank-matched');
  expect(await money()).toMatchObject({ inTransit: '0.00' });
  const gain = await person.call(monthEntries, { month: MONTH, account: 'fx_difference', of: 'movement' });
  expect(gain.sum).toMatch(/^-10\.0+$/);
});

test('an expense is approved by the other, paid, and stands in the budget', async () => {
  const { page } = person;
  await person.go(`/finance/budget?month=${MONTH}`);
  await page.getByRole('button', { name: '新增预算' }).first().click();
  await pick('类型', '差旅费');
  await page.getByRole('dialog').getByLabel('预算', { exact: true }).fill('3000');
  await page.getByRole('dialog').getByRole('button', { name: '保存预算' }).click();
  await page.getByText('3,000.00').first().waitFor();

  await person.go('/finance/expense');
  await page.getByRole('button', { name: '新增费用' }).first().click();
  await pick('类型', '差旅费');
  const form = page.getByRole('dialog');
  await form.getByLabel('事由').fill('义乌看货差旅');
  await form.getByLabel('金额').fill('860.50');
  await day('入账日期', '2025-01-12');
  await person.settled();
  await person.picture('month-expense-form');
  await form.getByRole('button', { name: '保存草稿' }).click();
  await page.getByRole('row').filter({ hasText: '义乌看货差旅' }).getByText(/EXP-/).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('button', { name: /提\s*交/ }).click();
  await drawer.getByText('审批中').first().waitFor();

  await other.go('/approval/center');
  await other.page.getByRole('row').filter({ hasText: '义乌看货差旅' }).getByText(/EXP-/).click();
  const approval = other.page.getByRole('dialog');
  await approval.getByText('860.50').first().waitFor();
  await other.settled();
  await other.picture('month-expense-approval');
  expect(await seriousFindings(other.page)).toEqual([]);
  await approval.getByRole('button', { name: /通\s*过/ }).click();
  const expense = await until(async () => {
    const [row] = (await person.call(listExpenses, {})).rows;
    return row?.state === 'booked' && row;
  });

  await person.go(`/finance/expense?open=${expense.id}`);
  await page.reload();
  await drawer.getByRole('button', { name: '登记付款' }).click();
  await day('付款日期', '2025-01-20');
  await page.getByRole('dialog').last().getByRole('button', { name: '登记付款' }).click();
  await drawer.getByText('已付款').first().waitFor();
  await person.settled();
  await person.picture('month-expense-paid');
  expect(await seriousFindings(page)).toEqual([]);
  await person.go(`/finance/budget?month=${MONTH}`);
  await page.getByRole('row').filter({ hasText: '差旅费' }).getByText('860.50').first().waitFor();
  await person.settled();
  await person.picture('month-budget');
  expect(await seriousFindings(page)).toEqual([]);

  async function day(label: string, value: string): Promise<void> {
    const field = page.getByRole('dialog').last().getByLabel(label);
    await field.fill(value);
    await field.press('Enter');
  }
});

const at = (tab = 'checklist') => `/finance/month?month=${MONTH}&tab=${tab}`;

async function closeMonth(version: number): Promise<void> {
  const { page } = person;
  await person.go(at());
  await page.getByRole('button', { name: '开始结账' }).click();
  await page.getByRole('button', { name: /^结\s*账$/ }).waitFor();
  await person.settled();
  await person.picture(`month-checklist-${version}`);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /^结\s*账$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^结\s*账$/ })
    .click();
  await until(async () => {
    const month = (await person.call(listMonths, {})).rows.find((row) => row.month === MONTH);
    return month?.ready && month.state === 'closed' && month.version === version;
  });
}

test('the month is closed, and a late line stands in the open month with its day', async () => {
  const { page } = person;
  await closeMonth(1);
  for (const tab of ['profit', 'balance', 'trial']) {
    await person.go(at(tab));
    await page.getByText('第 1 版结账数据', { exact: true }).waitFor();
    await person.settled();
    await person.picture(`month-closed-${tab}`);
    expect(await seriousFindings(page)).toEqual([]);
  }
  await upload('late.csv', ['S-1,2025-01-28 12:00:00,A-1,Fee,-2.00,USD']);
  await person.go(at('late'));
  const late = page.getByRole('row').filter({ hasText: '2025-01-28' });
  await late.getByText('2025-02-01').waitFor();
  await person.settled();
  await person.picture('month-late');
  expect(await seriousFindings(page)).toEqual([]);
});

test('it is reopened by two, closed again, and the difference opens to its entries', async () => {
  const { page } = person;
  await page.getByRole('button', { name: '反结账' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('平台补发一月费用');
  await page.getByRole('dialog').getByRole('button', { name: '反结账' }).click();
  await page.getByText('等待他人确认').waitFor();
  await person.settled();
  await person.picture('month-reopen-requested');

  await other.go(at('versions'));
  await other.page.getByRole('button', { name: '确认反结账' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: '确认反结账' }).click();
  await other.page.getByText('已反结账', { exact: true }).first().waitFor();
  await other.settled();
  await other.picture('month-reopened');
  expect(await seriousFindings(other.page)).toEqual([]);

  await upload('more.csv', ['S-1,2025-01-29 12:00:00,A-1,Fee,-3.00,USD']);
  await closeMonth(2);
  await person.go(at('profit'));
  await page.getByText('第 2 版结账数据', { exact: true }).waitFor();
  await page.getByLabel('对比版本').click();
  await page.getByTitle('第 1 版').click();
  // 3.00 USD at 7.2.
  await page.getByRole('row').filter({ hasText: '平台费用' }).getByRole('button', { name: '21.60' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: '第 1 版之后的分录', selected: true }).waitFor();
  await drawer.getByText('2025-01-29').first().waitFor();
  await person.settled();
  await person.picture('month-difference');
  expect(await seriousFindings(page)).toEqual([]);
  await person.go(at('versions'));
  await person.settled();
  await person.picture('month-versions');
  expect(person.complaints).toEqual([]);
  expect(other.complaints).toEqual([]);
});
