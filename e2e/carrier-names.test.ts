import { authorizeShop } from '@tradewind/contract/channels.ts';
import { saveChannel } from '@tradewind/contract/logistics.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Look, nameOf, openBrowser, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, sandbox } from './workshop.ts';

const NARROW: Look = { language: 'en', theme: 'dark', width: 390 };
const TITLE = /各平台名称|Names on platforms/;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function connect(person: Person, platform: string): Promise<void> {
  const { consentUrl } = await person.call(authorizeShop, { platform, origin: inject('url') });
  await person.page.goto(`${consentUrl}&auto=1`);
  await person.page.waitForURL(/#\//);
}

/** The drawer of the only channel. */
async function openNames(person: Person) {
  await person.go('/system/carrier');
  await person.page.getByRole('button', { name: TITLE }).click();
  const drawer = person.page.getByRole('dialog', { name: TITLE });
  await drawer.waitFor();
  return drawer;
}

test('what each platform calls a carrier is chosen from what it accepts, or typed', async () => {
  const person = await somebody(browser);
  const userLoginId = await foundCompany(person);
  for (const platform of ['joom', 'shopee']) await connect(person, platform);
  const channel = { name: 'Van', carrier: 'own', platformCarrierCode: 'PIGEON' } as const;
  await person.call(saveChannel, { channel });

  await sandbox('faults', { platform: 'joom', status500: 50 });
  let drawer = await openNames(person);
  await drawer.getByText('暂时读不到平台的承运商名单').waitFor({ timeout: 60_000 });
  await person.picture('carrier-names-unread');
  await sandbox('faults', { clear: true });

  await person.page.reload();
  drawer = await openNames(person);
  await drawer.getByRole('combobox', { name: 'Joom' }).fill('yan');
  await person.page.locator('.ant-select-item-option', { hasText: 'Yanwen' }).click();
  await person.page.getByText('“Joom”上的承运商名称已保存').waitFor();
  await drawer.getByRole('textbox', { name: 'Shopee' }).fill('Pigeon Post');
  await drawer.getByRole('textbox', { name: 'Shopee' }).press('Enter');
  await person.page.getByText('“Shopee”上的承运商名称已保存').waitFor();
  await person.settled();
  await person.picture(`carrier-names-${nameOf({ language: 'zh', theme: 'light', width: 1440 })}`);
  expect(await seriousFindings(person.page)).toEqual([]);
  expect(person.complaints.filter((one) => !one.includes('503'))).toEqual([]);
  await person.close();

  const other = await somebody(browser, NARROW);
  await other.signIn(userLoginId);
  drawer = await openNames(other);
  await drawer.getByText('Yanwen').waitFor();
  expect(await drawer.getByRole('textbox', { name: 'Shopee' }).inputValue()).toBe('Pigeon Post');
  await other.settled();
  await other.picture(`carrier-names-${nameOf(NARROW)}`);
  expect(await seriousFindings(other.page)).toEqual([]);
  expect(other.complaints).toEqual([]);
  await other.close();
});
