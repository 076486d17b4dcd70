import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  companyRegisterAction,
  companyValidateMail,
  getCity,
  getProvince,
  reSendCheckCode,
} from '@tradewind/contract/company.ts';
import { getUserInfoMain, login } from '@tradewind/contract/identity.ts';
import { listExchangeRates } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownServer, type TestServer } from '../../testing/harness.ts';

const PASSWORD = 'Tradewind2026';
let server: TestServer;
beforeAll(async () => {
  server = await ownServer();
  await server.startWorker();
});
beforeEach(() => server.app.database.owner.query('delete from throttle'));
afterAll(() => server.close());

async function mailsTo(address: string): Promise<string[]> {
  const folder = join(server.app.config.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.includes(address)).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
const keyIn = (mail: string) => /[?&]key=([\w-]+)/.exec(mail)?.[1] ?? '';
const registration = (userLoginId: string) => ({
  company: {
    name: `Company of ${userLoginId}`,
    contact: 'Wang',
    province: '广东省',
    city: '深圳市',
    baseCurrency: 'USD',
  },
  account: { userLoginId, name: 'Wang', email: `${userLoginId}@test.invalid`, password: PASSWORD },
  language: 'en' as const,
});

describe('registering a company', () => {
  it('mails a key; until it is used nobody signs in', async () => {
    await server.ok(companyRegisterAction, registration('wang'));
    const [mail] = await server.until(async () => {
      const found = await mailsTo('wang@');
      return found.length > 0 && found;
    });
    expect(mail).toContain(`${server.url}/#/validateMail?key=`);
    expect(mail).toContain('Welcome to Tradewind');
    const credentials = { userLoginId: 'wang', password: PASSWORD };
    expect(await server.call(login, { ...credentials, password: 'Wrong-Password1' })).toMatchObject({ status: 422 });
    expect(await server.call(login, credentials)).toMatchObject({
      status: 403,
      data: { error: 'company.notValidated' },
    });

    expect((await server.call(companyValidateMail, { key: 'no-such-key' })).status).toBe(422);
    const key = keyIn(mail ?? '');
    await server.ok(companyValidateMail, { key });
    await server.ok(companyValidateMail, { key });
    const jobs = await server.app.database.owner.query(
      `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'settings.firstRates'`,
    );
    expect(jobs.rowCount).toBe(1);
    const { token } = await server.ok(login, credentials);
    const me = { userId: 0, companyId: 0, userLoginId: 'wang', token };
    expect(await server.ok(getUserInfoMain, {}, me)).toMatchObject({
      companyName: 'Company of wang',
      baseCurrency: 'USD',
      mainAccount: true,
      language: 'en',
    });
    const rates = await server.ok(listExchangeRates, {}, me);
    expect(rates.rows.find((row) => row.currency === 'CNY')).toBeDefined();
  });

  it('takes a login id once over all companies, also when two ask at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => server.call(companyRegisterAction, registration('twin'))));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400]);
    const refused = answers.find((a) => a.status === 400);
    expect(refused?.data).toMatchObject({ fields: [{ path: 'account.userLoginId' }] });
    const companies = await server.app.database.owner.query(`select 1 from company where name = 'Company of twin'`);
    expect(companies.rowCount).toBe(1);
  });

  it('names what is wrong with the input', async () => {
    const bad = registration('lili');
    const answer = await server.call(companyRegisterAction, {
      ...bad,
      company: { ...bad.company, name: '' },
      account: { ...bad.account, email: 'not a mail', password: 'short', userLoginId: 'l i' },
    });
    expect(answer.status).toBe(400);
    const fields = (answer.data as unknown as { fields: { path: string }[] }).fields.map((f) => f.path).sort();
    expect(fields).toEqual(['account.email', 'account.password', 'account.userLoginId', 'company.name']);
    const zone = { ...bad, company: { ...bad.company, timeZone: 'Mars/Olympus' } };
    expect((await server.call(companyRegisterAction, zone)).data).toMatchObject({
      fields: [{ path: 'company.timeZone' }],
    });
  });

  it('sends the key again; the former one is worth nothing then', async () => {
    await server.ok(companyRegisterAction, registration('zhao'));
    const [first = ''] = await server.until(async () => {
      const found = await mailsTo('zhao@');
      return found.length === 1 && found;
    });
    await server.ok(reSendCheckCode, { userLoginId: 'zhao' });
    await server.ok(reSendCheckCode, { userLoginId: 'nobody.at.all' });
    const [, second = ''] = await server.until(async () => {
      const found = await mailsTo('zhao@');
      return found.length === 2 && found;
    });
    expect((await server.call(companyValidateMail, { key: keyIn(first) })).status).toBe(422);
    await server.ok(companyValidateMail, { key: keyIn(second) });
  });

  it('is not done in bulk from one address', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await server.call(companyRegisterAction, registration('twin'))).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });
});

