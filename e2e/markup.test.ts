import { sendNewMessage } from '@tradewind/contract/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';
import { inDatabase } from './workshop.ts';

/** Runs in a page that takes it for markup, whether the page writes it between tags or into an attribute. */
const MARKUP = `"'><img src=x onerror=markupRan(1)>`;
/** What people, platforms and imports name. */
const NAMED: Record<string, string[]> = {
  product: ['name_zh', 'name_en'],
  shop: ['name'],
  warehouse: ['name'],
  department: ['name'],
  position: ['name'],
  role: ['name', 'remark'],
  user_account: ['name'],
  audit_entry: ['target_name'],
  approval_request: ['title'],
  message: ['thesis'],
  shipping_channel: ['name'],
  carrier_account: ['name'],
  order_tag: ['name'],
  order_rule: ['name'],
  order_line: ['title'],
  sales_order: ['buyer_name', 'buyer_note', 'remark'],
  platform_listing: ['title'],
  sales_return: ['remark'],
  stock_document: ['remark'],
  stock_count: ['remark'],
  stock_transfer: ['remark'],
  inbound: ['remark'],
  transit_leg: ['remark'],
  fba_shipment: ['name', 'remark'],
  wave_rule: ['name'],
  wholesale_customer: ['name'],
  wholesale_price_list: ['name'],
  wms_connection: ['name'],
};
const OF_DEMO = `company_id = (select company_id from login where user_login_id = 'demo')`;

/** In all names of the demo company at once. */
async function inAllNames(change: (column: string) => string): Promise<void> {
  const statements = Object.entries(NAMED).map(
    ([table, columns]) =>
      `update ${table} set ${columns.map((column) => `${column} = ${change(column)}`).join(', ')} where ${OF_DEMO};`,
  );
  await inDatabase(`do $do$ begin ${statements.join('\n')} end $do$`, []);
}

let person: Person;
const ran: number[] = [];
beforeAll(async () => {
  await inAllNames((column) => `$m$${MARKUP}$m$ || ${column}`);
  person = await somebody();
  await person.context.exposeFunction('markupRan', (where: number) => ran.push(where));
  // The policy of the pages would stop the script of a page that took it for markup: here it shall show itself.
  await person.context.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await person.signIn('demo');
  const more = '<a href="javascript:markupRan(4)">a</a><iframe srcdoc="<script>parent.markupRan(5)</script>"></iframe>';
  const message = { msgType: 'notice' as const, receivers: ['demo'], thesis: MARKUP };
  await person.call(sendNewMessage, { ...message, thesisDetail: `<p>markupRan</p>${MARKUP}${more}` });
});
// The other files of this worker use the demo company, too.
afterAll(() => inAllNames((column) => `replace(${column}, $m$${MARKUP}$m$, '')`));

/** Where what is named stands in rows, cards, trees and boxes. */
const PAGES = [
  '/Mainpage',
  '/product/archive',
  '/product/mapping',
  '/product/listing',
  '/order/all',
  '/order/rules',
  '/transit/fba',
  '/transit/other',
  '/warehouse/stock',
  '/warehouse/inbound',
  '/warehouse/outbound',
  '/warehouse/transfer',
  '/warehouse/count',
  '/logistics/tracking',
  '/finance/profit',
  '/approval/center',
  '/system/account',
  '/system/account/permission',
  '/system/department',
  '/system/channel',
  '/system/warehouse',
  '/system/carrier',
  '/system/log',
  '/table',
];

const TAKEN_FOR_MARKUP = `document.querySelectorAll('img[src="x"], [onerror], [onload], [href^="javascript:"], [srcdoc]').length`;
/** Not the name of the person themselves, which stands in the head of every page. */
const SHOWN = `[...document.querySelectorAll('td, li, .ant-card, .ant-tree, .ant-select')].some((one) => one.checkVisibility() && one.textContent.includes('markupRan'))`;

test('names that hold markup stand on every page as they were typed, and no script of them runs', async () => {
  const shown: string[] = [];
  const found: string[] = [];
  for (const path of PAGES) {
    await person.go(path);
    await person.settled();
    if (await person.page.evaluate<boolean>(SHOWN)) shown.push(path);
    // A row's link opens the document beside the list.
    const link = person.page.locator('tbody tr:visible a').first();
    if ((await link.count()) > 0) await link.click().then(person.settled);
    if ((await person.page.evaluate<number>(TAKEN_FOR_MARKUP)) > 0) found.push(path);
  }
  expect(found).toEqual([]);
  expect(ran).toEqual([]);
  expect(shown.length).toBeGreaterThan(15);
  // What would run, runs: the trap is open.
  await person.page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(MARKUP)})`);
  await expect.poll(() => ran).toEqual([1]);
});
