import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedClock } from '../conformance.testing.ts';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../testing.ts';
import type { ReceivingAccess, StatementLeg } from './connector.ts';
import type { ReceivingDefinition } from './definition.ts';
import { connectorOf, decide, exchanged, keysOfLegs, Seller, secretsOf, shown, spelt } from './receiving.testing.ts';
import { receivingProviders, withRenewal } from './registry.ts';

/** What a provider may do to every connector, and what that must not do to the money: against the stand-ins, over the wire. */
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const DEFINITIONS: readonly (readonly [string, ReceivingDefinition])[] = Object.entries(receivingProviders);

describe.each(DEFINITIONS)('%s', (provider, definition) => {
  let seller: Seller;
  beforeAll(async () => {
    seller = await Seller.open(sandbox, definition);
  });
  beforeEach(() => sandbox.control('faults', { clear: true }));

  describe('on a bad day', () => {
    it('reads every line once although pages are repeated', async () => {
      const before = keysOfLegs(await seller.all());
      for (const repeatPage of [1, 3]) {
        await seller.faults({ repeatPage });
        expect(keysOfLegs(await seller.all())).toEqual(before);
      }
      await seller.faults({ repeatPage: true });
      expect(await failure(seller.all())).toMatchObject({ kind: 'malformed', code: 'LOOP' });
    });

    it('goes on where an answer was lost', async () => {
      const span = seller.windowOf(40);
      const before = keysOfLegs(await seller.within(...span));
      const window = spelt(span);
      const found: StatementLeg[] = [];
      let cursor: string | undefined;
      let lost = 0;
      for (let step = 0; step < 500; step++) {
        if (step % 3 === 0) await seller.faults({ failHalfway: 1 });
        const next = await seller.connector.statement(seller.access, { ...window, cursor }).catch(async (error) => {
          expect(error).toMatchObject({ kind: 'unavailable' });
          lost++;
          await seller.faults({ failHalfway: 0 });
          return undefined;
        });
        if (!next) continue;
        found.push(...next.legs);
        cursor = next.nextCursor;
        if (cursor === undefined) break;
      }
      expect(lost).toBeGreaterThan(1);
      expect(keysOfLegs(found)).toEqual(before);
    });

    it('says how long to wait when there were too many calls', async () => {
      for (const call of [seller.page, seller.balances, () => seller.connector.accounts(seller.access)]) {
        await seller.faults({ throttle: 1 });
        const error = await failure(call());
        expect(error.kind).toBe('throttled');
        expect(error.retryAfterMs).toBeGreaterThanOrEqual(1000);
      }
      expect(await seller.connector.balances(seller.access)).not.toEqual([]);
    });

    it('takes no answer for a success that says inside that it is none', async () => {
      for (const call of [seller.page, seller.balances, () => seller.connector.accounts(seller.access)]) {
        await seller.faults({ unknownResult: 1 });
        expect(await kindOfFailure(call())).toBe('unavailable');
      }
      if (!seller.connector.exchange) return;
      const query = await decide(seller.connector, 'allow');
      await seller.faults({ unknownResult: 1 });
      expect(await kindOfFailure(exchanged(seller.connector, query))).toBe('unavailable');
      seller.access = {
        ...seller.access,
        ...(await exchanged(seller.connector, await decide(seller.connector, 'allow'))),
      };
    });

    it('calls an outage what it is', async () => {
      await seller.faults({ status500: 1 });
      expect(await kindOfFailure(seller.connector.balances(seller.access))).toBe('unavailable');
    });

    if (['pingpong', 'lianlian', 'worldfirst'].includes(provider))
      it('stops at a signature that is wrong', async () => {
        await seller.faults({ wrongSignature: 1 });
        const error = await failure(seller.connector.balances(seller.access));
        expect(error.kind).toBe(provider === 'pingpong' ? 'rejected' : 'malformed');
        const { app } = definition.sandbox;
        const secret: Record<string, string> =
          provider === 'worldfirst'
            ? { privateKey: receivingProviders.lianlian.sandbox.keys.privateKey ?? '' }
            : { appSecret: 'x' };
        if (provider === 'lianlian') return;
        const stranger = connectorOf(definition, sandbox.url, seller.clock, { app: { ...app, ...secret } });
        expect(await kindOfFailure(stranger.balances(seller.access))).toBe('rejected');
      });

    it('renews once where the permission is refused, and not twice', async () => {
      let renewed = 0;
      const counting = (old: ReceivingAccess) => {
        renewed++;
        return seller.renew(old);
      };
      const read = () =>
        withRenewal(
          seller.access,
          seller.connector.refresh && counting,
          (one) => seller.connector.balances(one),
          seller.clock.now,
        );
      await seller.faults({ unauthorized: 1 });
      if (!seller.connector.refresh) return expect(await kindOfFailure(read())).toBe('unauthorized');
      expect(await read()).not.toEqual([]);
      expect(renewed).toBe(1);
      await seller.faults({ unauthorized: 2 });
      expect(await kindOfFailure(read())).toBe('unauthorized');
      expect(renewed).toBe(2);
      await seller.faults({ unauthorized: 0, throttle: 1 });
      expect(await kindOfFailure(read())).toBe('throttled');
      expect(renewed).toBe(2);
    });

    it('renews tokens before they end, and hears when they have', async () => {
      const { refresh } = seller.connector;
      if (!refresh) return expect(seller.access.tokens).toBeUndefined();
      await seller.faults({ tokenTtlSeconds: 300 });
      await seller.renew(seller.access);
      expect(Date.parse(seller.access.tokens?.accessExpiresAt ?? '') - seller.clock.now()).toBeLessThan(301_000);
      const old = seller.access;
      const read = () => withRenewal(old, seller.renew, (one) => seller.connector.balances(one), seller.clock.now);
      await seller.clock.sleep(250_000);
      await read();
      expect(seller.access.tokens?.accessToken).not.toBe(old.tokens?.accessToken);
      await seller.clock.sleep(301_000);
      expect(await kindOfFailure(seller.connector.balances(seller.access))).toBe('unauthorized');
      await seller.renew(seller.access);
      expect(await seller.connector.balances(seller.access)).not.toEqual([]);
    });

    it('shows nothing of a secret in an error', async () => {
      const secrets = secretsOf(definition, seller.access);
      expect(secrets.length).toBeGreaterThan(0);
      const errors: Error[] = [];
      for (const fault of [
        ...['unauthorized', 'unknownResult', 'throttle', 'status500', 'failHalfway', 'wrongSignature'],
      ]) {
        await seller.faults({ [fault]: 1 });
        for (const call of [seller.page, seller.balances]) await call().catch((error: Error) => errors.push(error));
        await seller.faults({ [fault]: 0 });
      }
      const { tokens } = seller.access;
      if (tokens) {
        const mangled = {
          ...seller.access,
          tokens: { ...tokens, accessToken: `${tokens.accessToken}x`, refreshToken: `${tokens.refreshToken}x` },
        };
        await seller.connector.balances(mangled).catch((error: Error) => errors.push(error));
        await seller.connector.refresh?.(mangled).catch((error: Error) => errors.push(error));
      }
      expect(errors.length).toBeGreaterThanOrEqual(5);
      for (const error of errors) for (const secret of secrets) expect(shown(error)).not.toContain(secret);
    });

    it('hears when the seller ends the permission', async () => {
      if (seller.connector.revoke) await seller.connector.revoke(seller.access);
      else await sandbox.control(`${provider}/revoke`, {});
      expect(await kindOfFailure(seller.connector.balances(seller.access))).toBe('unauthorized');
      if (seller.connector.refresh)
        expect(await kindOfFailure(seller.connector.refresh(seller.access))).toBe('unauthorized');
    });
  });
});

describe('airwallex with a key of the seller’s own', () => {
  it('logs in again when the token has ended, and not before', async () => {
    const definition = receivingProviders.airwallex;
    await sandbox.control('reset', { orders: 1 });
    const clock = sharedClock(sandbox);
    const connector = connectorOf(definition, sandbox.url, clock);
    const { keys } = definition.sandbox;
    let access: ReceivingAccess = { keys, account: '', ...(await connector.connect?.(keys)) };
    let logins = 0;
    const read = () =>
      withRenewal(
        access,
        async (old) => {
          logins++;
          const tokens = await connector.refresh?.(old);
          access = tokens ? { ...old, tokens } : old;
          return access;
        },
        (one) => connector.balances(one),
        clock.now,
      );
    await read();
    expect(logins).toBe(0);
    await clock.sleep(31 * 60_000);
    expect(await read()).not.toEqual([]);
    expect(logins).toBe(1);
  });
});
