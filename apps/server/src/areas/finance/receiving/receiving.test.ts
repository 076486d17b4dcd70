import { type ReceivingProvider, receivingProviders } from '@tradewind/connectors/receiving/registry.ts';
import type { Tokens } from '@tradewind/connectors/types.ts';
import { getAlerts } from '@tradewind/contract/access.ts';
import * as banking from '@tradewind/contract/finance/banking.ts';
import * as calls from '@tradewind/contract/finance/receiving.ts';
import {
  dismissReceivingSetAside,
  listReceivingSetAside,
  retryReceivingSetAside,
} from '@tradewind/contract/finance/receiving-set-aside.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/main.ts';
import { systemContext } from '../../../core/context.ts';
import { controlOf } from '../../../testing/control.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { addAccount, linesOf, openBank, payOut, setRates, suggestionsOf } from '../banking/banking.testing.ts';
import { closeItems } from '../closing/items.ts';
import { wrongsOf } from '../testing/ledger.ts';
import type { Secrets } from './access.ts';
import { readConnection } from './read.ts';
import { openOfMonth } from './set-aside/list.ts';
import { offeredOf } from './setup.ts';

const NAMES = Object.keys(receivingProviders) as ReceivingProvider[];
let sandbox: Sandbox;
let server: TestServer;
let world: OrderWorld;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0, dataFile: '/nowhere' });
  server = await ownServer({ SANDBOX_PORT: String(sandbox.port) });
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});
beforeEach(async () => {
  sandbox.world.reset();
  sandbox.faults.clear();
  world = await openWorld(server);
});

const control = <T>(path: string, body?: object) => controlOf(sandbox.url)<T>(path, body);
interface Books {
  balances: Record<string, string>;
  lines: { id: string; reference: string }[];
}
const booksOf = (provider: string) => control<Books>(`${provider}/books`);
const receipt = (provider: string, more: object) =>
  control<{ id: string }>(`${provider}/receipts`, { currency: 'USD', ...more });
const list = (as: Person = world.main) => server.ok(calls.listReceivingConnections, {}, as);
/** By the stand-in's clock. */
const ctx = () => ({
  ...systemContext(world.main.companyId, 'test'),
  now: () => new Date(sandbox.world.clock.now()),
});
const read = (id: number, days = 3) => readConnection(server.app, ctx(), id, days);

/** The browser of a seller who decides. @returns what the page gets */
async function decide(provider: string, auto: 'allow' | 'deny' | 'wrongState', as: Person = world.main) {
  const { url } = await server.ok(calls.getBankAccountAuth, { provider, origin: server.url }, as);
  const agreed = await fetch(`${url}&auto=${auto}`, { redirect: 'manual' });
  const back = await fetch(agreed.headers.get('location') ?? '', { redirect: 'manual' });
  const hash = new URL(back.headers.get('location') ?? '', server.url).hash;
  const query = new URLSearchParams(hash.slice(hash.indexOf('?') + 1));
  expect([hash.split('?')[0], query.get('view')]).toEqual(['#/finance/collection', 'connections']);
  const { state = '', code = '', error = '' } = Object.fromEntries(query);
  return { state, code, error };
}
async function connect(provider: ReceivingProvider): Promise<number> {
  const { connect: how, sandbox: standIn } = receivingProviders[provider];
  const { id } =
    how === 'keys'
      ? await server.ok(calls.connectReceivingKeys, { provider, keys: standIn.keys }, world.main)
      : await server.ok(calls.getBankAccoutToken, await decide(provider, 'allow'), world.main);
  await read(id, 35);
  return id;
}
const stateOf = async (id: number) => (await list()).list.find((one) => one.id === id)?.state;
const setAside = async () => (await server.ok(listReceivingSetAside, {}, world.main)).rows;
/** By currency, what the provider says less what is known. */
const gaps = async () =>
  Object.fromEntries(((await list()).list[0]?.wallets ?? []).map(({ currency, gap }) => [currency, gap]));
/** How far back the reading goes that a press queued. */
async function requestedDays(id: number): Promise<number> {
  const { rows } = await owner('select key from graphile_worker.jobs where key ~ $1', [
    `^${world.main.companyId}:receiving:${id}:[0-9]+$`,
  ]);
  return Number(String(rows[0]?.key).split(':').at(-1));
}
const bankLines = async (text: string) =>
  (await server.ok(banking.listBankLines, { text, pageSize: 200 }, world.main)).rows;
