import { productOptions } from '@tradewind/contract/catalog.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';

let person: Person;
beforeAll(async () => {
  person = await somebody();
  await person.signIn('demo');
});

const field = () => person.page.getByRole('combobox', { name: '从商品带入' });
const option = (sku: string) => person.page.locator('.ant-select-item-option:visible', { hasText: `${sku} ·` });
const weight = () => person.page.locator('#weight').inputValue();
const searching = (text: string) => (url: URL) =>
  url.pathname === `/api${productOptions.path}` && (url.searchParams.get('search') ?? '') === text;

test('what is pressed is chosen, also where the answer to the typed text comes before the button is let go', async () => {
  const { page } = person;
  await person.go('/CostCalculationt');
  await field().click();
  await option('20503').waitFor();
  const answer = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  await page.route(searching('20501'), async (route) => {
    sent.resolve();
    await answer.promise;
    await route.continue();
  });
  await field().fill('20501');
  await sent.promise;
  await option('20503').hover();
  await page.mouse.down();
  answer.resolve();
  await person.settled();
  await page.mouse.up();
  await page.locator('.ant-select', { hasText: '20503 ·' }).waitFor();
  await expect.poll(weight).not.toBe('');
  // Let go, the list follows the typed text again.
  await field().fill('20501');
  await person.settled();
  await option('20501').waitFor();
  expect(await option('20504').count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('a search that failed says so instead of "no product", and is repeated at a click', async () => {
  const { page } = person;
  await page.reload();
  await person.settled();
  await page.route(searching('20501'), (route) => route.abort(), { times: 1 });
  await field().fill('20501');
  const list = page.locator('.ant-select-dropdown:visible');
  await list.getByRole('alert').getByText('加载失败').waitFor();
  await person.settled();
  await person.picture('remote-select-failed');
  expect(await list.getByText('没有找到商品').count()).toBe(0);
  await list.getByRole('button', { name: '重试' }).click();
  await option('20501').click();
  await expect.poll(weight).not.toBe('');
});
