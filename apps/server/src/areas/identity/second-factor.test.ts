import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rights } from '@tradewind/contract/access/modules.ts';
import { WEB_HEADER } from '@tradewind/contract/call.ts';
import { getCompanyByCustomerId, updateCompany } from '@tradewind/contract/company.ts';
import {
  confirmSignIn,
  disableSecondFactor,
  editPasswordWithOriginal,
  enableSecondFactor,
  getOneUserForUpdate,
  getSecondFactor,
  getUserInfoMain,
  login,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
  userAccountDel,
} from '@tradewind/contract/identity.ts';
import { listAudit } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../testing/authenticator.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { resetFactorOf } from './own-factor.ts';

const PASSWORD = 'Tradewind2026';
let server: TestServer;
let main: Person;

beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
  await server.startWorker();
});
afterAll(() => server.close());

const owner = (text: string, values: unknown[] = []) => server.app.database.owner.query(text, values);
const password = (person: Person, jar?: Jar) =>
  browse(login, { userLoginId: person.userLoginId, password: PASSWORD }, jar);
const confirm = (token: string, code: string, jar?: Jar, remember = false) =>
  browse(confirmSignIn, { token, code, remember }, jar);
const wrongCode = { status: 400, fields: [{ path: 'code' }] };

interface Jar {
  cookies: Record<string, string>;
}
/** As a browser, which keeps its cookies. */
async function browse(call: typeof login | typeof confirmSignIn, input: object, jar: Jar = { cookies: {} }) {
  const cookie = Object.entries(jar.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const response = await fetch(`${server.url}/api${call.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [WEB_HEADER]: 'web', cookie },
    body: JSON.stringify(input),
  });
  for (const set of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (/max-age=0/i.test(set)) delete jar.cookies[name];
    else jar.cookies[name] = value;
  }
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  return { status: response.status, ...data } as {
    status: number;
    token: string;
    step: string;
    mayRemember: boolean;
    error?: string;
    fields?: { path: string }[];
  };
}

/** Turns it on: the first code is that of half a minute ago, so that the present one is still good. */
async function enrolled(person?: Person) {
  const who = person ?? (await server.member(main.companyId));
  const { secret } = await server.ok(startSecondFactor, { password: PASSWORD }, who);
  const { recoveryCodes } = await server.ok(enableSecondFactor, { code: codeOf(secret, -1) }, who);
  return { who, secret, recoveryCodes };
}
/** As if half a minute had passed since the last code. */
const later = (person: Person) =>
  owner('update second_factor set last_step = last_step - 1 where user_id = $1', [person.userId]);
const noWaiting = () => owner(`delete from throttle where key like 'code:%' or key like 'password:%'`);
const settings = async (change: object) => {
  const { name, licenceNumber, country, province, city, address, contact, phone, email, timeZone, version } =
    await server.ok(getCompanyByCustomerId, {}, main);
  const chosen = { passwordDays: 90, idleMinutes: 10, watermark: true, ...change };
  const company = { name, licenceNumber, country, province, city, address, contact, phone, email, timeZone, version };
  return server.call(
    updateCompany,
    { company: { ...company, contact: contact || 'Lin', email: email || 'lin@test.invalid' }, settings: chosen },
    main,
  );
};
async function mailsTo(person: Person): Promise<string> {
  const folder = join(server.app.config.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.includes(person.userLoginId));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}
const loggedOf = async (person: Person) => {
  const { rows } = await server.ok(listAudit, { targetKind: 'user', targetId: String(person.userId) }, main);
  return rows.map((row) => row.action);
};

describe('turning on two-step sign-in', () => {
  it('takes the password, then a first code, and gives ten recovery codes', async () => {
    const person = await server.member(main.companyId);
    expect(await server.call(startSecondFactor, { password: 'Wrong-Password1' }, person)).toMatchObject({
      status: 400,
    });
    const early = await server.call(enableSecondFactor, { code: '123456' }, person);
    expect(early).toMatchObject({ status: 409, data: { error: 'identity.factorNotStarted' } });
    const { secret } = await server.ok(startSecondFactor, { password: PASSWORD }, person);
    expect((await server.call(enableSecondFactor, { code: codeOf(secret, 3) }, person)).status).toBe(400);
    expect((await server.ok(getSecondFactor, {}, person)).enabledAt).toBeNull();
    expect((await password(person)).step).toBe('done');
    const { recoveryCodes } = await server.ok(enableSecondFactor, { code: codeOf(secret) }, person);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await server.ok(getSecondFactor, {}, person)).toMatchObject({ codesLeft: 10, required: false });
    expect(await loggedOf(person)).toContain('identity.factorEnabled');
    await server.until(async () => (await mailsTo(person)).includes('两步验证'));
    const again = await server.call(startSecondFactor, { password: PASSWORD }, person);
    expect(again).toMatchObject({ status: 409, data: { error: 'identity.factorExists' } });
  });

  it('keeps the secret sealed, and of recovery codes only hashes', async () => {
    const { who, secret, recoveryCodes } = await enrolled();
    const { rows } = await owner(
      `select encode(secret, 'escape') || (select string_agg(encode(code_hash, 'escape'), '') from recovery_code c
         where c.user_id = f.user_id) as kept from second_factor f where user_id = $1`,
      [who.userId],
    );
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(rows[0].kept).not.toContain(plain);
  });

  it('ends the sessions that the password alone had opened, but for this one', async () => {
    const person = await server.member(main.companyId);
    const { token } = await password(person);
    await server.ok(getUserInfoMain, {}, { ...person, token });
    await enrolled(person);
    expect((await server.call(getUserInfoMain, {}, { ...person, token })).status).toBe(401);
    await server.ok(getUserInfoMain, {}, person);
  });
});

describe('signing in with two steps', () => {
  it('opens a session with a code, and each code is good once', async () => {
    const { who, secret } = await enrolled();
    const jar: Jar = { cookies: {} };
    const first = await password(who, jar);
    expect(first).toMatchObject({ status: 200, step: 'code', mayRemember: true });
    expect(Object.keys(jar.cookies)).toEqual(['signInStep']);
    expect((await server.call(getUserInfoMain, {}, { ...who, token: first.token })).status).toBe(401);
    const code = codeOf(secret);
    // The browser sends its cookie instead.
    const done = await confirm('', `${code.slice(0, 3)} ${code.slice(3)}`, jar);
    expect(done).toMatchObject({ status: 200, step: 'done' });
    expect(Object.keys(jar.cookies).sort()).toEqual(['knownBrowser', 'token1']);
    await server.ok(getUserInfoMain, {}, { ...who, token: done.token });
    const second = await password(who);
    expect(await confirm(second.token, code)).toMatchObject(wrongCode);
    expect(await confirm(second.token, codeOf(secret, 1))).toMatchObject({ status: 200 });
    await noWaiting();
  });

  it('takes a code once, also when it comes ten times at once', async () => {
    const { who, secret } = await enrolled();
    const steps = await Promise.all(Array.from({ length: 10 }, () => password(who)));
    const code = codeOf(secret);
    const answers = await Promise.all(steps.map(({ token }) => confirm(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await noWaiting();
  });

  it('takes each recovery code once, however it is typed, and says so by mail', async () => {
    const { who, recoveryCodes } = await enrolled();
    const [one = '', two = ''] = recoveryCodes;
    expect((await confirm((await password(who)).token, one)).status).toBe(200);
    expect(await confirm((await password(who)).token, one)).toMatchObject(wrongCode);
    expect((await confirm((await password(who)).token, two.replaceAll('-', ' ').toLowerCase())).status).toBe(200);
    expect((await server.ok(getSecondFactor, {}, who)).codesLeft).toBe(8);
    expect(await loggedOf(who)).toContain('identity.recoveryCodeUsed');
    await server.until(async () => (await mailsTo(who)).includes('恢复码'));
    await noWaiting();
  });

  it('makes an account wait after five wrong codes from one address, even with the right one', async () => {
    const { who, secret } = await enrolled();
    const { token } = await password(who);
    for (let i = 0; i < 4; i++) expect(await confirm(token, '000000')).toMatchObject(wrongCode);
    expect((await confirm(token, '000000')).status).toBe(429);
    expect((await confirm(token, codeOf(secret))).status).toBe(429);
    // The right password does not give new tries.
    expect((await confirm((await password(who)).token, codeOf(secret))).status).toBe(429);
    expect(await loggedOf(who)).toContain('identity.codeFailed');
    await noWaiting();
    expect((await confirm(token, codeOf(secret))).status).toBe(200);
  });

  it('waits five minutes for the code, and is good once', async () => {
    const { who, secret } = await enrolled();
    const { token } = await password(who);
    const { rows } = await owner(
      `select extract(epoch from expires_at - now())::int as seconds from pending_sign_in where user_id = $1`,
      [who.userId],
    );
    expect(rows[0].seconds).toBeGreaterThan(280);
    expect(rows[0].seconds).toBeLessThanOrEqual(300);
    await owner(`update pending_sign_in set expires_at = now() - interval '1 second' where user_id = $1`, [who.userId]);
    expect(await confirm(token, codeOf(secret))).toMatchObject({ status: 422, error: 'identity.signInOver' });
    const next = await password(who);
    expect((await confirm(next.token, codeOf(secret))).status).toBe(200);
    await later(who);
    expect(await confirm(next.token, codeOf(secret))).toMatchObject({ status: 422, error: 'identity.signInOver' });
  });
});

describe('a browser that is to be remembered', () => {
  it('needs no code for 30 days, and a new password makes it need one', async () => {
    const { who, secret } = await enrolled();
    const jar: Jar = { cookies: {} };
    await confirm((await password(who, jar)).token, codeOf(secret), jar, true);
    expect(await password(who, jar)).toMatchObject({ step: 'done' });
    // The secret of the browser changes with each sign-in; what it may stays.
    expect(await password(who, jar)).toMatchObject({ step: 'done' });
    expect(await password(who)).toMatchObject({ step: 'code' });
    await owner(`update known_browser set skips_code_until = now() - interval '1 second' where user_id = $1`, [
      who.userId,
    ]);
    expect(await password(who, jar)).toMatchObject({ step: 'code' });
    await owner(`update known_browser set skips_code_until = now() + interval '1 day' where user_id = $1`, [
      who.userId,
    ]);
    const next = { userLoginId: who.userLoginId, originalPassword: PASSWORD, password: 'Tradewind2027' };
    await server.ok(editPasswordWithOriginal, next, who);
    const after = { userLoginId: who.userLoginId, password: 'Tradewind2027' };
    expect(await browse(login, after, jar)).toMatchObject({ step: 'code' });
  });

  it('is not, where it was not ticked or the company does not let it', async () => {
    const { who, secret } = await enrolled();
    const jar: Jar = { cookies: {} };
    await confirm((await password(who, jar)).token, codeOf(secret), jar);
    const step = await password(who, jar);
    expect(step).toMatchObject({ step: 'code', mayRemember: true });
    await confirm(step.token, codeOf(secret, 1), jar, true);
    expect((await settings({ rememberBrowsers: false })).status).toBe(200);
    expect(await password(who, jar)).toMatchObject({ step: 'code', mayRemember: false });
    await settings({ rememberBrowsers: true });
  });
});

describe('turning it off', () => {
  it('needs the password and a code', async () => {
    const { who, secret } = await enrolled();
    const off = (input: { password: string; code: string }) => server.call(disableSecondFactor, input, who);
    expect((await off({ password: 'Wrong-Password1', code: codeOf(secret) })).status).toBe(400);
    expect((await off({ password: PASSWORD, code: '000000' })).status).toBe(400);
    expect((await off({ password: PASSWORD, code: codeOf(secret) })).status).toBe(200);
    expect(await password(who)).toMatchObject({ step: 'done' });
    expect(await loggedOf(who)).toContain('identity.factorDisabled');
    await noWaiting();
  });

  it('new recovery codes take the place of the old ones', async () => {
    const { who, secret, recoveryCodes } = await enrolled();
    const fresh = await server.ok(renewRecoveryCodes, { password: PASSWORD, code: codeOf(secret) }, who);
    expect(await confirm((await password(who)).token, recoveryCodes[0] ?? '')).toMatchObject(wrongCode);
    expect((await confirm((await password(who)).token, fresh.recoveryCodes[0] ?? '')).status).toBe(200);
    await noWaiting();
  });

  it('is done by who may set passwords, for a member who lost the phone', async () => {
    const { who } = await enrolled();
    const helper = await server.member(main.companyId, [rights.account.view, rights.account.password]);
    const other = await server.member(main.companyId);
    const input = { userLoginId: who.userLoginId };
    expect((await server.call(resetSecondFactor, input, other)).status).toBe(403);
    expect((await server.ok(getOneUserForUpdate, input, helper)).secondFactor).toBe(true);
    await server.ok(resetSecondFactor, input, helper);
    expect((await server.call(getUserInfoMain, {}, who)).status).toBe(401);
    expect(await password(who)).toMatchObject({ step: 'done' });
    expect(await loggedOf(who)).toContain('identity.factorReset');
    await server.until(async () => (await mailsTo(who)).includes('管理员已重置'));
    expect(await server.call(resetSecondFactor, input, helper)).toMatchObject({ status: 404 });
    const own = { userLoginId: helper.userLoginId };
    expect(await server.call(resetSecondFactor, own, helper)).toMatchObject({ data: { error: 'identity.ownFactor' } });
    const ofMain = { userLoginId: main.userLoginId };
    expect(await server.call(resetSecondFactor, ofMain, helper)).toMatchObject({
      data: { error: 'identity.mainOnly' },
    });
  });

  it('is done by the operator for an only main account, which nobody else can help', async () => {
    const only = await server.company();
    await enrolled(only);
    await resetFactorOf(server.app, 'shell:ops', only.userLoginId);
    expect((await server.call(getUserInfoMain, {}, only)).status).toBe(401);
    expect(await password(only)).toMatchObject({ step: 'done' });
    await server.until(async () => (await mailsTo(only)).includes('管理员已重置'));
    const { rows } = await owner(
      `select actor, target_name as name from audit_entry where company_id = $1 and action = 'identity.factorReset'`,
      [only.companyId],
    );
    expect(rows).toEqual([
      { actor: expect.stringMatching(/^shell:./), name: expect.stringContaining(only.userLoginId) },
    ]);
    for (const login of [only.userLoginId, 'nobody-of-this-name'])
      await expect(resetFactorOf(server.app, 'shell:ops', login)).rejects.toMatchObject({ status: 404 });
  });

  it('goes with the account', async () => {
    const { who } = await enrolled();
    await server.ok(userAccountDel, { userLoginIds: [who.userLoginId] }, main);
    const { rows } = await owner(
      `select (select count(*) from second_factor where user_id = $1)::int
        + (select count(*) from recovery_code where user_id = $1)::int as left`,
      [who.userId],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});

describe('a company that requires it', () => {
  it('lets people without it do nothing but set it up, and nobody turn it off', async () => {
    const [person, { who, secret }] = [await server.member(main.companyId), await enrolled()];
    expect(await settings({ secondFactor: true })).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'settings.secondFactor' }] },
    });
    const own = await enrolled(main);
    expect((await settings({ secondFactor: true })).status).toBe(200);
    expect(await server.call(getCompanyByCustomerId, {}, person)).toMatchObject({
      status: 403,
      data: { error: 'identity.factorNeeded' },
    });
    expect((await server.ok(getUserInfoMain, {}, person)).secondFactorNeeded).toBe(true);
    expect((await server.ok(getUserInfoMain, {}, who)).secondFactorNeeded).toBe(false);
    expect(await server.ok(getSecondFactor, {}, person)).toMatchObject({ enabledAt: null, required: true });
    const off = await server.call(disableSecondFactor, { password: PASSWORD, code: codeOf(secret) }, who);
    expect(off).toMatchObject({ status: 422, data: { error: 'identity.factorRequired' } });
    await enrolled(person);
    await server.ok(getCompanyByCustomerId, {}, person);
    expect((await settings({ secondFactor: false })).status).toBe(200);
    await server.ok(disableSecondFactor, { password: PASSWORD, code: codeOf(own.secret) }, main);
  });
});
