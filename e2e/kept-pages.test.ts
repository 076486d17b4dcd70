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
