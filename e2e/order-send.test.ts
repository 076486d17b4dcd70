import { listOrders, type OrderRow, sendWhole } from '@tradewind/contract/orders.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { inDatabase } from './workshop.ts';

let person: Person;
beforeAll(async () => {
  person = await somebody();
  await person.signIn('demo');
});

/** Orders of a state that go by an ordinary carrier. */
async function fitting(status: OrderRow['status']): Promise<OrderRow[]> {
  const { rows } = await person.call(listOrders, { status, page: 1, pageSize: 30 });
  return rows.filter((row) => row.country === 'US' && !row.cancelRequested && row.exception !== 'stock');
}

/** Presses one of the acts in the drawer, wherever it stands. */
async function act(who: Person, name: string, more: string): Promise<void> {
  const acts = who.page.locator('.tw-detail-actions');
  await acts.getByRole('button').first().waitFor();
  await who.settled();
  const button = acts.getByRole('button', { name: new RegExp(`${name}$`) });
  if (await button.isVisible()) return button.click();
  await acts.getByRole('button', { name: more, exact: true }).click();
  // Its icon has a name, too.
  await who.page.getByRole('menuitem', { name: new RegExp(`${name}$`) }).click();
}

const open = (who: Person, order: OrderRow) => who.go(`/order/all?status=${order.status}&open=${order.id}`);

test('freight is compared and a channel chosen, in every look', async () => {
  const [order] = await fitting('ready');
  if (!order) throw new Error('no order');
  const others = [
    await somebody({ language: 'en', theme: 'dark', width: 1440 }),
    await somebody({ language: 'zh', theme: 'light', width: 390 }),
  ];
  for (const who of [...others, person]) {
    if (who !== person) await who.signIn('demo');
    const english = who === others[0];
    await open(who, order);
    await act(who, english ? 'Compare rates' : '运费比价', english ? 'More' : '更多');
    const dialog = who.page.getByRole('dialog').filter({ hasText: english ? 'Rates for order' : '的运费' });
    await dialog.getByText('UPS Ground').first().waitFor();
    await who.settled();
    expect(await seriousFindings(who.page)).toEqual([]);
    await who.picture(`send-01-freight-${others.indexOf(who) + 1}`);
    if (who !== person) await who.close();
  }
  const dialog = person.page.getByRole('dialog').filter({ hasText: '的运费' });
  await dialog.getByRole('button', { name: '使用此渠道' }).first().click();
  await person.page.getByText(`${order.displayNo} 的渠道已选定`).waitFor();
});

/** It has its label by then: no second one can lose money. */
let labelled = 0;

test('a label is bought from the desk before the box is packed', async () => {
  const [order] = await fitting('ready');
  if (!order) throw new Error('no order');
  labelled = order.id;
  await open(person, order);
  await act(person, '获取面单', '更多');
  const dialog = person.page.getByRole('dialog', { name: '购买 1 个订单的面单' });
  const buy = dialog.getByRole('button', { name: /^购买 1 张面单，[\d.,]+ USD$/ });
  await buy.waitFor();
  await person.settled();
  expect(await seriousFindings(person.page)).toEqual([]);
  await person.picture('send-02-price');
  await buy.click();
  await person.page.getByText(`${order.displayNo} 的面单已购买`).waitFor();
  await person.page.getByRole('tab', { name: '物流' }).click();
  await person.page.getByText('按商品估算').waitFor();
  await person.settled();
  await person.picture('send-02-label');
});

