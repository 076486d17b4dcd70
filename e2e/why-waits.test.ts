import { listOrders } from '@tradewind/contract/orders.ts';
import { listJobs } from '@tradewind/contract/trust.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Look, nameOf, openBrowser, type Person, seriousFindings, somebody } from './person.ts';

const LOOKED_AT: Look[] = [
  { language: 'zh', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'zh', theme: 'light', width: 390 },
];

let browser: Browser;
let orders: { id: number; displayNo: string }[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  const person = await somebody(browser);
  await person.signIn('demo');
  orders = await vi.waitUntil(() => shortOnes(person), { timeout: 170_000, interval: 1000 });
  await person.close();
});
afterAll(() => browser.close());

/** Orders of the demo company that wait for goods, once its history is laid in. */
async function shortOnes(person: Person) {
  const { rows: jobs } = await person.call(listJobs, { pageSize: 200 });
  if (jobs.some((job) => job.task === 'demo.fill')) return undefined;
  const { rows } = await person.call(listOrders, { status: 'allocate', exception: 'stock', pageSize: 50 });
  return rows.length > 0 ? rows : undefined;
}

test.each(LOOKED_AT.map((look) => [nameOf(look), look] as const))(
  'an order says what it waits for: %s',
  async (name, look) => {
    const person = await somebody(browser, look);
    const { page } = person;
    await person.signIn('demo');
    const order = orders.at(0);
    await person.go(`/order/all?open=${order?.id}&text=${order?.displayNo}`);
    await page.getByRole('tab', { name: look.language === 'zh' ? '库存与出库' : 'Stock' }).click();
    const why = page.getByRole('region', { name: look.language === 'zh' ? '为什么还没发' : 'Why it is not sent yet' });
    await why
      .getByText(look.language === 'zh' ? /缺 \d+ 件/ : /is \d+ short/)
      .first()
      .waitFor();
    await person.settled();
    await person.picture(`why-waits-${name}`);
    expect(await seriousFindings(page)).toEqual([]);
    await person.go('/order/rules?kind=warehouse');
    await person.settled();
    await page.getByRole('button', { name: look.language === 'zh' ? '缺货时谁先配' : 'Who is served first' }).click();
    await page.getByText(look.language === 'zh' ? '优先的平台，按先后选择' : /Platforms to serve first/).waitFor();
    await person.settled();
    await person.picture(`served-first-${name}`);
    await person.close();
  },
);
