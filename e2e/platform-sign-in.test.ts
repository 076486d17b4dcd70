import { createHmac } from 'node:crypto';
import { findMarketplace } from '@tradewind/connectors/marketplaces/registry.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Look, nameOf, type Person, seriousFindings, somebody } from './person.ts';
import { application } from './worker.ts';
import { foundCompany, registerCompany } from './workshop.ts';

/** Sellers who begin on the platform's side: in its app store, with no session here. */

let login = '';
beforeAll(async () => {
  const founder = await somebody();
  login = await foundCompany(founder);
  await founder.close();
});

const LOOKS: Look[] = [
  { language: 'zh', theme: 'light', width: 1440 },
  { language: 'en', theme: 'light', width: 390 },
];
const sandboxApp = (platform: string) => findMarketplace(platform)?.sandbox.app ?? {};
const address = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

/** "Install app", signed as Shopify does. */
function shopifyInstall(): string {
  const shop = findMarketplace('shopify')?.sandbox.account ?? '';
  const said = { host: 'YWRtaW4', shop, timestamp: String(Math.floor(Date.now() / 1000)) };
  const secret = sandboxApp('shopify').clientSecret ?? '';
  const hmac = createHmac('sha256', secret).update(new URLSearchParams(said).toString()).digest('hex');
  return address(`${application.url}/api/arrive/shopify`, { ...said, hmac });
}
/** The app store of TikTok Shop knows no state of ours. */
const tiktokAppStore = () =>
  address(`${application.sandboxUrl}/tiktok/services/open/authorize`, {
    service_id: sandboxApp('tiktok').serviceId ?? '',
    redirect_uri: `${application.url}/api/callback/tiktok`,
  });
const amazonAppstore = () =>
  address(`${application.url}/api/arrive/amazon`, {
    amazon_callback_uri: address(`${application.sandboxUrl}/amazon/sellercentral/apps/authorize/consent`, {
      application_id: sandboxApp('amazon').applicationId ?? '',
    }),
    amazon_state: 'theirs',
    selling_partner_id: 'A2TRADEWIND01',
  });

const allow = (person: Person) => person.page.getByRole('button', { name: 'Allow 同意授权' }).click();
async function logIn(person: Person): Promise<void> {
  await person.page.getByLabel(/用户名|Username/).fill(login);
  await person.page.getByLabel(/^(密码|Password)$/).fill('Tradewind2026');
  await person.page.getByRole('button', { name: /^(登\s*录|Sign in)$/ }).click();
}
const bindHeading = (person: Person) => person.page.getByRole('heading', { name: /^(绑定店铺|Link a shop)$/ });
const shipAnyway = (person: Person) => person.page.getByRole('button', { name: /^(前往|Go to)/ });

describe.each(LOOKS.map((look) => [nameOf(look), look] as const))('in %s', (name, look) => {
  const fine = async (person: Person, picture: string) => {
    await person.settled();
    await person.picture(`platform-${picture}-${name}`);
    const wide = await person.page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    expect(wide).toBeLessThanOrEqual(0);
    expect(await seriousFindings(person.page)).toEqual([]);
    expect(person.complaints).toEqual([]);
  };

  test('Shopify: install, log in, check, allow, land', async () => {
    const person = await somebody(look);
    const { page } = person;
    await page.goto(shopifyInstall());
    await page.waitForURL(/#\/shopifyLogin\?state=/);
    await fine(person, 'shopify-1-login');
    await logIn(person);
    await bindHeading(person).waitFor();
    await page.getByText('tradewind-demo.myshopify.com').waitFor();
    await fine(person, 'shopify-2-binding');
    await shipAnyway(person).click();
    await allow(person);
    await page.waitForURL(/#\/publicAccessToken\?platform=shopify&code=200$/);
    await fine(person, 'shopify-3-landed');
    await page.getByRole('button', { name: /^(查看订单|View orders)$/ }).click();
    await page.waitForURL(/#\/order\/all/);
    await person.close();
  });

  test('TikTok Shop: allowed in its app store, then log in, check and land', async () => {
    const person = await somebody(look);
    const { page } = person;
    await page.goto(tiktokAppStore());
    await allow(person);
    await page.waitForURL(/#\/shopLogin\?platform=tiktok&state=/);
    await page.getByRole('heading', { name: /TikTok Shop/ }).waitFor();
    await logIn(person);
    await bindHeading(person).waitFor();
    await fine(person, 'tiktok-1-binding');
    await page.getByRole('button', { name: /^(确认绑定|Confirm link)$/ }).click();
    await page.waitForURL(/#\/publicAccessToken\?platform=tiktok&code=200$/);
    await person.close();
  });

  test('Amazon: whoever is signed in already goes straight to the check', async () => {
    const person = await somebody(look);
    const { page } = person;
    await person.signIn(login);
    await page.goto(amazonAppstore());
    await bindHeading(person).waitFor();
    await fine(person, 'amazon-1-binding');
    await shipAnyway(person).click();
    await allow(person);
    await page.waitForURL(/#\/amazonAccessToken\?code=200$/);
    await person.close();
  });

  test.each([
    ['/publicAccessToken?platform=tiktok&code=400&reason=denied', 'refused'],
    ['/publicAccessToken', 'empty'],
    ['/amazonAccessToken?code=400', 'amazon-failed'],
    ['/shopWarehouseAuth?code=200', 'warehouse'],
    ['/shopBinding', 'nothing'],
    ['/shopWarehouseLogin', 'warehouse-login'],
  ])('%s is there for visitors', async (path, picture) => {
    const person = await somebody(look);
    await person.go(path);
    await person.page.getByRole('heading', { level: 1 }).waitFor();
    expect(person.page.url()).toContain(`#${path}`);
    await fine(person, picture);
    await person.close();
  });
});

test('a link that was sent to somebody else binds nothing for them', async () => {
  const seller = await somebody();
  await seller.page.goto(shopifyInstall());
  await seller.page.waitForURL(/#\/shopifyLogin\?state=/);
  const other = await somebody();
  await other.page.goto(seller.page.url());
  await logIn(other);
  await other.page.getByText('没有待绑定的店铺').first().waitFor();
  await other.picture('platform-not-yours');
  await seller.close();
  await other.close();
});

test('whoever has no account yet registers, and goes on with what they came with', async () => {
  const person = await somebody();
  await person.page.goto(shopifyInstall());
  await person.page.getByRole('link', { name: '注册公司' }).waitFor();
  const registered = await registerCompany(person);
  login = registered.userLoginId;
  await person.page.goto(registered.link);
  await person.page
    .getByText(/成功|已验证/)
    .first()
    .waitFor();
  await person.signInByForm(login, undefined, /#\/shopBinding\?state=/);
  await bindHeading(person).waitFor();
  await person.close();
});
