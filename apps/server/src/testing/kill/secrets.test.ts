import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WEB_HEADER } from '@tradewind/contract/call.ts';
import { confirmSignIn, enableSecondFactor, login, startSecondFactor } from '@tradewind/contract/identity.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../../../sandbox/src/main.ts';
import { withShop } from '../../areas/channels/public.ts';
import { type Config, readConfig } from '../../core/config.ts';
import { systemContext } from '../../core/context.ts';
import { Vault } from '../../core/crypto.ts';
import { startEmbedded } from '../../core/database/embedded.ts';
import { openApp } from '../../core/start.ts';
import { codeOf } from '../authenticator.ts';
import { callOver, until } from '../harness.ts';
import { freePort, Program } from './program.ts';
import { connect, type KillWorld, makeWorld } from './world.ts';

// The secret of an installation changes as docs/operations.md says, with processes of both settings side by side.

const [OLD, NEW] = ['the first secret, of thirty-two letters', 'the second secret, of thirty-two letters'];
const OLD_ALONE = { TRADEWIND_SECRET: OLD };
const PREPARED = { TRADEWIND_SECRET: OLD, TRADEWIND_OTHER_SECRET: NEW };
const CHANGED = { TRADEWIND_SECRET: NEW, TRADEWIND_OTHER_SECRET: OLD };
const NEW_ALONE = { TRADEWIND_SECRET: NEW };
const AFTER_LOSS = { TRADEWIND_SECRET: 'the third secret, of thirty-two letters' };
type Secrets = Record<string, string>;

let world: KillWorld & { factor: string };
let owner: pg.Client;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const sandbox = await startSandbox({ port: 0, seed: 7, dataFile: '/nowhere', ordersPerShop: 0 });
  ends.push(() => sandbox.close());
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-secrets-'));
  await chmod(folder, 0o755);
  ends.push(() => rm(folder, { recursive: true, force: true }));
  // A server of its own: the password of the application's role belongs to the whole server.
  const server = await startEmbedded(folder, 'owner', { fsync: 'off' });
  ends.push(() => server.stop());
  const env = { ...OLD_ALONE, DATABASE_URL: server.url('postgres'), TRADEWIND_ROLES: 'migrate,api' };
  world = await makeWorld(
    await freePort(),
    sandbox.url,
    async ({ url, token }) => {
      const fields = { shopDomain: 'tradewind-demo.myshopify.com' };
      const shopIds = [await connect(url, token, { platform: 'shopify', fields, importDays: 30 })];
      const { secret: factor } = (await callOver(url, startSecondFactor, { password: 'Tradewind2026' }, token)).data;
      await callOver(url, enableSecondFactor, { code: codeOf(factor) }, token);
      return { shopIds, factor };
    },
    env,
  );
  owner = new pg.Client({ connectionString: env.DATABASE_URL });
  await owner.connect();
  ends.push(() => owner.end());
}, 180_000);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function program(secrets: Secrets, roles = 'api'): Promise<Program> {
  const started = new Program({ ...world.env, ...secrets, TRADEWIND_ROLES: roles, PORT: String(await freePort()) });
  ends.push(() => started.stop());
  await started.start();
  return started;
}

/** A process that ends by itself. */
function begun(script: string, args: string[], secrets: Secrets) {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../..', script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...world.env, ...secrets },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  return { child, ended };
}
const secretsCommand = (command: string, secrets: Secrets) => begun('commands/secrets.ts', [command], secrets).ended;

async function post(url: string, path: string, body: object) {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [WEB_HEADER]: 'web' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { code: number; data: { token: string; step: string } };
}
const typePassword = (url: string) => post(url, login.path, { userLoginId: 'kill', password: 'Tradewind2026' });

/** Signs in at this process with password and code. */
async function signIn(url: string): Promise<number> {
  await owner.query('update second_factor set last_step = 0');
  const { data } = await typePassword(url);
  return (await post(url, confirmSignIn.path, { token: data.token, code: codeOf(world.factor) })).code;
}

const configOf = (secrets: Secrets): Config =>
  readConfig({ ...world.env, ...secrets, TRADEWIND_ROLES: 'api', LOG_LEVEL: 'silent' });

/** Uses the shop in a process of these secrets, which first renews the shop's tokens at the platform. */
async function useShop(secrets: Secrets): Promise<void> {
  const { app, close } = await openApp(configOf(secrets));
  try {
    const [shopId = 0] = world.shopIds;
    const { tokens } = (await owner.query('select tokens from shop where id = $1', [shopId])).rows[0];
    const ending = { ...app.vault.open<object>(tokens), accessExpiresAt: new Date().toISOString() };
    await owner.query('update shop set tokens = $2 where id = $1', [shopId, app.vault.seal(ending)]);
    const ctx = systemContext(world.companyId, 'test');
    const shop = await withShop(app, ctx, shopId, (connector, access) => connector.describeShop(access));
    expect(shop.currency).toBe('USD');
  } finally {
    await close();
  }
}

const sealedNow = async () => {
  const { rows } = await owner.query(
    'select tokens as value from shop union all select secret from second_factor order by 1',
  );
  return rows.map(({ value }) => value as Buffer);
};
const openBy = async (secret: string) =>
  (await sealedNow()).filter((value) => new Vault(secret).sealerOf(value) === 'present').length;

