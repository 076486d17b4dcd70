import { type MenuItem, mainModelNew } from '@tradewind/contract/access.ts';
import { expect, test } from 'vitest';
import { LOOKS, type Look, nameOf, type Person, type Rules, seriousFindings, somebody } from './person.ts';

/** The first look is checked for all that axe knows, the others for what is new in them: colours, or the shape. */
const LOOKED_AT = LOOKS.map((look, i) => {
  const rules: Rules = i === 0 ? 'all' : look.theme === 'dark' ? 'contrast' : 'shape';
  return [nameOf(look), look, rules] as const satisfies readonly [string, Look, Rules];
});

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
  '/validateMail',
  '/validateMail?key=unknown',
  '/Forgetpassword',
  '/retrievePassword',
  '/ChangePassword',
  '/amazonAccessToken?code=400',
  '/publicAccessToken?platform=shopify&code=200',
  '/logisticsDetail',
  '/calculatePage',
  '/CostCalculationt',
  '/agreement',
  '/privacy',
  '/pricePlan',
  '/choosePlan',
  '/deliveryorder',
  '/deliveryNote?key=none',
  '/Nologinrequiredhome',
  '/Nologinrequired',
  '/APP',
  '/404',
];

/** Every page that the menu of a main account leads to; pages of one kind (each platform's orders) once. */
async function pagesOf(person: Person): Promise<string[]> {
  const menu = await person.call(mainModelNew, {});
  const leaves = (items: MenuItem[]): MenuItem[] =>
    items.flatMap((item) => (item.children?.length ? leaves(item.children) : [item]));
  return [...new Map(leaves(menu).map((item) => [item.component || item.path, item.path])).values()];
}

const HEADING_MS = 30_000;
/** Axe walks through the pages of all open tabs. */
const CLOSE_OTHER_TABS = `for (const button of document.querySelectorAll('.tw-tab:not([data-active]) .tw-tab-close')) button.click()`;

/** What is wrong with the looks of pages, by path. The window is loaded once: a person goes from page to page. */
async function faultsOf(
  person: Person,
  paths: readonly string[],
  name: string,
  rules: Rules,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const path of paths) {
    person.complaints.length = 0;
    await person.go(path);
    await person.page.evaluate(CLOSE_OTHER_TABS);
    await person.settled();
    // A page whose script has just come stands blank for a moment.
    const heading = person.page.locator('h1:visible', { hasText: /\S/ }).first();
    const headed = await heading.waitFor({ timeout: HEADING_MS }).then(
      () => true,
      () => false,
    );
    await person.settled();
    await person.picture(`page${path.replace(/\W/g, '-')}-${name}`);
    const tooWide = await person.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    const missing = await person.page.getByText(/此页面尚未开放|没有对应的页面|not available yet/).count();
    const [desired = ''] = path.split('?');
    const problems = [
      ...(person.page.url().includes(`#${desired}`) ? [] : [`led to ${person.page.url()}`]),
      ...(tooWide > 0 ? [`${tooWide} px wider than the window`] : []),
      ...(missing > 0 ? ['there is no such page'] : []),
      ...(headed ? [] : ['no heading']),
      ...(await seriousFindings(person.page, rules)),
      ...person.complaints,
    ];
    if (problems.length > 0) found[path] = problems;
  }
  return found;
}

// A look mostly waits for pages to settle: two at once take little more than one.
test.concurrent.each(LOOKED_AT)(
  'every page of a member, %s',
  async (name, look, rules) => {
    const person = await somebody(look);
    await person.signIn('demo');
    const faults = await faultsOf(person, [...(await pagesOf(person)), ...BESIDE_THE_MENU], name, rules);
    await person.close();
    expect(faults).toEqual({});
  },
  900_000,
);

test.concurrent.each(LOOKED_AT)(
  'every page for strangers, %s',
  async (name, look, rules) => {
    const person = await somebody(look);
    const faults = await faultsOf(person, FOR_STRANGERS, name, rules);
    await person.close();
    expect(faults).toEqual({});
  },
  600_000,
);
