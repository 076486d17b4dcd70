import { listProducts, setProductsEnabled } from '@tradewind/contract/catalog.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';
import { foundCompany, furnish } from './workshop.ts';

let person: Person;
beforeAll(async () => {
  person = await somebody();
  await foundCompany(person);
  await furnish(person, ['MUG-RED']);
});

test('what was typed on the page that the window was opened with is kept', async () => {
  const { page } = person;
  await page.goto('about:blank');
  await person.go('/order/b2b?view=prices');
  await page.getByRole('button', { name: '新增价目表' }).click();
  const list = page.getByRole('dialog', { name: '新增价目表' });
  await list.getByLabel('名称').fill('批发价 2026');
  await person.go('/warehouse/stock');
  await person.settled();
  expect(await page.locator('.tw-page').count()).toBe(2);
  await person.go('/order/b2b?view=prices');
  await person.settled();
  expect(await list.getByLabel('名称').inputValue()).toBe('批发价 2026');
});

test('a tab opened while an act runs shows what the act moved there', async () => {
  const { page } = person;
  await person.go('/product/archive');
  await person.settled();
  const read = Promise.withResolvers<void>();
  const disabled = Promise.withResolvers<void>();
  // The act waits until the tab's first rows are read, and they come after its answer.
  await page.route(`**/api${setProductsEnabled.path}`, async (route) => {
    await read.promise;
    await route.fulfill({ response: await route.fetch() });
    await page.getByText('停用：1 项已完成').waitFor();
    disabled.resolve();
  });
  const ofTab = (url: URL) =>
    url.pathname === `/api${listProducts.path}` && url.searchParams.get('status') === 'disabled';
  await page.route(
    ofTab,
    async (route) => {
      const response = await route.fetch();
      read.resolve();
      await disabled.promise;
      // Dropped by the page, it has nobody to go to.
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  const row = page.getByRole('row', { name: /MUG-RED/ });
  await row.getByRole('checkbox').check();
  await person.settled();
  await page.getByRole('button', { name: '停用 1 项' }).click();
  await person.tab(/停用/);
  await disabled.promise;
  await person.settled();
  await person.picture('kept-act');
  await row.waitFor();
});
