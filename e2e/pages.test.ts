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

test.each(LOOKED_AT.map((look) => [nameOf(look), look] as const))(
  'every page of the menu, %s',
  async (name, look) => {
    const person = await somebody(browser, look);
    await person.signIn('demo');
    const found: Record<string, string[]> = {};
    for (const path of await pagesOf(person)) {
      person.complaints.length = 0;
      await person.go(path);
      await person.settled();
      await person.picture(`page${path.replaceAll('/', '-')}-${name}`);
      const tooWide = await person.page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      const missing = await person.page.getByText(/此页面尚未开放|没有对应的页面|not available yet/).count();
      const problems = [
        ...(tooWide > 0 ? [`${tooWide} px wider than the window`] : []),
        ...(missing > 0 ? ['there is no such page'] : []),
        ...(await seriousFindings(person.page)),
        ...person.complaints,
      ];
      if (problems.length > 0) found[path] = problems;
    }
    await person.close();
    expect(found).toEqual({});
  },
  400_000,
);
