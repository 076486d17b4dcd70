import { randomBytes } from 'node:crypto';
import type { Tokens } from '@tradewind/connectors/types.ts';
import { addDeveloper, getDeveloper } from '@tradewind/contract/developer.ts';
import { enableSecondFactor, getSecondFactor, startSecondFactor } from '@tradewind/contract/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withShop } from '../areas/channels/public.ts';
import { type Outside, openOutside } from '../areas/channels/testing/sandbox.ts';
import { forgetUnopened } from '../areas/company/public.ts';
import { codeOf } from '../testing/authenticator.ts';
import type { Person } from '../testing/harness.ts';
import type { App } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { isSameSealed, Vault } from './crypto.ts';
import { assertOpens, reseal, sealersOf } from './reseal.ts';
import { SEALED } from './sealed.ts';

let outside: Outside;
let main: Person & { ctx: Ctx };
let shopId: number;
const owner = (text: string, values: unknown[] = []) => outside.server.app.database.owner.query(text, values);
const newSecret = () => randomBytes(20).toString('hex');
const SHOPIFY = { platform: 'shopify' as const, fields: { shopDomain: 'tradewind-demo.myshopify.com' } };

beforeAll(async () => {
  outside = await openOutside();
  main = await outside.server.company('Sellers');
  ({ shopId } = await outside.connect(main, SHOPIFY));
  const { secret } = await outside.server.ok(startSecondFactor, { password: 'Tradewind2026' }, main);
  await outside.server.ok(enableSecondFactor, { code: codeOf(secret) }, main);
}, 120_000);
afterAll(() => outside.close());

/** The same program under another secret, which knows these others. */
const under = (secret: string, ...others: string[]): App => {
  const { app } = outside.server;
  const config = { ...app.config, secret, otherSecrets: others };
  return { ...app, config, vault: new Vault(secret, others) };
};
const sumOf = async (app: App, which: 'present' | 'other' | 'unknown') =>
  (await sealersOf(app)).reduce((all, column) => all + column[which], 0);
const tokensOf = async (id = shopId): Promise<Buffer> =>
  (await owner('select tokens from shop where id = $1', [id])).rows[0].tokens;

describe('a sealed value', () => {
  const [first, second] = [newSecret(), newSecret()];
  const sealed = new Vault(first).seal({ token: 'é' });

  it('opens by any secret of the vault, and is sealed by the present one', () => {
    const both = new Vault(second, [newSecret(), first]);
    expect(both.open(sealed)).toEqual({ token: 'é' });
    expect(both.sealerOf(sealed)).toBe('other');
    expect(new Vault(second).open(both.seal(1))).toBe(1);
    expect(new Vault(second).sealerOf(sealed)).toBe('unknown');
    expect(() => new Vault(second).open(sealed)).toThrow('does not know');
    for (const broken of [Buffer.alloc(0), Buffer.alloc(28), sealed.subarray(0, -1)])
      expect(both.sealerOf(broken)).toBe('unknown');
  });

  it('is known again after it was sealed anew, and no other value is', () => {
    const anew = new Vault(second, [first]).sealAnew(sealed);
    expect(new Vault(second).open(anew)).toEqual({ token: 'é' });
    expect(anew.equals(sealed)).toBe(false);
    expect(isSameSealed(anew, sealed)).toBe(true);
    expect(isSameSealed(new Vault(second).seal({ token: 'é' }), sealed)).toBe(false);
    expect([isSameSealed(null, sealed), isSameSealed(null, null)]).toEqual([false, false]);
  });
});

it('knows every column that is sealed: other bytes are hashes, a salt and numbers', async () => {
  const { rows } = await owner(`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' order by 1`);
  const open = ['demand_month.units', 'second_factor.salt'];
  const bytes = rows.map(({ name }) => name as string).filter((name) => !name.endsWith('_hash'));
  expect(bytes.filter((name) => !open.includes(name))).toEqual([...SEALED].sort());
});

it('seals all columns of all rows anew, so that the new secret alone opens them', async () => {
  const { app } = outside.server;
  await owner(
    `insert into supplier (company_id, code, name_zh, currency, bank, created_at, updated_at)
     select $1, 'S' || n, 'S' || n, 'CNY', $2, now(), now() from generate_series(1, 700) n`,
    [main.companyId, app.vault.seal({ account: '1' })],
  );
  const values = await sumOf(app, 'present');
  expect(values).toBeGreaterThanOrEqual(702);
  const [before, next] = [app.config.secret, newSecret()];
  const both = under(next, newSecret(), before);
  expect(await sumOf(both, 'other')).toBe(values);
  expect(await reseal(both)).toBe(values);
  expect(await sumOf(under(next), 'present')).toBe(values);
  expect(await reseal(both)).toBe(0);
  await expect(assertOpens(under(before))).rejects.toThrow(
    /^70\d sealed values .*second_factor.secret 1, shop.tokens 1, supplier.bank 700\)/,
  );
  await expect(assertOpens(under(before))).rejects.toThrow(ConfigError);
  await assertOpens(both);
  await assertOpens(under(next));
  const described = await withShop(under(next), main.ctx, shopId, (connector, access) =>
    connector.describeShop(access),
  );
  expect(described.currency).toBe('USD');
  // Back, as an operator may who thinks better of it.
  expect(await reseal(under(before, next))).toBe(values);
});

