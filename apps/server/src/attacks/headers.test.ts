import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { getUserInfoMain, login } from '@tradewind/contract/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownServer, type Person, type TestServer } from '../testing/harness.ts';

const PASSWORD = 'Tradewind2026';
let server: TestServer;
let secure: TestServer;
let main: Person;
beforeAll(async () => {
  server = await ownServer();
  secure = await ownServer({ NODE_ENV: 'production', TRADEWIND_CAPTCHA: 'on' });
  secure.app.config.publicUrl = 'https://erp.example.com';
  // The picture is not what this is about.
  secure.app.config.captcha = false;
  main = await server.company();
});
afterAll(async () => {
  await server.close();
  await secure.close();
});

/** A directive of the policy of an answer. */
const directive = (headers: Headers, name: string): string[] =>
  (headers.get('content-security-policy') ?? '')
    .split(';')
    .map((one) => one.trim().split(' '))
    .find(([first]) => first === name)
    ?.slice(1) ?? [];

describe('every answer', () => {
  it.each([
    ['a call', `/api${getUserInfoMain.path}`],
    ['a refusal', '/api/nothing'],
    ['the documents of the calls', '/api/docs'],
    ['an address that is not there', '/nothing'],
  ])('%s: no other site may frame it, guess its type or learn where one came from', async (_what, path) => {
    const { headers } = await fetch(`${server.url}${path}`, { headers: { token: main.token, origin: 'https://evil' } });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(directive(headers, 'frame-ancestors')).toEqual(["'self'"]);
    expect(directive(headers, 'object-src')).toEqual(["'none'"]);
    expect(directive(headers, 'base-uri')).toEqual(["'none'"]);
    expect(directive(headers, 'script-src')).not.toContain("'unsafe-inline'");
    expect(directive(headers, 'style-src')).not.toContain("'unsafe-inline'");
    expect(headers.get('content-type')).toMatch(/charset=utf-8$|^text\/plain/);
  });

  it('of a call stays nowhere behind', async () => {
    const { headers, status } = await server.call(getUserInfoMain, {}, main);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await server.call(getUserInfoMain, {})).headers.get('cache-control')).toBe('no-store');
  });
});

it('a page brings styles by a nonce that no other answer has', async () => {
  const nonces = new Set<string>();
  for (let i = 0; i < 3; i++) {
    const answer = await fetch(`${server.url}/api/docs`);
    const [own, nonce = ''] = directive(answer.headers, 'style-src');
    expect(own).toBe("'self'");
    const bare = /^'nonce-(.{22}==)'$/.exec(nonce)?.[1] ?? '';
    expect(await answer.text()).toContain(`<style nonce="${bare}">`);
    nonces.add(bare);
  }
  expect(nonces.size).toBe(3);
});

it('in production a browser comes back by https alone', async () => {
  const { headers } = await fetch(`${secure.url}/api/live`);
  const [, seconds] = /^max-age=(\d+); includeSubDomains/.exec(headers.get('strict-transport-security') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 24 * 3600);
});

describe('cookies behind https', () => {
  async function signIn(): Promise<string[]> {
    const { userLoginId } = await secure.company();
    const answer = await fetch(`${secure.url}/api${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userLoginId, password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
    return answer.headers.getSetCookie();
  }
  const answered = (cookie: string) =>
    fetch(`${secure.url}/api${getUserInfoMain.path}`, { headers: { cookie, 'x-tradewind': 'web' } });

  it('belong to this host alone, and no script reads them', async () => {
    const cookies = await signIn();
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-/);
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).toMatch(/; SameSite=Lax/);
      expect(cookie).not.toMatch(/Domain/);
    }
  });

  it('count under that name only: another host or plain http could have set the other', async () => {
    const [session = ''] = (await signIn()).filter((one) => one.includes('token1'));
    const kept = session.split(';')[0] ?? '';
    expect((await answered(kept)).status).toBe(200);
    expect((await answered(kept.replace('__Host-', ''))).status).toBe(401);
  });
});

describe('requests that proxies and servers may read in two ways', () => {
  const HEAD = `POST /api${login.path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n`;
  async function answerTo(request: string): Promise<string> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(request);
    return text(socket);
  }

  it.each([
    ['two kinds of length', `${HEAD}content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nG`],
    ['two lengths', `${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}x`],
    ['a length that is no number', `${HEAD}content-length: +2\r\n\r\n{}`],
    ['an encoding that is none', `${HEAD}transfer-encoding: xchunked\r\n\r\n{}`],
    ['a name with a space', `${HEAD}content-length : 2\r\n\r\n{}`],
    ['a method that repeats the request', 'TRACE / HTTP/1.1\r\nhost: x\r\nx-secret: 1\r\nconnection: close\r\n\r\n'],
  ])('%s: refused', async (_what, request) => {
    const answer = await answerTo(request);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404|405) /);
    expect(answer).not.toContain('x-secret');
  });
});
