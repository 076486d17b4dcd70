import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';

/** What the policy of the pages refused, in the browser's own words. */
const refusedBy = (person: Person) => person.complaints.filter((one) => /Content Security Policy/i.test(one));
/** Says beside that which element it was, and who made it. */
const NAMED = `document.addEventListener('securitypolicyviolation', (event) => console.error(
  'Content Security Policy: ' + event.effectiveDirective + ' at ' + event.sourceFile + ':' + event.lineNumber + ':' + event.columnNumber + ': ' + event.target?.outerHTML?.slice(0, 300)));`;

let person: Person;
beforeAll(async () => {
  person = await somebody();
  await person.page.addInitScript(NAMED);
  await person.signIn('demo');
});
afterAll(() => person.close());

test('the styles of the program carry the nonce of their page, and others do nothing', async () => {
  const { page } = person;
  await person.go('/Mainpage');
  await person.settled();
  const styles = await page.evaluate<{ all: number; bare: number }>(`(() => {
    const all = [...document.querySelectorAll('style')];
    return { all: all.length, bare: all.filter((one) => one.nonce === '').length };
  })()`);
  expect(styles.all).toBeGreaterThan(0);
  expect(styles.bare).toBe(0);
  expect(refusedBy(person)).toEqual([]);
  await page.evaluate(
    `document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { opacity: .5 }' }))`,
  );
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<p style="opacity: .5" id="probe">x</p>')`);
  expect(await page.evaluate(`getComputedStyle(document.body).opacity`)).toBe('1');
  expect(await page.evaluate(`getComputedStyle(document.getElementById('probe')).opacity`)).toBe('1');
  await expect.poll(() => refusedBy(person).length).toBe(4);
  person.complaints.length = 0;
});

test('charts with their words, lists, dialogs and long texts need nothing that the policy refuses', async () => {
  const { page } = person;
  await person.go('/Mainpage');
  await person.settled();
  const canvas = page.locator('.tw-chart canvas').first();
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await person.settled();
  await person.picture('policy-chart');
  for (const path of ['/order/all', '/product/archive', '/warehouse/stock', '/finance/profit', '/system/account']) {
    await person.go(path);
    await person.settled();
    const link = page.locator('tbody tr:visible a').first();
    if ((await link.count()) > 0) await link.click().then(person.settled);
  }
  await person.picture('policy-drawer');
  expect(refusedBy(person)).toEqual([]);
});
