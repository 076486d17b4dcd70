import { authorizeShop } from '@tradewind/contract/channels.ts';
import { getUpsAuth, listChannels, saveChannel, saveOrUpdateUpsAuth } from '@tradewind/contract/logistics.ts';
import { expect, test } from 'vitest';
import { type Look, nameOf, type Person, seriousFindings, somebody } from './person.ts';
import { application } from './worker.ts';
import { foundCompany, sandbox } from './workshop.ts';

const NARROW: Look = { language: 'en', theme: 'dark', width: 390 };
const TITLE = /各平台名称|Names on platforms/;

async function connect(person: Person, platform: string): Promise<void> {
  const { consentUrl } = await person.call(authorizeShop, { platform, origin: application.url });
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
  const person = await somebody();
  const userLoginId = await foundCompany(person);
  for (const platform of ['joom', 'shopee']) await connect(person, platform);
  const channel = { name: 'Van', carrier: 'own', platformCarrierCode: 'PIGEON' } as const;
  await person.call(saveChannel, { channel });

  await sandbox('faults', { platform: 'joom', status500: 50 });
  let drawer = await openNames(person);
  await drawer.getByText('暂时无法读取平台的承运商名单').waitFor();
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

  const other = await somebody(NARROW);
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

test('a channel and an account that are changed stay the same ones', async () => {
  const person = await somebody();
  await foundCompany(person);
  await person.call(saveChannel, { channel: { name: 'Van', carrier: 'own', platformCarrierCode: 'PIGEON' } });
  const account = { name: 'Home', accountNumber: 'A1B2C3', keys: { clientId: 'client', clientSecret: 'secret' } };
  await person.call(saveOrUpdateUpsAuth, { account });
  await person.go('/system/carrier');
  const rename = async (before: string, title: string, label: string, after: string, verb: string) => {
    await person.page.getByRole('row', { name: before }).getByRole('button', { name: '编辑' }).click();
    const drawer = person.page.getByRole('dialog', { name: title });
    await drawer.getByLabel(label).fill(after);
    await drawer.getByRole('button', { name: verb }).click();
    await person.page.getByRole('row', { name: after }).waitFor();
  };
  await rename('Van', '编辑渠道', '渠道名称', 'Truck', '保存渠道');
  await rename('Home', '编辑账号', '账号名称', 'Office', '保存账号');
  expect((await person.call(listChannels, {})).list.map((one) => one.name)).not.toContain('Van');
  expect((await person.call(getUpsAuth, {})).list.map((one) => one.name)).toEqual(['Office']);
  await person.close();
});
