import { getUserShop } from '@tradewind/contract/channels.ts';
import { makeOrder, reviewOrders } from '@tradewind/contract/orders.ts';
import { createWavesCall, getWave, sendScans } from '@tradewind/contract/warehouse.ts';
import bwip from 'bwip-js/node';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { BIN, foundCompany, furnish, inDatabase } from './workshop.ts';

const SKU = 'SCAN-MUG';
const UNITS = 7;
let person: Person;
let login: string;
let productId: number;
let wave: Wave;
type Wave = { id: number; number: string; warehouseId: number };

beforeAll(async () => {
  person = await somebody();
  login = await foundCompany(person);
  const { products } = await furnish(person, [SKU]);
  await inDatabase(
    `insert into shop (company_id, platform, name, account, module_id, state)
     select company_id, 'other', 'Otherland', $1, 421, 'authorized' from login where user_login_id = $1`,
    [login],
  );
  productId = products[0]?.id ?? 0;
  wave = await waveOf(UNITS);
});

/** An order of so many units in a wave of its own. */
async function waveOf(quantity: number): Promise<Wave> {
  const shopId = await shopOf();
  const shipTo = {
    name: 'Ann Buyer',
    line1: '7 Harbor Rd',
    city: 'Baltimore',
    state: 'MD',
    postalCode: '21230',
    country: 'US',
  };
  const lines = [{ productId, quantity, unitPrice: '9.5' }];
  const made = await person.call(makeOrder, { shopId, shipTo, lines });
  if (made.status === 'review') await person.call(reviewOrders, { ids: [made.id] });
  // Its stock is reserved a moment later.
  return vi.waitUntil(async () => (await person.call(createWavesCall, { filter: {} })).waves[0], {
    timeout: 30_000,
    interval: 500,
  });
}

/** A script for the page: its camera films this picture. */
const cameraThatSees = (url: string) => `navigator.mediaDevices.getUserMedia = async () => {
  const picture = new Image();
  picture.src = ${JSON.stringify(url)};
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
  setInterval(() => canvas.getContext('2d').drawImage(picture, 0, 0), 50);
  return canvas.captureStream(20);
};`;

/** A phone whose camera looks at this code. */
async function phoneBefore(code: string, where = `job=pick&wave=${wave.id}`): Promise<Person> {
  const phone = await somebody({ language: 'zh', theme: 'light', width: 390 });
  const png = await bwip.toBuffer({
    bcid: 'code128',
    text: code,
    scale: 3,
    height: 20,
    padding: 15,
    backgroundcolor: 'FFFFFF',
  });
  await phone.page.addInitScript(cameraThatSees(`data:image/png;base64,${png.toString('base64')}`));
  await phone.signIn(login);
  await phone.go(`/warehouse/scan?${where}`);
  return phone;
}

test('the camera reads a location, scans go on without a connection, and are booked once in their order', async () => {
  const phone = await phoneBefore(BIN);
  const { page } = phone;
  await page.getByRole('button', { name: '摄像头' }).click();
  await page.getByText('库位正确').waitFor();
  await phone.picture('scan-01-camera-390');
  await page.getByRole('button', { name: '摄像头' }).click();
  await phone.scan(SKU);
  await page.getByText(`1 / ${UNITS}`).first().waitFor();

  await phone.context.setOffline(true);
  for (const count of [2, 3]) {
    await phone.scan(SKU);
    await page.getByText(`${count} / ${UNITS}`).first().waitFor();
  }
  await page.getByText('2 次扫描等待发送').waitFor();
  await phone.picture('scan-02-offline-390');
  expect(await picked()).toBe(1);

  await phone.context.setOffline(false);
  await page.getByText('2 次扫描等待发送').waitFor({ state: 'detached' });
  await expect.poll(() => picked()).toBe(3);

  // A server that cannot answer is not called a lost connection.
  const busy = { code: 503, msg: '', data: { error: 'core.busy' } };
  await page.route(`**/api${sendScans.path}`, (route) => route.fulfill({ status: 503, json: busy }), { times: 1 });
  await phone.scan(SKU);
  await page.getByText('已保存，服务器恢复后自动发送').waitFor();
  expect(await page.getByText('联网后自动发送').count()).toBe(0);
  await expect.poll(() => picked(), { timeout: 15_000 }).toBe(4);
  await phone.close();
});

