import { randomBytes } from 'node:crypto';
import { enableSecondFactor, startSecondFactor } from '@tradewind/contract/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBusyWorld } from '../areas/integrity/integrity.testing.ts';
import { codeOf } from '../testing/authenticator.ts';
import { ownServer, type Person, type TestServer } from '../testing/harness.ts';
import { ConfigError, readConfig } from './config.ts';
import { Vault } from './crypto.ts';
import { reseal } from './reseal.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await ownServer();
  main = (await openBusyWorld(server)).main;
  const { secret } = await server.ok(startSecondFactor, { password: 'Tradewind2026' }, main);
  await server.ok(enableSecondFactor, { code: codeOf(secret) }, main);
}, 120_000);
afterAll(() => server.close());

const secret = () => randomBytes(20).toString('hex');
const owner = (text: string, values: unknown[] = []) => server.app.database.owner.query(text, values);

/** Every value of bytes in the database that this vault opens, by place. */
async function openedBy(vault: Vault): Promise<Map<string, unknown>> {
  const { rows: columns } = await owner(`select table_name as t, column_name as c from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' order by 1, 2`);
  const opened = new Map<string, unknown>();
  for (const { t, c } of columns) {
    const { rows } = await owner(
      `select to_jsonb(x) - '${c}' as key, ${c} as value from ${t} x where ${c} is not null`,
    );
    for (const { key, value } of rows)
      try {
        opened.set(`${t}.${c} ${JSON.stringify(key)}`, vault.open(value));
      } catch {
        // A hash, or sealed with another secret.
      }
  }
  return opened;
}

describe('a new secret of the installation', () => {
  it('opens what the one before it sealed, and after sealing all anew does without it', async () => {
    const before = await openedBy(server.app.vault);
    const kinds = new Set([...before.keys()].map((key) => key.split(' ')[0]));
    expect([...kinds]).toEqual(expect.arrayContaining(['second_factor.secret', 'shop.tokens']));
    const next = secret();
    const both = new Vault(next, [secret(), server.app.config.secret]);
    const alone = new Vault(next);
    expect(await openedBy(both)).toEqual(before);
    expect((await openedBy(alone)).size).toBe(0);
    const counted = await reseal({ ...server.app, vault: both }, false);
    expect([...counted.values()].reduce((sum, each) => sum + each, 0)).toBe(before.size);
    expect((await openedBy(alone)).size).toBe(0);
    expect(await reseal({ ...server.app, vault: both }, true)).toEqual(counted);
    expect(await openedBy(alone)).toEqual(before);
    expect((await openedBy(server.app.vault)).size).toBe(0);
    expect((await reseal({ ...server.app, vault: both }, true)).size).toBe(0);
    expect((await reseal({ ...server.app, vault: new Vault(server.app.config.secret, [next]) }, true)).size).toBe(
      counted.size,
    );
  });

  it('leaves what somebody changes in the meantime as they made it', async () => {
    const next = secret();
    const both = new Vault(next, [server.app.config.secret]);
    const mine = 'update second_factor set secret = $1 where user_id = $2';
    const changed = both.seal('CHANGED');
    const racing = Object.assign(Object.create(server.app.database), {
      owner: Object.assign(Object.create(server.app.database.owner), {
        query: async (text: string, values: unknown[]) => {
          if (text.startsWith('update "second_factor"')) await owner(mine, [changed, main.userId]);
          return owner(text, values);
        },
        connect: () => server.app.database.owner.connect(),
      }),
    });
    await reseal({ ...server.app, database: racing, vault: both }, true);
    const { rows } = await owner('select secret from second_factor where user_id = $1', [main.userId]);
    expect(new Vault(next).open(rows[0].secret)).toBe('CHANGED');
    await reseal({ ...server.app, vault: new Vault(server.app.config.secret, [next]) }, true);
  });

  it('is read from the environment, and a short one is refused', () => {
    const [one, two] = [secret(), secret()];
    const config = readConfig({ TRADEWIND_SECRET: secret(), TRADEWIND_SECRET_OLD: ` ${one}, ${two}` });
    expect(config.earlierSecrets).toEqual([one, two]);
    expect(() => readConfig({ TRADEWIND_SECRET: one, TRADEWIND_SECRET_OLD: `${two},short` })).toThrow(ConfigError);
  });
});
