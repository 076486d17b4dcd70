import { authorizeShop } from '@tradewind/contract/channels.ts';
import { listExpenseTypes, saveExpense, saveMapping, submitExpense } from '@tradewind/contract/finance.ts';
import { holdOrders, makeOrder } from '@tradewind/contract/orders.ts';
import { test } from 'vitest';
import { somebody } from './person.ts';
import { settled } from './settled.ts';
import { foundCompany, furnish } from './workshop.ts';

/** Windows count again at most every fifteen seconds. */
const FOLLOWS_MS = 60_000;

test('an open drawer shows what somebody else decided', async () => {
  const person = await somebody();
  await foundCompany(person);
  const { list } = await person.call(listExpenseTypes, {});
  const { id } = await person.call(saveExpense, {
    ...{ typeId: list.find(({ nameEn }) => nameEn === 'Supplies')?.id ?? 0, subject: '打印纸', amount: '35' },
    ...{ currency: 'CNY', day: '2026-01-05', lines: [{ share: '1' }] },
  });
  await person.go(`/finance/expense?open=${id}`);
  const drawer = person.page.getByRole('dialog');
  await drawer.getByText('草稿', { exact: true }).waitFor();
  await person.settled();
  // Not from this page: it learns of it like of a colleague's act.
  await person.call(submitExpense, { id });
  await drawer.getByText('已入账', { exact: true }).waitFor({ timeout: FOLLOWS_MS });
});

test('an open drawer of a settlement line shows where somebody else maps its term', async () => {
  const person = await somebody();
  await settled(await foundCompany(person));
  await person.go('/finance/settlement?view=lines');
  await person.page.getByText('Mystery fee').click();
  const drawer = person.page.getByRole('dialog', { name: /Mystery fee/ });
  await drawer.getByText('待归类款项').first().waitFor();
  await person.listens();
  await person.settled();
  await person.call(saveMapping, { platform: 'shopify', pattern: 'Mystery fee', account: 'storage_fee' });
  // In the line, and in the entry that the books have for it now.
  await drawer.getByText('仓储费').nth(1).waitFor({ timeout: FOLLOWS_MS });
});

test('an open tab without orders shows the first one that comes into it', async () => {
  const person = await somebody();
  await foundCompany(person);
  const { products } = await furnish(person, ['MUG'], 5);
  const shop = { platform: 'other', name: '我的独立站', fields: { currency: 'USD' }, importDays: 0 };
  const { shopId } = await person.call(authorizeShop, shop);
  const { id } = await person.call(makeOrder, {
    ...{ shopId, currency: 'USD' },
    lines: products.map((product) => ({ productId: product.id, quantity: 1, unitPrice: '9.90' })),
    shipTo: { name: 'Ann', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
  });
  await person.go('/order/all?status=held');
  await person.page.getByText('“搁置”下暂无数据').waitFor();
  await person.listens();
  await person.settled();
  await person.call(holdOrders, { ids: [id] });
  // Sooner than the poll of every minute.
  await person.page.getByRole('row', { name: /MUG/ }).waitFor({ timeout: 25_000 });
});