test('an order that loses money by its label is named, and orders of every platform go out in one go', async () => {
  // Those of the demo's own past first: their platform knows them, too. How many still wait hangs on the time of day.
  const { rows } = await person.call(listOrders, { status: 'ready', page: 1, pageSize: 100 });
  const sendable = (row: OrderRow) => row.country === 'US' && !row.cancelRequested && row.exception !== 'stock';
  const ofPast = (row: OrderRow) => row.displayNo.startsWith('199-');
  const amazon = rows.filter((row) => row.id !== labelled && sendable(row) && /^\d{3}-/.test(row.displayNo));
  const orders = [...amazon.filter(ofPast), ...amazon.filter((row) => !ofPast(row))].slice(0, 3);
  const packed = await person.call(listOrders, { status: 'packed', page: 1, pageSize: 100 });
  const shopify = packed.rows.filter((row) => sendable(row) && row.displayNo.startsWith('#D')).slice(0, 3);
  expect(orders).toHaveLength(3);
  expect(shopify.length).toBeGreaterThan(0);
  const [poor, ...others] = orders;
  if (!poor) throw new Error('no order');
  await inDatabase('update sales_order set profit_estimate = 1, freight_estimate = 0 where id = $1', [poor.id]);
  await inDatabase('update sales_order set profit_estimate = 999, freight_estimate = 0 where id = any($1::bigint[])', [
    others.map(({ id }) => id),
  ]);
  await person.go('/order/all?status=ready&size=100');
  await person.settled();
  for (const { displayNo } of orders)
    await person.page
      .getByRole('row', { name: new RegExp(displayNo) })
      .getByRole('checkbox')
      .check();
  await person.act('打包并发货');
  const dialog = person.page.getByRole('dialog', { name: '3 个订单一键发货' });
  const go = dialog.getByRole('button', { name: /^发货 3 单，面单 [\d.,]+ USD$/ });
  await go.waitFor();
  await dialog.getByText('1 个订单会因运费亏损').first().waitFor();
  await dialog.getByRole('row', { name: new RegExp(poor.displayNo) }).waitFor();
  await person.settled();
  expect(await seriousFindings(person.page)).toEqual([]);
  await person.picture('send-06-losing');
  await go.click();
  const papers = person.page.getByRole('dialog', { name: '打印 3 个订单的单据' });
  await papers.waitFor({ timeout: 60_000 });
  expect(await papers.getByLabel('装箱单').isChecked()).toBe(true);
  await papers.getByRole('button', { name: /取\s*消/ }).click();
  await person.call(sendWhole, { ids: shopify.map(({ id }) => id) });
  const all = [...orders, ...shopify];
  const standing = async () =>
    Promise.all(
      all.map(async ({ displayNo }) => {
        const found = await person.call(listOrders, { text: displayNo, page: 1, pageSize: 30 });
        const order = found.rows.find((row) => row.displayNo === displayNo);
        return `${displayNo} ${order?.status} ${order?.confirmState}`;
      }),
    );
  await expect
    .poll(standing, { timeout: 60_000, interval: 500 })
    .toEqual(all.map(({ displayNo }) => `${displayNo} shipped confirmed`));
});

test('orders sent by hand are shipped from two pasted columns', async () => {
  const orders = (await fitting('ready')).slice(1, 3);
  await person.go('/order/all?status=ready');
  await person.settled();
  for (const { displayNo } of orders)
    await person.page
      .getByRole('row', { name: new RegExp(displayNo) })
      .getByRole('checkbox')
      .check();
  await person.act('录入跟踪号发货');
  const dialog = person.page.getByRole('dialog', { name: '录入跟踪号发货' });
  await dialog.getByRole('button', { name: /发\s*货/ }).click();
  await dialog.getByText('请选择渠道或填写承运商').waitFor();
  await dialog.getByText(/请填写跟踪号/).waitFor();
  await dialog.getByLabel('承运商').fill('同城快送');
  await dialog
    .getByLabel('订单号与跟踪号')
    .fill(orders.map((row, n) => `${row.displayNo}\tTC-${n}-${row.id}`).join('\n'));
  await person.settled();
  expect(await seriousFindings(person.page)).toEqual([]);
  await person.picture('send-03-hand');
  await dialog.getByRole('button', { name: /发\s*货/ }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const { displayNo } of orders) {
    const { rows } = await person.call(listOrders, { text: displayNo, page: 1, pageSize: 30 });
    expect(rows.find((row) => row.displayNo === displayNo)?.status).toBe('shipped');
  }
});

test('papers are asked for, and what is missing is named', async () => {
  await person.go('/order/all?status=ready');
  await person.settled();
  await person.page.getByRole('row').nth(1).getByRole('checkbox').check();
  await person.page.getByRole('row').nth(2).getByRole('checkbox').check();
  await person.act('打印单据');
  const dialog = person.page.getByRole('dialog').filter({ hasText: '排序' });
  for (const paper of ['拣货单', '商业发票', '报关单']) await dialog.getByLabel(paper).check();
  await person.settled();
  await person.picture('send-04-papers');
  await dialog.getByRole('button', { name: /打\s*印/ }).click();
  await person.page
    .getByText(/还没有面单/)
    .first()
    .waitFor();
  await person.picture('send-05-missing');
});
