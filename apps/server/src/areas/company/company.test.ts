import type { Call } from '@tradewind/contract/call.ts';
import {
  cancelCompanyChange,
  decideCompanyChange,
  getChangeLicence,
  getCompanyByCustomerId,
  getCompanyList,
  getLicence,
  getLogo,
  listCompanyChanges,
  removeLogo,
  updateCompany,
  uploadLicence,
  uploadLogo,
} from '@tradewind/contract/company.ts';
import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { png } from './company.testing.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await ownServer();
  main = await server.company('North Sea Trading');
});
afterAll(() => server.close());

const PDF = Buffer.from('%PDF-1.7\nlicence');

async function upload(call: Call, data: Buffer, name: string, fields: Record<string, string> = {}, as = main) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(data)]), name);
  const address = `${server.url}/api${call.path}`;
  const response = await fetch(address, { method: 'POST', headers: { token: as.token }, body: form });
  const envelope = (await response.json()) as { data: Record<string, unknown> & { fields?: { message: string }[] } };
  return { status: response.status, data: envelope.data };
}
const fetchFile = (call: Call, as: Person, query = '') =>
  fetch(`${server.url}/api${call.path}${query}`, { headers: { token: as.token } });

async function edited(changes: Record<string, unknown> = {}, as = main) {
  const { name, licenceNumber, province, city, address, contact, phone, email, timeZone, version } = await server.ok(
    getCompanyByCustomerId,
    {},
    as,
  );
  const kept = { name, licenceNumber, province, city, address, contact, phone, email, timeZone, version };
  return { ...kept, contact: contact || 'Li Wei', email: email || 'a@test.invalid', ...changes };
}
const audited = async (companyId: number) =>
  (
    await server.app.database.owner.query('select action, detail from audit_entry where company_id = $1 order by id', [
      companyId,
    ])
  ).rows as { action: string; detail: Record<string, unknown> }[];

describe('§7 Company: updateCompany', () => {
  it('changes address, contact, time zone and settings at once, and writes who did it', async () => {
    const settings = { passwordDays: 60, idleMinutes: 25, watermark: false };
    const company = await edited({ province: '广东省', city: '深圳市', timeZone: 'Europe/Berlin' });
    const done = await server.ok(updateCompany, { company, settings }, main);
    expect(done).toEqual({ version: company.version + 1, applied: false });
    expect(await server.ok(getCompanyByCustomerId, {}, main)).toMatchObject({
      province: '广东省',
      city: '深圳市',
      timeZone: 'Europe/Berlin',
      settings,
      change: null,
    });
    expect(await server.ok(getUserInfoMain, {}, main)).toMatchObject({
      idleMinutes: 25,
      watermark: false,
      timeZone: 'Europe/Berlin',
      passwordDaysLeft: 59,
    });
    const [entry] = (await audited(main.companyId)).filter((row) => row.action === 'company.edited');
    expect(entry?.detail.changes).toMatchObject({ city: ['', '深圳市'], 'company.idleMinutes': [10, 25] });
  });

  it('names who was faster when two edit one company', async () => {
    const [mine, theirs] = [await edited({ phone: '1' }), await edited({ phone: '2' })];
    const answers = await Promise.all([mine, theirs].map((company) => server.call(updateCompany, { company }, main)));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
    const refused = answers.find((a) => a.status === 409);
    expect(refused?.data).toMatchObject({ error: 'core.stale' });
    expect(refused?.msg).toContain(main.userLoginId);
  });

  it('refuses a time zone that is none, at its field', async () => {
    const answer = await server.call(updateCompany, { company: await edited({ timeZone: 'Mars/Olympus' }) }, main);
    expect(answer).toMatchObject({ status: 400, data: { fields: [{ path: 'company.timeZone' }] } });
  });

  it('turns a new name into an application that the provider approves', async () => {
    const provider = await server.company('The provider');
    await server.app.database.owner.query('update company set provider = true where id = $1', [provider.companyId]);
    const applicant = await server.company('Old name');
    const company = await edited({ name: 'New name', licenceNumber: '91440300X' }, applicant);
    expect(await server.ok(updateCompany, { company }, applicant)).toMatchObject({ applied: true });
    const waiting = await server.ok(getCompanyByCustomerId, {}, applicant);
    expect(waiting).toMatchObject({ name: 'Old name', change: { state: 'applying', name: 'New name' } });

    expect((await server.call(listCompanyChanges, {}, applicant)).status).toBe(404);
    const { list } = await server.ok(listCompanyChanges, {}, provider);
    const open = list.find((row) => row.customerId === String(applicant.companyId));
    expect(open).toMatchObject({ presentName: 'Old name', licenceNumber: '91440300X' });
    const id = open?.id ?? 0;
    expect((await server.call(decideCompanyChange, { id, approve: true }, applicant)).status).toBe(404);
    expect(await server.call(decideCompanyChange, { id, approve: false }, provider)).toMatchObject({
      data: { fields: [{ path: 'remark' }] },
    });
    await server.ok(decideCompanyChange, { id, approve: true }, provider);
    expect((await server.call(decideCompanyChange, { id, approve: true }, provider)).status).toBe(409);
    expect(await server.ok(getCompanyByCustomerId, {}, applicant)).toMatchObject({
      name: 'New name',
      licenceNumber: '91440300X',
      change: { state: 'approved' },
    });
    expect((await audited(applicant.companyId)).map((row) => row.action)).toContain('company.applicationApproved');
  });

  it('keeps the name when the application is rejected or taken back', async () => {
    const provider = await server.company('Provider 2');
    await server.app.database.owner.query('update company set provider = true where id = $1', [provider.companyId]);
    const applicant = await server.company('Same name');
    await server.ok(updateCompany, { company: await edited({ name: 'Other' }, applicant) }, applicant);
    const first = (await server.ok(getCompanyByCustomerId, {}, applicant)).change?.id ?? 0;
    await server.ok(decideCompanyChange, { id: first, approve: false, remark: 'illegible' }, provider);
    expect(await server.ok(getCompanyByCustomerId, {}, applicant)).toMatchObject({
      name: 'Same name',
      change: { state: 'rejected', remark: 'illegible' },
    });
    await server.ok(updateCompany, { company: await edited({ name: 'Third' }, applicant) }, applicant);
    const second = (await server.ok(getCompanyByCustomerId, {}, applicant)).change?.id ?? 0;
    await server.ok(cancelCompanyChange, { id: second }, applicant);
    expect((await server.call(decideCompanyChange, { id: second, approve: true }, provider)).status).toBe(409);
  });
});

