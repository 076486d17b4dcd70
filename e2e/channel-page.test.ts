import { authorizeShop, listShops } from '@tradewind/contract/channels.ts';
import { saveChannel } from '@tradewind/contract/logistics.ts';
import { expect, test } from 'vitest';
import { seriousFindings, somebody } from './person.ts';
import { application } from './worker.ts';
import { foundCompany } from './workshop.ts';

test('a name of a channel on a platform is saved, and each shop shows how it delivers', async () => {
  const person = await somebody();
  await foundCompany(person);
  for (const shop of [{ platform: 'joom' }, { platform: 'tiktok', region: 'US' }]) {
    const { consentUrl } = await person.call(authorizeShop, { ...shop, origin: application.url });
    await person.page.goto(`${consentUrl}&auto=1`);
    await person.page.waitForURL(/#\//);
  }
  await person.call(saveChannel, { channel: { name: 'Van', carrier: 'own', platformCarrierCode: 'PIGEON' } });

  const row = person.page.getByRole('row', { name: /Van.*Joom/ });
  await person.go('/logistics/channel?view=names');
  await row.getByText('使用渠道自己的名称').waitFor();
  await row.click();
  const drawer = person.page.getByRole('dialog', { name: /各平台名称/ });
  await drawer.getByRole('combobox', { name: 'Joom' }).fill('yan');
  await person.page.locator('.ant-select-item-option', { hasText: 'Yanwen' }).click();
  await person.page.getByText('“Joom”上的承运商名称已保存').waitFor();
  // The list behind the drawer knows it at once, and after a reload as well.
  await row.getByText('Yanwen').waitFor();
  await person.page.reload();
  await row.getByText('已设置').waitFor();
  await row.getByText('Yanwen').waitFor();

  const shopOf = async (platform: string) => {
    const shop = (await person.call(listShops, {})).rows.find((one) => one.platform === platform);
    return shop?.name ?? '';
  };
  const choose = async (platform: string) => {
    await person.page.getByRole('combobox', { name: '店铺' }).click();
    await person.page.locator('.ant-select-item-option', { hasText: await shopOf(platform) }).click();
  };
  await person.go('/logistics/channel?view=options');
  await choose('tiktok');
  await person.page
    .getByRole('row', { name: /卖家.*USPS|平台.*USPS/ })
    .first()
    .waitFor();
  await person.settled();
  await person.picture('channel-page-options');
  expect(await seriousFindings(person.page)).toEqual([]);
  await choose('joom');
  await person.page.getByText('该平台不提供配送方式列表').waitFor();
  expect(person.complaints).toEqual([]);
  await person.close();
});
