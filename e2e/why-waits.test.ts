import { authorizeShop } from '@tradewind/contract/channels.ts';
import { listOrders, makeOrder, reviewOrders } from '@tradewind/contract/orders.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { LOOKS, nameOf, seriousFindings, somebody } from './person.ts';
import { foundCompany, furnish } from './workshop.ts';

let login: string;
let order: { id: number; displayNo: string };
beforeAll(async () => {
  const person = await somebody();
  login = await foundCompany(person);
  const { products } = await furnish(person, ['MUG'], 2);
  const shop = { platform: 'other', name: '我的独立站', fields: { currency: 'USD' }, importDays: 0 };
  const { shopId } = await person.call(authorizeShop, shop);
  const { id, status } = await person.call(makeOrder, {
    shopId,
    currency: 'USD',
    lines: products.map((product) => ({ productId: product.id, quantity: 5, unitPrice: '9.90' })),
    shipTo: { name: 'Ann', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
  });
  if (status === 'review') await person.call(reviewOrders, { ids: [id] });
  const short = async () => {
    const { rows } = await person.call(listOrders, { status: 'allocate', exception: 'stock', pageSize: 50 });
    return rows.find((row) => row.id === id);
  };
  order = await vi.waitUntil(short, { timeout: 60_000, interval: 250 });
  await person.close();
});

test.each(LOOKS.map((look) => [nameOf(look), look] as const))(
  'an order says what it waits for: %s',
  async (name, look) => {
    const person = await somebody(look);
    const { page } = person;
    await person.signIn(login);
    await person.go(`/order/all?open=${order.id}&text=${order.displayNo}`);
    await page.getByRole('tab', { name: look.language === 'zh' ? '库存与出库' : 'Stock and outbound' }).click();
    const why = page.getByRole('region', { name: look.language === 'zh' ? '未发货原因' : 'Why it has not shipped' });
    await why
      .getByText(look.language === 'zh' ? /缺 3 件/ : /is short by 3/)
      .first()
      .waitFor();
    await person.settled();
    await person.picture(`why-waits-${name}`);
    expect(await seriousFindings(page)).toEqual([]);
    await person.go('/order/rules?kind=warehouse');
    await person.settled();
    await page
      .getByRole('button', {
        name: look.language === 'zh' ? '缺货时的配货顺序' : 'Allocation order when stock is short',
      })
      .click();
    await page.getByText(look.language === 'zh' ? '优先的平台，按顺序选择' : /Priority platforms/).waitFor();
    await person.settled();
    await person.picture(`served-first-${name}`);
    await person.close();
  },
);