const lineCount = async () => (await server.ok(banking.listBankLines, { pageSize: 1 }, world.main)).total;
const errorOf = (data: unknown) => (data as { error?: string }).error;
const refusal = async (input: { state: string; code: string; error: string }, as: Person = world.main) => {
  const { status, data } = await server.call(calls.getBankAccoutToken, input, as);
  return [status, errorOf(data)];
};
const owner = (text: string, values: unknown[]) => server.app.database.owner.query(text, values);

describe.each(NAMES)('%s', (provider) => {
  it('goes from the connection to accounts, balances and lines; reading again adds nothing', async () => {
    const id = await connect(provider);
    const [one] = (await list()).list;
    expect(one).toMatchObject({ id, provider, state: 'active', lastError: null });
    const { balances } = await booksOf(provider);
    const shown = Object.fromEntries((one?.wallets ?? []).map(({ currency, total }) => [currency, Number(total)]));
    expect(shown).toMatchObject(Object.fromEntries(Object.entries(balances).map(([c, total]) => [c, Number(total)])));
    expect(new Set(one?.wallets.map(({ gap }) => gap))).toEqual(new Set(['0.00']));
    const { rows: accounts } = await server.ok(banking.listMoneyAccounts, {}, world.main);
    expect(accounts.map(({ currency, kind }) => [currency, kind]).sort()).toEqual(
      Object.keys(shown)
        .sort()
        .map((currency) => [currency, 'receiving']),
    );
    const before = await lineCount();
    expect(before).toBeGreaterThan(50);
    await read(id);
    await read(id, 35);
    expect(await lineCount()).toBe(before);
    expect((await server.ok(banking.listMoneyAccounts, {}, world.main)).total).toBe(accounts.length);
    expect(await wrongsOf(server, world.main.companyId)).toEqual([]);
  });

  it('takes a line when it succeeds, and shows one that is taken back without unbooking it', async () => {
    const id = await connect(provider);
    const before = await lineCount();
    const { id: line } = await receipt(provider, { amount: '77.31', state: 'PENDING', reference: 'WAITING' });
    await read(id);
    expect(await lineCount()).toBe(before);
    expect((await list()).list[0]?.pendingLines).toBeGreaterThan(0);
    await control(`${provider}/line`, { id: line, state: 'SUCCESS' });
    await read(id);
    const [came] = await bankLines('77.31');
    expect(came).toMatchObject({ amount: '77.31', currency: 'USD', reversed: false, matchId: null });
    const input = { lineId: came?.id ?? 0, account: 'other_income' as const };
    const { matchId } = await server.ok(banking.bookBankLine, input, world.main);
    await control(`${provider}/line`, { id: line, state: 'REVERSED' });
    await read(id);
    expect((await bankLines('77.31'))[0]).toMatchObject({ reversed: true, matchId });
    const [one] = (await list()).list;
    expect([one?.reversedMatched, new Set(one?.wallets.map(({ gap }) => gap))]).toEqual([1, new Set(['0.00'])]);
    await server.ok(banking.undoBankMatch, { matchId }, world.main);
    expect((await server.call(banking.bookBankLine, input, world.main)).status).not.toBe(200);
    expect(await wrongsOf(server, world.main.companyId)).toEqual([]);
  });

  it('sets a line aside that it cannot read, and takes it once when a press reads it again', async () => {
    const id = await connect(provider);
    const { id: line } = await receipt(provider, { amount: '77.31', reference: 'UNREADABLE' });
    await control('faults', { platform: provider, unknownStatus: 1, match: line });
    await read(id);
    expect(await bankLines('77.31')).toEqual([]);
    const [row, ...more] = await setAside();
    expect(more).toEqual([]);
    expect(row).toMatchObject({ connectionId: id, provider, state: 'open', times: 1, triedAt: null });
    expect(row?.reason).toContain('status');
    expect(JSON.stringify(row?.raw)).toContain(line);
    expect((await list()).list[0]).toMatchObject({ state: 'active', setAside: 1 });
    // The balance has what the lines lack.
    expect(await gaps()).toMatchObject({ USD: '77.31', EUR: '0.00' });

    const ids = [row?.id ?? 0];
    expect(await server.ok(retryReceivingSetAside, { ids }, world.main)).toMatchObject({ done: 1, failed: [] });
    await read(id, await requestedDays(id));
    expect(await setAside()).toMatchObject([{ state: 'open', times: 2, triedAt: expect.any(String) }]);

    await control('faults', { clear: true });
    await server.ok(retryReceivingSetAside, { ids }, world.main);
    for (const _twice of [1, 2]) {
      await read(id, await requestedDays(id));
      expect(await setAside()).toMatchObject([{ state: 'read', raw: null, resolvedBy: null }]);
      expect(await bankLines('77.31')).toMatchObject([{ amount: '77.31', currency: 'USD' }]);
      expect(await gaps()).toMatchObject({ USD: '0.00', EUR: '0.00' });
    }
    expect((await list()).list[0]?.setAside).toBe(0);
    expect((await server.ok(retryReceivingSetAside, { ids }, world.main)).failed).toMatchObject([
      { error: 'finance.setAsideGone' },
    ]);
    expect(await wrongsOf(server, world.main.companyId)).toEqual([]);
  });

  it('ends where the provider refuses twice, says so, and goes on when the seller agrees again', async () => {
    const id = await connect(provider);
    await control(`${provider}/revoke`, {});
    await expect(read(id)).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(await stateOf(id)).toBe('expired');
    const bell = await server.ok(getAlerts, {}, world.main);
    expect(bell.map(({ key }) => key)).toContain(`receiving:${id}:expired`);
    // A job that was written before does nothing.
    await read(id);
    sandbox.world.reset();
    expect(await connect(provider)).toBe(id);
    expect(await stateOf(id)).toBe('active');
  });

  it('forgets its tokens when the user ends it', async () => {
    const id = await connect(provider);
    const before = await lineCount();
    await server.ok(calls.revokeReceiving, { id }, world.main);
    expect(await stateOf(id)).toBe('revoked');
    const kept = await owner('select sealed from receiving_connection where company_id = $1', [world.main.companyId]);
    expect(kept.rows).toEqual([{ sealed: null }]);
    await read(id);
    expect(await lineCount()).toBe(before);
    expect((await server.call(calls.readReceiving, { id }, world.main)).status).not.toBe(200);
  });
});

