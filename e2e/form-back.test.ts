import { addWarehouse, getWarehouse } from '@tradewind/contract/warehouse.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

let person: Person;
beforeAll(async () => {
  person = await somebody({ language: 'en', theme: 'light', width: 1440 });
  await foundCompany(person);
});

/** A form that closed takes its own step back; a Back before that would only be this step. */
const hasLeftItsStep = () => expect.poll(() => person.page.evaluate('window.history.state?.opened ?? null')).toBe(null);

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
  await hasLeftItsStep();
  await page.goBack();
  await isAt('/order/all');
});

test('a form that opens while the browser still leaves the step of the last one stays open', async () => {
  const { page } = person;
  await person.go('/order/all');
  await person.go('/system/warehouse');
  await person.settled();
  const form = page.getByRole('dialog', { name: 'Add warehouse' });
  await page.getByRole('button', { name: 'Add warehouse' }).first().click();
  await form.waitFor();
  await person.settled();
  // The next form opens between the step back and the browser's making it. The listener is the last of all, and what
  // the others put off comes before the timer.
  await page.evaluate(`new Promise((left) => {
    window.addEventListener('popstate', () => setTimeout(left, 100), { once: true });
    const buttons = [...document.querySelectorAll('button')];
    const press = (text) => buttons.find((button) => button.textContent === text).click();
    const back = window.history.back.bind(window.history);
    window.history.back = () => {
      window.history.back = back;
      back();
      press('Add warehouse');
    };
    press('Cancel');
  })`);
  await person.settled();
  expect(await form.isVisible()).toBe(true);
  await page.goBack();
  await form.waitFor({ state: 'hidden' });
  await expect.poll(() => page.url()).toContain('#/system/warehouse');
  await hasLeftItsStep();
  await page.goBack();
  await expect.poll(() => page.url()).toContain('#/order/all');
});

test('an address that is opened while the browser still leaves the step of a form stays open', async () => {
  const { page } = person;
  await person.go('/order/all');
  await person.go('/system/warehouse');
  await person.settled();
  await page.getByRole('button', { name: 'Add warehouse' }).first().click();
  await page.getByRole('dialog', { name: 'Add warehouse' }).waitFor();
  await person.settled();
  await page.evaluate(`new Promise((left) => {
    const back = window.history.back.bind(window.history);
    window.history.back = () => {
      window.history.back = back;
      back();
      window.location.hash = '/warehouse/stock?view=location';
      setTimeout(left, 300);
    };
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Cancel').click();
  })`);
  await person.settled();
  await expect.poll(() => page.url()).toContain('#/warehouse/stock?view=location');
  await page.goBack();
  await expect.poll(() => page.url()).toContain('#/system/warehouse');
});

test('a form asks nothing of whoever returns to its page, also where the browser is late to report the changed address', async () => {
  const { page } = person;
  await page.addInitScript(`window.addEventListener('hashchange', (event) => {
    if (event.late) return;
    event.stopImmediatePropagation();
    const { oldURL, newURL } = event;
    setTimeout(() => window.dispatchEvent(Object.assign(new HashChangeEvent('hashchange', { oldURL, newURL }), { late: true })), 100);
  })`);
  await page.reload();
  await person.go('/system/warehouse');
  await person.settled();
  await page.getByRole('button', { name: 'Add warehouse' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add warehouse' });
  await form.getByLabel('Name').first().fill('Harbour');
  await person.go('/order/all');
  await form.waitFor({ state: 'hidden' });
  await person.go('/system/warehouse');
  await form.waitFor();
  await person.settled();
  expect(await page.getByRole('button', { name: 'Keep editing' }).isVisible()).toBe(false);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
});

test('Back during a save waits for it: nothing is lost, and nothing is saved twice', async () => {
  const { page } = person;
  await person.go('/system/warehouse');
  await person.settled();
  await page.getByRole('button', { name: 'Add warehouse' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add warehouse' });
  await form.getByLabel('Name').first().fill('Harbour');
  const answer = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(`**/api${addWarehouse.path}`, async (route) => {
    sent += 1;
    await answer.promise;
    await route.continue();
  });
  const save = form.getByRole('button', { name: 'Add warehouse' });
  await save.click();
  await expect.poll(() => sent).toBe(1);
  await page.goBack();
  await page.keyboard.press('Enter');
  expect(await form.getByLabel('Name').first().inputValue()).toBe('Harbour');
  expect(await page.getByRole('button', { name: 'Discard', exact: true }).count()).toBe(0);
  answer.resolve();
  await form.waitFor({ state: 'hidden' });
  await page.unroute(`**/api${addWarehouse.path}`);
  expect(sent).toBe(1);
  const { rows } = await person.call(getWarehouse, { page: 1, pageSize: 30 });
  expect(rows.filter((row) => row.name === 'Harbour')).toHaveLength(1);
});

test('Back closes a drawer that the address does not name', async () => {
  const { page } = person;
  await person.go('/warehouse/outbound');
  await person.settled();
  await page.getByRole('button', { name: 'Carton types' }).click();
  const drawer = page.getByRole('dialog', { name: /Carton/ });
  await drawer.waitFor();
  await page.goBack();
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => page.url()).toContain('#/warehouse/outbound');
});
