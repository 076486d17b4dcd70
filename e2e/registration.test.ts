import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Look, nameOf, openBrowser, seriousFindings, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('from the registration to the first sign-in', async () => {
  const person = await somebody(browser);
  await foundCompany(person);
  await person.page.waitForURL(/#\/Mainpage/);
  await person.settled();
  expect(person.complaints).toEqual([]);
  await person.close();
});

const PAGES = [
  '/login?isLogout=1',
  '/companyRegister',
  '/validateMail',
  '/Forgetpassword',
  '/retrievePassword',
  '/agreement',
  '/privacy',
  '/pricePlan',
  '/choosePlan',
  '/Nologinrequiredhome',
  '/Nologinrequired',
  '/APP',
  '/404',
  '/deliveryNote?key=none',
];
const PUBLIC_LOOKS: Look[] = [
  { language: 'zh', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 390 },
];

describe.each(PUBLIC_LOOKS.map((look) => [nameOf(look), look] as const))('public pages in %s', (name, look) => {
  test.each(PAGES)('%s is there for visitors', async (path) => {
    const person = await somebody(browser, look);
    await person.go(path);
    await person.settled();
    expect(person.page.url()).toContain(`#${path}`);
    expect(((await person.page.getByRole('heading', { level: 1 }).textContent()) ?? '').trim()).not.toBe('');
    const wide = await person.page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    expect(wide).toBeLessThanOrEqual(0);
    await person.picture(`public${path.split('?')[0]?.replaceAll('/', '-')}-${name}`);
    expect(await seriousFindings(person.page)).toEqual([]);
    expect(person.complaints).toEqual([]);
    await person.close();
  });
});

test('the program opens without a network, and keeps no answer of the server', async () => {
  const person = await somebody(browser);
  await person.go('/login');
  await person.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await person.page.reload();
  await person.settled();
  await person.context.setOffline(true);
  await person.page.reload();
  await person.page.getByLabel('登录账号').waitFor();
  const kept = await person.page.evaluate<string[]>(`(async () => {
    const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return files.flat().map((request) => new URL(request.url).pathname);
  })()`);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
  await person.close();
});