it('removes what no secret opens, and each thing says that it is to be set up again', async () => {
  const { app } = outside.server;
  const lost = new Vault(newSecret());
  const company = await outside.server.company('Whose secret is lost');
  const { shopId: lostShop } = await outside.connect(company, SHOPIFY);
  const { secret } = await outside.server.ok(startSecondFactor, { password: 'Tradewind2026' }, company);
  await outside.server.ok(enableSecondFactor, { code: codeOf(secret) }, company);
  await outside.server.ok(addDeveloper, { appName: 'Ours' }, company);
  await owner(
    `insert into supplier (company_id, code, name_zh, currency, bank, created_at, updated_at)
     values ($1, 'S', 'S', 'CNY', $2, now(), now())`,
    [company.companyId, app.vault.seal({ account: '1' })],
  );
  const places: string[] = [];
  for (const place of SEALED) {
    const [table, column] = place.split('.');
    const { rowCount } = await owner(
      `update ${table} set ${column} = $2 where company_id = $1 and ${column} is not null`,
      [company.companyId, lost.seal({ token: 'lost' })],
    );
    if (rowCount) places.push(place);
  }
  expect(places).toEqual(['developer_app.secret', 'second_factor.secret', 'shop.tokens', 'supplier.bank']);
  const kept = await sumOf(app, 'present');
  await expect(assertOpens(app)).rejects.toThrow('npm run secrets -- forget');
  expect(await forgetUnopened(app)).toBe(4);
  await assertOpens(app);
  expect(await sumOf(app, 'present')).toBe(kept);
  expect((await owner('select state, tokens from shop where id = $1', [lostShop])).rows).toEqual([
    { state: 'expired', tokens: null },
  ]);
  expect(await outside.server.ok(getSecondFactor, {}, company)).toMatchObject({ enabledAt: null });
  expect((await outside.server.ok(getDeveloper, {}, company)).list).toEqual([]);
  expect(await forgetUnopened(app)).toBe(0);
});

/** Begins `work`, and changes the shop's tokens once `work` has read them and waits to write. */
async function changedDuring<T>(tokens: Buffer, work: () => Promise<T>): Promise<T> {
  const client = await outside.server.app.database.owner.connect();
  try {
    await client.query('begin');
    await client.query('update shop set tokens = $2 where id = $1', [shopId, tokens]);
    const done = work();
    await outside.server.blocked();
    await client.query('commit');
    return await done;
  } finally {
    client.release(true);
  }
}

it('keeps tokens that a process renews while the old ones are sealed anew', async () => {
  const { app } = outside.server;
  const both = under(newSecret(), app.config.secret);
  const before = app.vault.open<Tokens>(await tokensOf());
  const ended = app.vault.seal({ ...before, accessExpiresAt: new Date(Date.now() + 1000).toISOString() });
  await owner('update shop set tokens = $2 where id = $1', [shopId, ended]);
  const used = await changedDuring(both.vault.sealAnew(ended), () =>
    withShop(app, main.ctx, shopId, async (_connector, access) => access.tokens),
  );
  expect(used.refreshToken).not.toBe(before.refreshToken);
  expect(app.vault.open<Tokens>(await tokensOf()).refreshToken).toBe(used.refreshToken);
});

it('leaves what somebody changes at that moment as they made it', async () => {
  const { app } = outside.server;
  const both = under(newSecret(), app.config.secret);
  const changed = app.vault.seal({ accessToken: 'CHANGED' });
  await changedDuring(changed, () => reseal(both));
  expect(both.vault.sealerOf(await tokensOf())).toBe('present');
  expect(both.vault.open<Tokens>(await tokensOf()).accessToken).toBe('CHANGED');
});

it('is read from the environment, and a short one is refused without telling it', () => {
  const [one, two] = [newSecret(), newSecret()];
  expect(readConfig({ TRADEWIND_SECRET: one, TRADEWIND_OTHER_SECRET: two }).otherSecrets).toEqual([two]);
  expect(readConfig({ TRADEWIND_SECRET: one, TRADEWIND_OTHER_SECRET: '' }).otherSecrets).toEqual([]);
  for (const name of ['TRADEWIND_SECRET', 'TRADEWIND_OTHER_SECRET'])
    expect(() => readConfig({ TRADEWIND_SECRET: one, [name]: 'short' })).toThrow(
      `${name} cannot be used: it should be at least 32 characters.`,
    );
});