test('a process under a new secret alone does not start, says what is lacking, and changes nothing', async () => {
  const before = await sealedNow();
  for (const TRADEWIND_ROLES of ['api', 'migrate,api', 'worker']) {
    const { code, said } = await begun('main.ts', [], { ...NEW_ALONE, TRADEWIND_ROLES }).ended;
    expect(code).toBe(1);
    expect(said).toBe(
      '2 sealed values can be opened neither by TRADEWIND_SECRET nor by TRADEWIND_OTHER_SECRET (second_factor.secret 1, shop.tokens 1). Add the secret that sealed them to TRADEWIND_OTHER_SECRET. None of them was changed. Only if that secret is lost: npm run secrets -- forget.\n',
    );
  }
  expect(await sealedNow()).toEqual(before);
  await useShop(OLD_ALONE);
});

test('the secret changes step by step under work: each process opens what any other sealed, also after a kill', async () => {
  const running = await program(OLD_ALONE);
  const prepared = await program(PREPARED);
  for (const secrets of [PREPARED, OLD_ALONE]) await useShop(secrets);
  for (const { url } of [running, prepared]) expect(await signIn(url)).toBe(200);
  await running.stop();

  // From here on they seal by the new one, and `migrate` has given the application's role another password.
  const changed = await program(CHANGED, 'migrate,api');
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'tradewind_app'`);
  for (const secrets of [CHANGED, PREPARED, CHANGED]) await useShop(secrets);
  for (const { url } of [prepared, changed]) expect(await signIn(url)).toBe(200);
  expect([await openBy(OLD), await openBy(NEW)]).toEqual([1, 1]);
  await prepared.stop();

  expect(await secretsCommand('check', CHANGED)).toEqual({
    code: 1,
    said: expect.stringMatching(/second_factor.secret: 0 by the present secret, 1 by others[\s\S]*1 values still need/),
  });
  await killedHalfWay();
  expect(await signIn(changed.url)).toBe(200);
  await useShop(CHANGED);

  expect(await secretsCommand('renew', CHANGED)).toMatchObject({ code: 0 });
  expect([await openBy(OLD), await openBy(NEW)]).toEqual([0, 2]);
  expect(await signIn(changed.url)).toBe(200);

  const alone = await program(NEW_ALONE, 'migrate,api');
  await useShop(NEW_ALONE);
  expect(await signIn(alone.url)).toBe(200);
  const { code, said } = await begun('main.ts', [], { ...OLD_ALONE, TRADEWIND_ROLES: 'migrate,api' }).ended;
  expect([code, said.slice(0, 18)]).toEqual([1, '2 sealed values ca']);
  expect(await signIn(alone.url)).toBe(200);
});

test('when the secret is lost, what it sealed is removed on command, and people set up again what is gone', async () => {
  expect(await secretsCommand('forget', AFTER_LOSS)).toEqual({
    code: 0,
    said: '2 values that no secret opens were removed.\nNothing that is stored needs TRADEWIND_OTHER_SECRET.\n',
  });
  const { rows } = await owner.query('select state, tokens from shop');
  expect(rows).toEqual([{ state: 'expired', tokens: null }]);
  const { url } = await program(AFTER_LOSS);
  expect(await typePassword(url)).toMatchObject({ code: 200, data: { step: 'done' } });
});

test('the embedded database takes the password of the new secret, while the one before it is known', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-secrets-own-'));
  await chmod(folder, 0o755);
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const opens = (secrets: Secrets) =>
    openApp(readConfig({ TRADEWIND_DATA: folder, TRADEWIND_DEMO: 'off', LOG_LEVEL: 'silent', ...secrets })).then(
      async ({ app, close }) => {
        const { rows } = await app.database.pool.query('select current_user as name').finally(close);
        return rows[0].name as string;
      },
      (error: Error) => error.message,
    );
  expect(await opens(OLD_ALONE)).toBe('tradewind_app');
  expect(await opens(NEW_ALONE)).toMatch(/was last run under another secret/);
  expect(await opens(CHANGED)).toBe('tradewind_app');
  expect(await opens(NEW_ALONE)).toBe('tradewind_app');
});

/** The command is killed while it waits for the second of two values. */
async function killedHalfWay(): Promise<void> {
  // Both by the old secret once more.
  await useShop(PREPARED);
  expect(await openBy(OLD)).toBe(2);
  const holder = new pg.Client({ connectionString: world.env.DATABASE_URL });
  await holder.connect();
  await holder.query('begin; select from shop for update');
  const { child, ended } = begun('commands/secrets.ts', ['renew'], CHANGED);
  await until(async () => (await openBy(NEW)) === 1);
  child.kill('SIGKILL');
  await ended;
  await holder.query('rollback');
  await holder.end();
  // A statement that still waited may be carried out at any moment: one look sees both.
  const both = new Vault(NEW, [OLD]);
  const sealers = (await sealedNow()).map((value) => both.sealerOf(value));
  expect(sealers).toHaveLength(2);
  expect(sealers).not.toContain('unknown');
}
