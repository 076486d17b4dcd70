import { type MenuItem, mainModelNew } from '@tradewind/contract/access.ts';
import { listJobs } from '@tradewind/contract/trust.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Look, nameOf, openBrowser, type Person, seriousFindings, somebody } from './person.ts';

const LOOKED_AT: Look[] = [
  { language: 'zh', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'light', width: 390 },
];

/** What the menu does not lead to. */
const BESIDE_THE_MENU = [
  '/table',
  '/profile',
  '/businesst',
  '/ERPStoredocking',
  '/system/account/permission',
  '/error',
];
/** The pages behind links look the same with a link that is unknown: one stands for them. */
const FOR_STRANGERS = [
  '/login?isLogout=1',
  '/companyRegister',
  '/validateMail?key=unknown',
  '/Forgetpassword',
  '/ChangePassword',
  '/amazonAccessToken?code=400',
  '/publicAccessToken?platform=shopify&code=200',
  '/logisticsDetail',
  '/agreement',
  '/privacy',
  '/pricePlan',
  '/choosePlan',
  '/deliveryorder',
  '/Nologinrequiredhome',
  '/Nologinrequired',
  '/APP',
  '/404',
];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  const person = await somebody(browser);
  await person.signIn('demo');
  // The demo company lays its history in while the program already answers.
  await vi.waitUntil(
    async () => {
      const { rows } = await person.call(listJobs, { pageSize: 200 });
      return rows.every((job) => job.task !== 'demo.fill');
    },
    { timeout: 170_000, interval: 1000 },
  );
  await person.close();
});
afterAll(() => browser.close());

/** Every page that the menu of a main account leads to; pages of one kind (each platform's orders) once. */
async function pagesOf(person: Person): Promise<string[]> {
  const menu = await person.call(mainModelNew, {});
  const leaves = (items: MenuItem[]): MenuItem[] =>
    items.flatMap((item) => (item.children?.length ? leaves(item.children) : [item]));
  return [...new Map(leaves(menu).map((item) => [item.component || item.path, item.path])).values()];
}

/** What is wrong with the looks of pages, by path. */
async function faultsOf(person: Person, paths: readonly string[], name: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    person.complaints.length = 0;
    await person.go(path);
    await person.settled();
    await person.picture(`page${path.replace(/\W/g, '-')}-${name}`);
    const tooWide = await person.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    const missing = await person.page.getByText(/此页面尚未开放|没有对应的页面|not available yet/).count();
    const [wanted = ''] = path.split('?');
    const problems = [
      ...(person.page.url().includes(`#${wanted}`) ? [] : [`led to ${person.page.url()}`]),
      ...(tooWide > 0 ? [`${tooWide} px wider than the window`] : []),
      ...(missing > 0 ? ['there is no such page'] : []),
      ...(await seriousFindings(person.page)),
      ...person.complaints,
    ];
    if (problems.length > 0) found[path] = problems;
  }
  return found;
}

// A look mostly waits for pages to settle: two at once take little more than one.
test.concurrent.each(LOOKED_AT.map((look) => [nameOf(look), look] as const))(
  'every page of a member, %s',
  async (name, look) => {
    const person = await somebody(browser, look);
    await person.signIn('demo');
    const faults = await faultsOf(person, [...(await pagesOf(person)), ...BESIDE_THE_MENU], name);
    await person.close();
    expect(faults).toEqual({});
  },
  900_000,
);

test.concurrent.each(LOOKED_AT.map((look) => [nameOf(look), look] as const))(
  'every page for strangers, %s',
  async (name, look) => {
    const person = await somebody(browser, look);
    const faults = await faultsOf(person, FOR_STRANGERS, name);
    await person.close();
    expect(faults).toEqual({});
  },
  600_000,
);