describe('§7 Company: getCompanyList', () => {
  it('holds the own company and those of its group, and no other', async () => {
    const [a, b, c] = [await server.company('A'), await server.company('B'), await server.company('C')];
    expect((await server.ok(getCompanyList, {}, a)).list).toHaveLength(1);
    await server.app.database.owner.query('update company set group_id = 77 where id = any($1)', [
      [a.companyId, b.companyId],
    ]);
    const { list } = await server.ok(getCompanyList, {}, a);
    expect(list.map(({ name, own }) => [name, own])).toEqual([
      ['A', true],
      ['B', false],
    ]);
    expect((await server.ok(getCompanyList, {}, c)).list.map((row) => row.name)).toEqual(['C']);
  });
});

describe('§5 Logo: a 1050x180 PNG, preferably transparent', () => {
  it('is taken with exactly this size, shown and removed', async () => {
    expect(await upload(uploadLogo, png(1050, 180), 'logo.png')).toMatchObject({ data: { transparent: true } });
    expect(await upload(uploadLogo, png(1050, 180, 2), 'logo.png')).toMatchObject({ data: { transparent: false } });
    const shown = await fetchFile(getLogo, main);
    expect(shown.headers.get('content-type')).toContain('image/png');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png(1050, 180, 2));
    await server.ok(removeLogo, {}, main);
    expect((await fetchFile(getLogo, main)).status).toBe(404);
  });

  it.each([
    ['of another size', png(1050, 181), /1050×180.*1050×181/],
    ['cut off', png(1050, 180).subarray(0, 60), /损坏/],
    ['a renamed program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]), /png/],
    ['larger than 5 MB', Buffer.concat([png(1050, 180), Buffer.alloc(5.1 * 1024 * 1024)]), /5 MB/],
  ])('is refused %s', async (_what, data, said) => {
    const answer = await upload(uploadLogo, data, 'logo.png');
    expect(answer.status).toBe(400);
    expect(answer.data.fields?.[0]?.message).toMatch(said);
  });
});

describe('§2 /businesst: the business licence', () => {
  it('is an application; the file holds from the approval', async () => {
    const provider = await server.company('Provider 3');
    await server.app.database.owner.query('update company set provider = true where id = $1', [provider.companyId]);
    expect((await upload(uploadLicence, PDF, 'licence.pdf', { licenceNumber: '9144' })).status).toBe(200);
    expect((await fetchFile(getLicence, main)).status).toBe(404);
    const id = (await server.ok(getCompanyByCustomerId, {}, main)).change?.id ?? 0;
    expect((await fetchFile(getChangeLicence, main, `?id=${id}`)).status).toBe(404);
    expect(await (await fetchFile(getChangeLicence, provider, `?id=${id}`)).text()).toBe(PDF.toString());
    await server.ok(decideCompanyChange, { id, approve: true }, provider);
    expect(await (await fetchFile(getLicence, main)).text()).toBe(PDF.toString());
    expect(await server.ok(getCompanyByCustomerId, {}, main)).toMatchObject({ licence: 'pdf', licenceNumber: '9144' });
  });

  it('takes jpg, png and pdf alone', async () => {
    expect((await upload(uploadLicence, Buffer.from('GIF89a.......'), 'licence.png')).status).toBe(400);
  });
});
