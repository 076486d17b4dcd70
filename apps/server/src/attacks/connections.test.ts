import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { addAttachment } from '@tradewind/contract/documents.ts';
import { getUserInfoMain, savePreference } from '@tradewind/contract/identity.ts';
import { listenToHints } from '@tradewind/contract/messages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hint } from '../core/hints.ts';
import { serve } from '../serve.ts';
import { ownServer, type Person, type TestServer, until } from '../testing/harness.ts';

/** Much less than in production, so that the test sees its end. */
const PATIENCE = { head: 400, request: 1_500, silence: 1_500 };
let server: TestServer;
let main: Person;
let hasty: { url: string; close(): Promise<void> };
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
  const served = await serve(server.app, PATIENCE);
  await served.server.listen({ host: '127.0.0.1', port: 0 });
  const address = served.server.server.address();
  hasty = { ...served, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await hasty.close();
  await server.close();
});

/** A client that sends what it likes and then nothing, or a little from time to time. */
async function client(url: string, text: string, trickle?: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const state = { socket, closed: false, received: '' };
  socket.on('error', () => {});
  socket.on('close', () => {
    state.closed = true;
  });
  await once(socket, 'connect');
  socket.write(text);
  const timer = trickle === undefined ? undefined : setInterval(() => socket.write(trickle), 50);
  socket.on('close', () => clearInterval(timer));
  socket.on('data', (chunk) => {
    state.received += chunk.toString('latin1');
  });
  return state;
}

const HEAD = `POST /api${savePreference.path} HTTP/1.1\r\nhost: x\r\n`;
const token = () => `token: ${main.token}\r\n`;
const JSON_BODY = () => `${HEAD}${token()}content-type: application/json\r\n`;
const FILE = () =>
  `POST /api${addAttachment.path} HTTP/1.1\r\nhost: x\r\n${token()}content-type: multipart/form-data; boundary=b\r\ncontent-length: 900000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-`;

/** Text that begins a request, and what then trickles in. */
const SLOW: Record<string, () => [text: string, trickle?: string]> = {
  'a connection that says nothing': () => [''],
  'half a head': () => [HEAD],
  'a head that never ends': () => [HEAD, 'x-more: 1\r\n'],
  'a body that does not come': () => [`${JSON_BODY()}content-length: 100\r\n\r\n{`],
  'a body that trickles in': () => [`${JSON_BODY()}content-length: 100000\r\n\r\n{`, ' '],
  'a body in pieces without an end': () => [`${JSON_BODY()}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`, '1\r\n \r\n'],
  'a file that stops in the middle': () => [FILE()],
  'a file that trickles in': () => [FILE(), 'x'],
};

describe('clients that are slow on purpose', () => {
  const all = (url: string) =>
    Promise.all(Object.values(SLOW).flatMap((make) => Array.from({ length: 25 }, () => client(url, ...make()))));

  it('hold up nobody', async () => {
    const slow = await all(server.url);
    const answers = await Promise.all(Array.from({ length: 30 }, () => server.call(getUserInfoMain, {}, main)));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(slow.filter(({ closed }) => closed)).toEqual([]);
    for (const { socket } of slow) socket.destroy();
  });

  it('are put out', async () => {
    const slow = await all(hasty.url);
    await until(async () => slow.every(({ closed }) => closed), 60);
  });

  it('get no more than the limit of a body into the memory', async () => {
    const endless = await client(server.url, `${JSON_BODY()}transfer-encoding: chunked\r\n\r\n`);
    const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < 64 && !endless.received; sent++) {
      if (!endless.socket.write(piece))
        await Promise.race([once(endless.socket, 'drain'), once(endless.socket, 'data')]);
      await new Promise(setImmediate);
    }
    await until(async () => endless.received !== '');
    expect(endless.received).toMatch(/^HTTP\/1\.1 400 /);
  });
});

it('a packed body that unpacks to more than a body may have is refused at the limit', async () => {
  const answer = await fetch(`${server.url}/api${savePreference.path}`, {
    method: 'POST',
    headers: { token: main.token, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(JSON.stringify({ key: 'a', value: ' '.repeat(20 * 1024 * 1024) }))),
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('2 MB');
});

describe('live updates', () => {
  const open = (url: string) =>
    client(url, `GET /api${listenToHints.path} HTTP/1.1\r\nhost: x\r\ntoken: ${main.token}\r\n\r\n`);

  it('that nobody reads cost the others nothing, and a person has at most ten of them', async () => {
    const streams = [];
    for (let i = 0; i < 10; i++) {
      const stream = await open(server.url);
      await until(async () => stream.received.includes('200 OK'));
      stream.socket.pause();
      streams.push(stream);
    }
    const more = await open(server.url);
    await until(async () => more.received !== '');
    expect(more.received).toMatch(/^HTTP\/1\.1 429 /);
    const other = await server.company();
    const reads = await client(
      server.url,
      `GET /api${listenToHints.path} HTTP/1.1\r\nhost: x\r\ntoken: ${other.token}\r\n\r\n`,
    );
    await until(async () => reads.received.includes('200 OK'));
    for (const person of [main, other])
      await server.app.database.inCompany({ ...other.ctx, companyId: person.companyId }, (tx) =>
        hint(tx, 'message', [person.userId]),
      );
    await until(async () => reads.received.includes('data: message'));
    for (const { socket } of streams) socket.destroy();
    await until(async () => {
      const again = await open(server.url);
      await until(async () => again.received !== '');
      again.socket.destroy();
      return again.received.startsWith('HTTP/1.1 200');
    });
  });
});
