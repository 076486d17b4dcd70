import { rights } from '@tradewind/contract/access/modules.ts';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { listDockAppointments } from '@tradewind/contract/docking.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, inDatabase } from './workshop.ts';

const PAGE = '/Homedepots';
let person: Person;
let english: Person;
let phone: Person;
let orderId = 0;

beforeAll(async () => {
  person = await somebody();
  english = await somebody({ language: 'en', theme: 'dark', width: 1440 });
  phone = await somebody({ language: 'zh', theme: 'light', width: 390 });
  const login = await foundCompany(person);
  const fields = { isaId: 'TRADEWINDHOME', partner: 'HOMEDEPOT', user: 'tradewind', password: 'edi-s3cr+t/=&x' };
  await person.call(authorizeShop, { platform: 'homedepotdock', name: '入仓账号', fields });
  await english.signIn(login);
  await phone.signIn(login);
});

/** Instead of every 30 seconds. */
const looksForAnswersNow = () =>
  inDatabase(
    `update graphile_worker._private_jobs set run_at = now()
     where key like '%docking.ask:%:later' and locked_at is null and run_at > now()`,
    [],
  );

test('an order for a distribution centre gets an appointment that the dock confirms', async () => {
  const { page } = person;
  const order = await vi.waitUntil(
    async () => {
      const { rows } = await person.call(listOrders, { moduleId: rights.dockOrder.id, pageSize: 200 });
      return rows.find((row) => row.platformOrderNo.endsWith('-5523') && row.status !== 'cancelled');
    },
    { timeout: 60_000, interval: 250 },
  );
  orderId = order.id;
  await person.go(`${PAGE}?open=${orderId}`);
  const drawer = page.getByRole('dialog').filter({ hasText: order.displayNo }).first();
  await drawer.getByRole('tab', { name: '送货预约' }).click();
  await drawer.getByText('RDC 5523').first().waitFor();
  await drawer.getByRole('button', { name: '新增预约' }).click();
  const form = page.getByRole('dialog', { name: '为 1 个订单新增预约' });
  const type = async (label: string, text: string) => {
    await form.getByLabel(label, { exact: true }).fill(text);
    await page.keyboard.press('Enter');
  };
  await type('备妥日期', '2031-02-27');
  await type('期望时间', '2031-03-03 08:00');
  await form.getByLabel('SCAC').fill('CNWY');
  await form.getByLabel('箱数').fill('24');
  await form.getByRole('button', { name: '保存预约' }).click();
  await drawer.getByText('草稿').waitFor();
  await drawer.getByRole('button', { name: '申请预约' }).click();
  await drawer.getByText('已申请').waitFor();
  await vi.waitUntil(
    async () => {
      await looksForAnswersNow();
      return (await person.call(listDockAppointments, {})).rows[0]?.state === 'confirmed';
    },
    { timeout: 90_000, interval: 1000 },
  );
  await drawer.getByText('2031-03-03 08:00 (Chicago)').nth(1).waitFor();
  await drawer.getByText('已确认', { exact: true }).waitFor();
  await person.picture('dock-zh-1440');
  expect(await seriousFindings(page)).toEqual([]);
});

test('it stands in the list of appointments, in every look', async () => {
  const { rows } = await person.call(listDockAppointments, {});
  expect(rows).toMatchObject([{ state: 'confirmed', scac: 'CNWY', cartons: 24, facilityType: 'RDC' }]);
  await person.go(`${PAGE}?view=appointments`);
  await person.page
    .getByText(rows[0]?.number ?? '')
    .first()
    .waitFor();
  await person.picture('dock-list-zh-1440');
  expect(await seriousFindings(person.page)).toEqual([]);
  for (const [one, tab, name] of [
    [english, 'Dock appointment', 'dock-en-dark'],
    [phone, '送货预约', 'dock-phone'],
  ] as const) {
    await one.go(`${PAGE}?open=${orderId}`);
    await one.page.getByRole('tab', { name: tab, exact: true }).click();
    await one.page
      .getByText(rows[0]?.number ?? '')
      .first()
      .waitFor();
    await one.picture(name);
  }
  await phone.go(PAGE);
  await phone.page.getByText('RDC 5523').first().waitFor();
  await phone.picture('dock-orders-phone');
});
