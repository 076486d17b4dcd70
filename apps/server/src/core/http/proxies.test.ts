import { login } from '@tradewind/contract/identity.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { ConfigError, readConfig } from '../config.ts';
import { trusting } from './proxies.ts';

const configured = (value: string) =>
  readConfig({ TRADEWIND_SECRET: 'x'.repeat(32), TRADEWIND_DATA: '/tmp/none', TRADEWIND_TRUSTED_PROXIES: value })
    .trustedProxies;

describe('the list of trusted proxies', () => {
  it('is this machine unless it is set', () => {
    const trusts = trusting(configured(''));
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect(trusts(address)).toBe(true);
    for (const address of ['10.0.0.1', '172.17.0.1', '::2', '::ffff:10.0.0.1', '', 'loopback'])
      expect(trusts(address)).toBe(false);
  });

  it('takes addresses and nets of both versions, and replaces the default', () => {
    const trusts = trusting(configured(' 172.18.0.0/16, 10.0.0.5,fd00:1::/32 ,::ffff:10.0.0.6'));
    for (const address of ['172.18.255.1', '::ffff:172.18.0.2', '10.0.0.5', 'fd00:1:2::3', '::ffff:10.0.0.6'])
      expect(trusts(address), address).toBe(true);
    for (const address of ['172.19.0.1', '10.0.0.4', 'fd00:2::1', '127.0.0.1', '::1'])
      expect(trusts(address), address).toBe(false);
    expect(trusting(configured('loopback,10.0.0.5'))('127.0.0.1')).toBe(true);
  });

  it('refuses what is no address, and the whole internet', () => {
    for (const value of ['proxy', '10.0.0.0/33', '10.0.0', '10.0.0.0/8/8', '0.0.0.0/0', '::/0', '10.0.0.1/', ','])
      expect(() => configured(value), value).toThrow(ConfigError);
    expect(() => configured('nginx')).toThrow(/TRADEWIND_TRUSTED_PROXIES=nginx cannot be used/);
  });
});

describe('a proxy', () => {
  let outside: TestServer;
  let known: TestServer;
  beforeAll(async () => {
    outside = await ownServer({ TRADEWIND_TRUSTED_PROXIES: '10.1.2.0/24' });
    known = await ownServer({ TRADEWIND_TRUSTED_PROXIES: '127.0.0.0/8,203.0.113.0/24' });
  });
  afterAll(async () => {
    await outside.close();
    await known.close();
  });

  /** The address that a sign-in through a proxy on this machine is written down under. */
  async function signedInFrom(server: TestServer, forwarded?: string): Promise<unknown> {
    const { userLoginId } = await server.company();
    const response = await fetch(`${server.url}/api${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
      body: JSON.stringify({ userLoginId, password: 'Tradewind2026' }),
    });
    expect(response.status).toBe(200);
    const found = await server.app.database.owner.query(
      'select address from session where user_agent <> $1 order by created_at desc limit 1',
      ['test'],
    );
    return found.rows[0]?.address;
  }

  it('that is not trusted names nobody, and the log says so once', async () => {
    const warn = vi.spyOn(outside.app.log, 'warn');
    expect(await signedInFrom(outside)).toBe('127.0.0.1');
    expect(warn).not.toHaveBeenCalled();
    for (const forwarded of ['198.51.100.1', '10.1.2.3'])
      expect(await signedInFrom(outside, forwarded)).toBe('127.0.0.1');
    const said = 'forwarded headers of an unknown proxy are ignored: see TRADEWIND_TRUSTED_PROXIES';
    expect(warn.mock.calls).toEqual([[{ peer: '127.0.0.1' }, said]]);
  });

  it('that is trusted names the first address that is none of the trusted ones', async () => {
    const warn = vi.spyOn(known.app.log, 'warn');
    expect(await signedInFrom(known, '198.51.100.1')).toBe('198.51.100.1');
    // The left one is what the client itself sent.
    expect(await signedInFrom(known, '192.0.2.9, 198.51.100.2, 203.0.113.7')).toBe('198.51.100.2');
    expect(warn).not.toHaveBeenCalled();
  });
});