test('what another device did meanwhile turns the screen red, and stands in the report until somebody has read it', async () => {
  const phone = await phoneBefore(BIN);
  const { page } = phone;
  await phone.scan(BIN);
  await page.getByText('库位正确').waitFor();
  await phone.context.setOffline(true);
  await phone.scan(SKU);
  await page.getByText(`5 / ${UNITS}`).first().waitFor();
  // The colleague takes all that is left.
  const { stops } = await person.call(getWave, { id: wave.id });
  const payload = { pickLineId: stops[0]?.id ?? 0, quantity: 3 };
  const scans = [{ seq: 1, kind: 'pick', at: new Date().toISOString(), payload }];
  await person.call(sendScans, { device: 'colleague', warehouseId: wave.warehouseId, scans });
  await phone.context.setOffline(false);
  // The device had gone on: now it says that this scan is not booked, and until when.
  const refusal = page.getByRole('alert', { name: '未入账' });
  await refusal.getByText(/拣货 .*SCAN-MUG/).waitFor();
  await page.reload();
  await refusal.getByText('这一次没有入账').waitFor();
  await phone.settled();
  expect(await seriousFindings(page)).toEqual([]);
  await phone.picture('scan-04-red-390');
  // Again it is refused again; nothing is lost meanwhile.
  // Between the two the alert is gone for no longer than the answer takes.
  const again = page.waitForResponse(`**/api${sendScans.path}`);
  await refusal.getByRole('button', { name: /重\s*试/ }).click();
  await (await again).finished();
  await refusal.getByText('这一次没有入账').waitFor();
  await page.getByRole('button', { name: '未入账' }).click();
  const report = page.getByRole('dialog', { name: '未入账的扫描' });
  await report.getByText(/已先完成：拣货/).waitFor();
  await phone.settled();
  await phone.picture('scan-03-refused-390');
  await report.getByRole('button', { name: '已处理' }).click();
  await report.getByText('没有未处理的扫描').waitFor();
  await page.keyboard.press('Escape');
  await report.waitFor({ state: 'hidden' });
  await refusal.getByRole('button', { name: /放\s*弃/ }).click();
  await refusal.waitFor({ state: 'detached' });
  expect(await picked()).toBe(UNITS);
  await phone.close();
});

test('a scan whose answer was still awaited when the power went is booked once', async () => {
  const { id } = await waveOf(2);
  const phone = await phoneBefore(BIN, `job=pick&wave=${id}`);
  const { page } = phone;
  await phone.scan(BIN);
  await page.getByText('库位正确').waitFor();
  const LOG = `**/api${sendScans.path}`;
  // It is booked, and the answer is lost.
  await page.route(LOG, async (route) => void (await route.fetch()), { times: 1 });
  await phone.scan(SKU);
  await expect.poll(() => picked(id)).toBe(1);
  // The page has no time to hear that its connection is gone.
  const left = await page.evaluate((name) => localStorage.getItem(name), `tw.scans.pick.${id}`);
  await page.addInitScript(`localStorage.setItem('tw.scans.pick.${id}', ${JSON.stringify(left)})`);
  const sentAgain = page.waitForResponse(LOG);
  await page.route(`**/api${getWave.path}*`, async (route) => {
    await sentAgain;
    await route.continue();
  });
  await page.reload();
  await page.getByText('这次扫描已记录').waitFor();
  await phone.scan(SKU);
  await page.getByText('已拣完，请送去打包').waitFor();
  expect(await picked(id)).toBe(2);
  await phone.close();
});

test('a scan whose answer the server no longer has is booked, and the page says so', async () => {
  const { id } = await waveOf(2);
  const phone = await phoneBefore(BIN, `job=pick&wave=${id}`);
  const { page } = phone;
  await phone.scan(BIN);
  await page.getByText('库位正确').waitFor();
  await page.route(
    `**/api${sendScans.path}`,
    async (route) => {
      const response = await route.fetch();
      const { data, ...envelope } = await response.json();
      const answers = data.answers.map((answer: object) => ({ ...answer, result: null }));
      await route.fulfill({ response, json: { ...envelope, data: { ...data, answers } } });
    },
    { times: 1 },
  );
  await phone.scan(SKU);
  await page.getByText('扫描已处理，但结果已无法显示').waitFor();
  expect(await picked(id)).toBe(1);
  await phone.scan(SKU);
  await page.getByText('已拣完，请送去打包').waitFor();
  expect(await picked(id)).toBe(2);
  await phone.close();
});

test('what a scanner types reaches the field after a job was chosen by hand', async () => {
  const { number } = await waveOf(1);
  const phone = await phoneBefore(BIN, 'job=move');
  const { page } = phone;
  await page.getByText('移库', { exact: true }).waitFor();
  await page.getByText('拣货', { exact: true }).click();
  await page.getByText('扫描波次号，或选择一个波次').waitFor();
  await page.locator('.tw-scan-input:focus').waitFor();
  await page.keyboard.type(number);
  await page.keyboard.press('Enter');
  await page.getByText(`去 ${BIN}，扫描库位`).waitFor();
  await phone.close();
});

async function shopOf(): Promise<number> {
  const { list } = await person.call(getUserShop, {});
  return list[0]?.id ?? 0;
}

async function picked(id = wave.id): Promise<number> {
  const { stops } = await person.call(getWave, { id });
  return stops.reduce((sum, stop) => sum + stop.picked, 0);
}
