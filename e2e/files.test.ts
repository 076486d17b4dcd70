import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type Person, somebody } from './person.ts';
import { foundCompany, furnish } from './workshop.ts';

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const CERTIFICATE = { name: '合格证.pdf', mimeType: 'application/pdf', buffer: PDF };

let person: Person;
beforeAll(async () => {
  person = await somebody();
  await foundCompany(person);
  const { products } = await furnish(person, ['MUG-RED']);
  await person.go(`/product/archive?open=${products[0]?.id}`);
  await person.page.getByRole('tab', { name: '附件' }).click();
});

test('a file is kept with a product and comes back as it was', async () => {
  const { page } = person;
  await page.locator('input[type=file]').setInputFiles(CERTIFICATE);
  const file = page.getByRole('button', { name: CERTIFICATE.name, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  expect(download.suggestedFilename()).toBe(CERTIFICATE.name);
  expect(readFileSync(await download.path())).toEqual(PDF);
});

test('what is too large or of another kind is refused by name', async () => {
  const { page } = person;
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await choose('large.pdf', Buffer.concat([PDF, Buffer.alloc(6 * 1024 * 1024)]));
  await page.getByText('large.pdf 超过 5 MB').waitFor();
  await choose('note.txt', Buffer.from('note'));
  await page.getByText(/note\.txt 不是 .*pdf.* 文件/).waitFor();
  await choose('fake.png', Buffer.from('MZ this is a program'));
  await page.getByText(/fake\.png：文件不是有效的/).waitFor();
  await person.picture('files-refused');
});

test('it is taken off again, and the history tells of both', async () => {
  const { page } = person;
  await page.getByRole('button', { name: `删除 ${CERTIFICATE.name}` }).click();
  await page.getByText('暂无附件').waitFor();
  await page.getByRole('tab', { name: '历史' }).click();
  await page.getByText('移除附件').waitFor();
  await page.getByText('添加附件').waitFor();
  expect(await page.getByText(CERTIFICATE.name).count()).toBe(2);
});