describe('a line that is set aside', () => {
  const counted = (from: string, to: string) =>
    server.app.database.inCompany(ctx(), (tx) => openOfMonth(tx, { from, to }));

  it('leaves the opening balance open and counts for the month, until a person dismisses it for good', async () => {
    await control('faults', { platform: 'payoneer', unknownStatus: 1 });
    const id = await connect('payoneer');
    const rows = await setAside();
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(Object.values(await gaps()))).toEqual(new Set([null]));
    expect(await counted('2000-01-01', '2100-01-01')).toBe(rows.length);
    expect(await counted('2000-01-01', '2000-02-01')).toBe(0);
    expect(await counted('2100-01-01', '2100-02-01')).toBe(0);
    const month = `${ctx().now().toISOString().slice(0, 7)}-01`;
    const items = await server.app.database.inCompany(ctx(), (tx) => closeItems(tx, month, 1, 'en'));
    expect(items.find(({ key }) => key === 'receivingSetAside')?.count).toBe(rows.length);

    const ids = rows.map((row) => row.id);
    expect((await server.ok(dismissReceivingSetAside, { ids }, world.main)).done).toBe(ids.length);
    await read(id, 35);
    expect(new Set((await setAside()).map(({ state, raw }) => `${state} ${raw}`))).toEqual(new Set(['dismissed null']));
    expect(await counted('2000-01-01', '2100-01-01')).toBe(0);
    expect(new Set(Object.values(await gaps()))).toEqual(new Set(['0.00']));
  });

  it('cannot be read again once its connection has ended', async () => {
    await control('faults', { platform: 'payoneer', unknownStatus: 1 });
    const id = await connect('payoneer');
    await server.ok(calls.revokeReceiving, { id }, world.main);
    const ids = (await setAside()).map((row) => row.id);
    const { done, failed } = await server.ok(retryReceivingSetAside, { ids }, world.main);
    expect([done, new Set(failed.map(({ error }) => error))]).toEqual([0, new Set(['finance.receiving.notActive'])]);
  });
});