describe('provinces and cities', () => {
  it('are chosen from their list, or left empty', async () => {
    const chosen = async (province: string, city: string) => {
      const input = registration('mars');
      const answer = await server.call(companyRegisterAction, {
        ...input,
        company: { ...input.company, province, city },
      });
      return (answer.data as { fields?: { path: string }[] }).fields?.map(({ path }) => path);
    };
    expect(await chosen('Atlantis', '')).toEqual(['company.province']);
    expect(await chosen('广东省', '杭州市')).toEqual(['company.city']);
    expect(await chosen('', '深圳市')).toEqual(['company.city']);
    expect(await chosen('', '')).toBeUndefined();
  });

  it('are any text in another country', async () => {
    const input = registration('austin');
    const company = { ...input.company, country: 'US', province: 'Texas', city: 'Austin' };
    await server.ok(companyRegisterAction, { ...input, company });
    const { rows } = await server.app.database.owner.query(
      `select country, province, city from company where name = $1`,
      [company.name],
    );
    expect(rows).toEqual([{ country: 'US', province: 'Texas', city: 'Austin' }]);
  });

  it('are refused in the language of a browser that has chosen none', async () => {
    const refused = async (accepts: string) => {
      const answer = await fetch(`${server.url}/api${getCity.path}`, { headers: { 'accept-language': accepts } });
      return ((await answer.json()) as { msg: string }).msg;
    };
    expect(await refused('en-GB,zh;q=0.4')).toMatch(/^[ -~]+$/);
    expect(await refused('de,zh-CN;q=0.9,en;q=0.2')).toMatch(/[\u4e00-\u9fff]/);
  });

  it('are those of China', async () => {
    const provinces = await server.ok(getProvince, {});
    expect(provinces).toHaveLength(34);
    for (const province of provinces) expect((await server.ok(getCity, { province })).length).toBeGreaterThan(2);
    expect(await server.ok(getCity, { province: '广东省' })).toContain('深圳市');
    expect(await server.ok(getCity, { province: 'Atlantis' })).toEqual([]);
  });
});

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
/** The request as the web sends it: objects as JSON in a form, then the file. */
async function registerWith(userLoginId: string, data: Buffer, name = 'licence.pdf') {
  const form = new FormData();
  for (const [field, value] of Object.entries(registration(userLoginId)))
    form.append(field, typeof value === 'string' ? value : JSON.stringify(value));
  form.append('file', new Blob([new Uint8Array(data)]), name);
  const url = `${server.url}/api${companyRegisterAction.path}`;
  const response = await fetch(url, { method: 'POST', body: form });
  const { data: said } = (await response.json()) as { data: { fields?: { path: string; message: string }[] } };
  return { status: response.status, fields: said.fields };
}
const filesKept = async () => {
  const found = await readdir(join(server.app.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return found.filter((entry) => entry.isFile()).length;
};

describe('the licence within the registration', () => {
  it('waits for the provider with the number', async () => {
    expect(await registerWith('lice', PDF)).toMatchObject({ status: 200 });
    const { rows } = await server.app.database.owner.query<{ company: number; key: string }>(
      `select h.company_id as company, h.wanted ->> 'licenceFile' as key from company_change h
       join company c on c.id = h.company_id where c.name = 'Company of lice' and h.state = 'applying'`,
    );
    const [change] = rows;
    expect(change && (await server.app.files.get(change.company, change.key))).toEqual(PDF);
  });

  it('is kept only if the registration completes', async () => {
    const before = await filesKept();
    expect(await registerWith('lice', PDF)).toMatchObject({ status: 400, fields: [{ path: 'account.userLoginId' }] });
    expect(await filesKept()).toBe(before);
  });

  it('is refused before anything is made when it is too large, or a program under another name', async () => {
    const before = await filesKept();
    const large = Buffer.concat([PDF, Buffer.alloc(5.1 * 1024 * 1024)]);
    expect(await registerWith('huge', large)).toMatchObject({ status: 400, fields: [{ path: 'file' }] });
    const program = Buffer.from('MZ this is a program');
    expect(await registerWith('huge', program)).toMatchObject({ status: 400, fields: [{ path: 'file' }] });
    const made = await server.app.database.owner.query(`select 1 from company where name = 'Company of huge'`);
    expect([made.rowCount, await filesKept()]).toEqual([0, before]);
  });

  it('is not sent without end from one address', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 70; i++) statuses.add((await registerWith('many', Buffer.from('MZ'))).status);
    expect([...statuses]).toEqual([400, 429]);
  });
});
