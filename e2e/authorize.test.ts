import type { MarketplaceDefinition } from '@tradewind/connectors/capabilities/definition.ts';
import { MARKETPLACES } from '@tradewind/connectors/marketplaces/registry.ts';
import { type MenuItem, mainModelNew } from '@tradewind/contract/access.ts';
import { getPlatForm, getUserShop } from '@tradewind/contract/channels.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Person, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

let person: Person;

beforeAll(async () => {
  person = await somebody();
  await foundCompany(person);
});

test('every platform that there is is offered, with what it asks for', async () => {
  const { list } = await person.call(getPlatForm, {});
  const answered = ({
    platform,
    connect,
    regions,
    fields,
  }: Pick<MarketplaceDefinition, 'platform' | 'connect'> & Asks) => ({
    platform,
    connect,
    regions: regions.map(({ code }) => code),
    fields: fields.map(({ name }) => name),
  });
  expect(list.map(answered)).toEqual(MARKETPLACES.map(answered));
});
interface Asks {
  regions: readonly { code: string }[];
  fields: readonly { name: string }[];
}

/** One click after the other, as a seller does it. @returns what the shop is called */
async function fillIn(definition: MarketplaceDefinition): Promise<string> {
  const { page } = person;
  const { platform, name: names, regions, fields, sandbox } = definition;
  await person.go('/system/channel');
  await page.getByRole('button', { name: '新增店铺' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新增店铺' });
  await choose('平台', names[0]);
  const [region] = regions;
  if (region) await choose('站点', `${region.name[0]} (${region.code})`);
  for (const { name, label, account, regions: requested } of fields) {
    if (requested && !requested.includes(region?.code ?? '')) continue;
    const typed = sandbox.keys?.[name] ?? (account && sandbox.account);
    if (typed !== undefined) await dialog.getByLabel(label[0], { exact: true }).fill(typed);
  }
  const shop = `${platform} 一号店`;
  await dialog.getByLabel('显示名称').fill(shop);
  await person.picture(`authorize-${platform}-1-dialog`);
  // A Latin name stands between blanks, a Chinese one does not.
  const goThere = `前往 ${names[0]} 授权`.replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '');
  const name = definition.connect === 'keys' ? '连接店铺' : goThere;
  await dialog.getByRole('button', { name, exact: true }).click();
  return shop;

  async function choose(label: string, option: string): Promise<void> {
    const select = dialog.getByLabel(label, { exact: true });
    await select.click();
    await select.fill(option);
    await page.locator('.ant-select-item-option:visible').getByText(option, { exact: true }).click();
  }
}

async function pageOf(moduleId: number): Promise<string> {
  const find = (items: MenuItem[]): MenuItem | undefined => {
    for (const item of items) {
      const found = item.id === moduleId ? item : find(item.children);
      if (found) return found;
    }
    return undefined;
  };
  return find(await person.call(mainModelNew, {}))?.path ?? '';
}

test('a consent that was refused on the platform leaves the shop to be tried again, and says why', async () => {
  const { page } = person;
  const shopify = MARKETPLACES.find(({ platform }) => platform === 'shopify');
  if (!shopify) throw new Error('no Shopify');
  const name = await fillIn(shopify);
  await page.getByRole('button', { name: 'Allow 同意授权' }).waitFor();
  const there = new URL(page.url()).searchParams;
  const back = new URLSearchParams({ error: 'access_denied', state: there.get('state') ?? '' });
  await page.goto(`${there.get('redirect_uri')}?${back}`);
  await page.getByText('您在平台上取消了授权').waitFor();
  await person.go('/system/channel');
  await page.locator('.tw-row-open', { hasText: name }).click();
  const drawer = page.locator('.tw-detail');
  await drawer.getByText('您在平台上取消了授权').waitFor();
  await drawer.getByRole('button', { name: '继续授权' }).waitFor();
  await person.picture('authorize-refused');
});

// Shops of the seller's own are asked for nothing and bring their orders themselves: own-shop.test.ts.
test.each(MARKETPLACES.filter((one) => one.platform !== 'other').map((one) => [one.platform, one] as const))(
  'a shop of %s is authorized by hand, and its first orders are in the list',
  async (platform, definition) => {
    const { page } = person;
    person.complaints.length = 0;
    const name = await fillIn(definition);
    // The last platform's word of it may still stand there.
    if (definition.connect === 'keys') await page.getByText('店铺已连接，正在同步订单').last().waitFor();
    else {
      await page.getByRole('button', { name: 'Allow 同意授权' }).click();
      await page.waitForURL(
        platform === 'amazon'
          ? /#\/amazonAccessToken\?code=200$/
          : new RegExp(`#/publicAccessToken\\?platform=${platform}&code=200$`),
      );
      await page.getByText('授权成功').waitFor();
    }
    await person.settled();
    await person.picture(`authorize-${platform}-2-landed`);
    const shop = await vi.waitUntil(
      async () => (await person.call(getUserShop, {})).list.find((one) => one.name === name),
      { timeout: 60_000, interval: 250 },
    );
    expect(shop).toMatchObject({ platform, state: 'authorized' });
    await vi.waitUntil(async () => (await person.call(listOrders, { shopIds: [shop.id], pageSize: 1 })).total > 0, {
      timeout: 60_000,
      interval: 250,
    });
    await person.go(`${await pageOf(shop.moduleId)}?shopIds=${shop.id}`);
    await page
      .getByRole('row', { name: new RegExp(name) })
      .first()
      .waitFor();
    await person.settled();
    await person.picture(`authorize-${platform}-3-orders`);
    expect(person.complaints).toEqual([]);
  },
);