describe('a consent', () => {
  it('is refused, of another, too old or used: each is said', async () => {
    expect(await refusal(await decide('payoneer', 'deny'))).toEqual([422, 'finance.receiving.denied']);
    expect(await refusal(await decide('worldfirst', 'wrongState'))).toEqual([422, 'finance.receiving.state']);
    const came = await decide('payoneer', 'allow');
    const other = await server.company();
    expect(await refusal(came, other)).toEqual([422, 'finance.receiving.state']);
    expect((await refusal(came))[0]).toBe(200);
    expect(await refusal(came)).toEqual([422, 'finance.receiving.state']);
    const late = await decide('payoneer', 'allow');
    await owner(
      `update one_time_key set expires_at = now() - interval '1 second' where purpose = 'finance.receiving' and company_id = $1`,
      [world.main.companyId],
    );
    expect(await refusal(late)).toEqual([422, 'finance.receiving.state']);
    const made = await decide('payoneer', 'allow');
    expect(await refusal({ ...made, code: 'made-up' })).toEqual([422, 'finance.receiving.refused']);
  });

  it('keeps keys and tokens sealed, and refuses wrong keys', async () => {
    const { keys } = receivingProviders.lianlian.sandbox;
    const wrong = { ...keys, masterToken: 'wrong' };
    const answer = await server.call(calls.connectReceivingKeys, { provider: 'lianlian', keys: wrong }, world.main);
    expect(errorOf(answer.data)).toBe('finance.receiving.refused');
    expect((await list()).list).toEqual([]);
    await connect('lianlian');
    const { rows } = await owner('select sealed from receiving_connection where company_id = $1', [
      world.main.companyId,
    ]);
    for (const secret of Object.values(keys)) expect(String(rows[0]?.sealed)).not.toContain(secret);
    expect(JSON.stringify(await list())).not.toContain(keys.masterToken);
  });
});

it('renews a token that has ended once for two processes, and hears one refusal', async () => {
  const id = await connect('pingpong');
  const refresh = vi.spyOn(offeredOf(server.app, 'pingpong').connector, 'refresh');
  const [row] = (await owner('select sealed from receiving_connection where company_id = $1', [world.main.companyId]))
    .rows;
  const secrets = server.app.vault.open<Secrets & { tokens: Tokens }>(row?.sealed);
  const ended = {
    ...secrets,
    tokens: { ...secrets.tokens, accessExpiresAt: new Date(sandbox.world.clock.now()).toISOString() },
  };
  await owner('update receiving_connection set sealed = $2 where company_id = $1', [
    world.main.companyId,
    server.app.vault.seal(ended),
  ]);
  await Promise.all([read(id), read(id)]);
  expect(refresh).toHaveBeenCalledTimes(1);
  await control('faults', { platform: 'pingpong', unauthorized: 1 });
  await read(id);
  expect(refresh).toHaveBeenCalledTimes(2);
  expect(await stateOf(id)).toBe('active');
  refresh.mockRestore();
});

it('takes the money account that is there for the same provider, currency and number', async () => {
  const bank = openBank(world);
  const mine = await addAccount(bank, { name: 'Payoneer dollars', kind: 'receiving', currency: 'USD', tail: '7721' });
  const other = await addAccount(bank, { name: 'Payoneer other', kind: 'receiving', currency: 'EUR', tail: '0000' });
  await connect('payoneer');
  const [one] = (await list()).list;
  expect(one?.wallets.find(({ currency }) => currency === 'USD')?.moneyAccountId).toBe(mine);
  expect(one?.wallets.map(({ moneyAccountId }) => moneyAccountId)).not.toContain(other);
});

it('suggests a marketplace receipt for the payout in transit', async () => {
  const bank = openBank(world);
  await setRates(bank, ['USD', '2020-01-01', 7]);
  const onDay = new Date(sandbox.world.clock.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const payout = await payOut(bank, { amount: '4321.09', onDay });
  const id = await connect('payoneer');
  await receipt('payoneer', { amount: '4321.09', payer: 'AMAZON PAYMENTS', account: '7721' });
  await read(id);
  const [line] = (await linesOf(bank)).filter(({ amount }) => amount === '4321.09');
  const [found] = await suggestionsOf(bank, [line?.id ?? 0]);
  expect(found?.candidates[0]).toMatchObject({ kind: 'payout', targets: [{ ledgerLineId: payout }] });
});
