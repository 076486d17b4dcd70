import {
  getPurchase,
  placePurchase,
  savePurchase,
  saveSupplier,
  saveSupplierBill,
  submitPurchase,
} from '@tradewind/contract/procurement.ts';
import { beforeAll, expect, test } from 'vitest';
import { nameOf, OTHER_LOOKS, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish, inDatabase } from './workshop.ts';

let person: Person;
let login: string;

beforeAll(async () => {
  person = await somebody();
  login = await foundCompany(person);
  // Warnings stand on the start page once a shop is there.
  await inDatabase(
    `insert into shop (company_id, platform, name, account, module_id, state)
     select company_id, 'ebay', 'Otherland', $1, 404, 'authorized' from login where user_login_id = $1`,
    [login],
  );
  const { products, warehouseId } = await furnish(person, ['MUG-RED']);
  const buy = async (names: { nameZh: string; nameEn: string }, currency: string, unitPrice: string) => {
    const terms = [
      { percent: '30', when: 'order' as const },
      { percent: '70', when: 'receipt' as const, days: 30 },
    ];
    const { id: supplierId } = await person.call(saveSupplier, { ...names, currency, terms });
    const lines = [{ productId: products[0]?.id ?? 0, packs: 200, unitPrice }];
    const { id } = await person.call(savePurchase, { supplierId, warehouseId, expectedOn: '2027-03-01', lines });
    await person.call(submitPurchase, { id });
    await person.call(placePurchase, { id });
    return id;
  };
  const mugs = await buy({ nameZh: '宁波晨光陶瓷', nameEn: 'Chenguang Ceramics' }, 'CNY', '8.2');
  await buy({ nameZh: '奥尔顿玻璃', nameEn: 'Alton Glass' }, 'CNY', '3.15');
  const lineId = (await person.call(getPurchase, { id: mugs })).lines[0]?.id ?? 0;
  await person.call(saveSupplierBill, {
    ...{ orderId: mugs, reference: 'CG-2026-118', billedOn: '2026-01-05', dueOn: '2026-02-04', currency: 'CNY' },
    ...{ lines: [{ lineId, quantity: 50, unitPrice: '8.2' }], acceptReason: '预付款发票' },
  });
});

test('finance opens what is overdue from the start page, and requests its payment', async () => {
  const { page } = person;
  await person.go('/Mainpage');
  await page.getByRole('link', { name: /1 笔付款已逾期/ }).click();
  const row = page.getByRole('row').filter({ hasText: 'CG-2026-118' });
  await row.getByText(/逾期 \d+ 天/).waitFor();
  expect(page.url()).toMatch(/view=dues&due=overdue/);
  await person.settled();
  expect(await page.getByRole('row').filter({ hasText: '宁波晨光陶瓷' }).count()).toBe(1);
  await person.picture('payments-overdue-zh-light-1440');
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^申请付款/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /申请付款/ })
    .click();
  await row.getByText('410.00').nth(1).waitFor();
  await person.tab(/^全部/);
  await person.settled();
  await person.picture('payments-due-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);

  await row.getByText('CG-2026-118').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: '账款', selected: true }).waitFor();
  await drawer.getByText('付款申请').first().waitFor();
  await person.settled();
  await person.picture('payments-due-order-zh-light-1440');
});

test.each(OTHER_LOOKS.map((look) => [nameOf(look), look] as const))('the list is read in %s', async (name, look) => {
  const other = await somebody(look);
  await other.signIn(login);
  await other.go('/purchase/order?view=dues');
  await other.page.getByText('Bill CG-2026-118').first().waitFor();
  await other.settled();
  await other.picture(`payments-due-${name}`);
  expect(await seriousFindings(other.page)).toEqual([]);
  await other.go('/Mainpage');
  await other.page.getByRole('link', { name: /1 payment overdue/ }).waitFor();
  await other.settled();
  await other.picture(`payments-home-${name}`);
  await other.close();
});
