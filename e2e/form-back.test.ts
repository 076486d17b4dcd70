import { beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

let person: Person;
beforeAll(async () => {
  person = await somebody({ language: 'en', theme: 'light', width: 1440 });
  await foundCompany(person);
});

test('Back closes a form; what was typed is asked about, and a form closed otherwise leaves no step behind', async () => {
  const { page } = person;
  const form = page.getByRole('dialog', { name: 'Add warehouse' });
  const open = () => page.getByRole('button', { name: 'Add warehouse' }).first().click();
  const isAt = (path: string) => expect.poll(() => page.url()).toContain(`#${path}`);
  await person.go('/order/all');
  await person.go('/system/warehouse');

  await open();
  await form.waitFor();
  await page.goBack();
  await form.waitFor({ state: 'hidden' });
  await isAt('/system/warehouse');

  await open();
  await form.getByLabel('Name').first().fill('Harbour');
  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await form.getByLabel('Name').first().inputValue()).toBe('Harbour');
  await page.goBack();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  await isAt('/system/warehouse');

  await open();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.goBack();
  await isAt('/order/all');
});
