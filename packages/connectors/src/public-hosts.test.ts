import type { LookupAddress } from 'node:dns';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttp, type Outbound } from './http.ts';
import { lowes } from './marketplaces/lowes/definition.ts';
import { fetchPublicOnly, isPublicAddress, isPublicUrl, publicOnly } from './public-hosts.ts';
import { failure, serving } from './testing.ts';
import { WMS_PROVIDERS } from './wms/index.ts';

/** Of nobody but this test; for wms.public.test, until 2126. */
const CERT = `-----BEGIN CERTIFICATE-----
MIIBpjCCAU2gAwIBAgIUCJdgnL52Pzy+Cn8RTwsRQK37K5wwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPd21zLnB1YmxpYy50ZXN0MCAXDTI2MTEyNTIwMTgyNVoYDzIx
MjYxMTAxMjAxODI1WjAaMRgwFgYDVQQDDA93bXMucHVibGljLnRlc3QwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQbKP4EwkH1zWLaBq7yBwPgetghl3uRdNk7qndO
qpxwwSNW/D3R7RJZAkSvP6CikCiH5RgZHJ2zIBkQtMymmfNwo28wbTAdBgNVHQ4E
FgQUcc0iQ3X/PoEhDOrgGQb52xZqcLEwHwYDVR0jBBgwFoAUcc0iQ3X/PoEhDOrg
GQb52xZqcLEwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg93bXMucHVibGlj
LnRlc3QwCgYIKoZIzj0EAwIDRwAwRAIgDTOMxO67ci8w42fSVDxo8d0l4q56D0sY
aCLsxf19pEQCIBRO1llW+xzHUbZffOac1mBvWX5SdJbiTbO1hkDLN6f+
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7RIynAu403OAG+3B
1IBz0kb0tTCb1akBlzgIp+uQ73ihRANCAAQbKP4EwkH1zWLaBq7yBwPgetghl3uR
dNk7qndOqpxwwSNW/D3R7RJZAkSvP6CikCiH5RgZHJ2zIBkQtMymmfNw
-----END PRIVATE KEY-----`;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A host behind TLS that all addresses of this machine lead to; counts the connections to it. */
async function secureHost(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer({ cert: CERT, key: KEY }, handle);
  let connections = 0;
  server.on('connection', () => connections++);
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { port: String((server.address() as AddressInfo).port), connections: () => connections };
}

/** A resolver that answers in turn; the last answer stands. */
function resolving(...answers: string[][]) {
  let queries = 0;
  return (_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => {
    const addresses = answers[Math.min(queries++, answers.length - 1)] ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

const codeOf = async (work: Promise<unknown>) => {
  const error = (await work.then(
    () => expect.fail('it went through'),
    (thrown: unknown) => thrown,
  )) as { cause?: { code?: string } };
  return error.cause?.code;
};

describe('an address', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.9.9.9', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.168.1.1', '192.0.0.8', '198.18.0.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::7f00:1'],
    ...[
      'fe80::1',
      'fe80::1%lo',
      'fec0::1',
      'fc00::1',
      'fd12:3456::1',
      'ff02::1',
      '2002:7f00:1::',
      '2001::1',
      '2001:db8::1',
    ],
    ...['', 'localhost', '127.1', '2130706433'],
  ])('of no public host is refused: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111'])(
    'of a public host is taken: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it('may not be hidden in how it is written, nor lead to another port or protocol', () => {
    for (const url of [
      ...['https://2130706433', 'https://0177.0.0.1', 'https://0x7f000001/', 'https://127.1', 'https://0/'],
      ...['https://[::1]/', 'https://[::ffff:127.0.0.1]', 'https://[::ffff:7f00:1]', 'https://[fd00::1]/x'],
      ...['https://１２７.0.0.1', 'https://localhost', 'https://sandbox', 'https://sandbox.svc:18281'],
      ...[
        'https://wms.example.com:8443',
        'https://wms.example.com:80',
        'http://wms.example.com',
        'ftp://wms.example.com',
      ],
      ...['https://me:secret@wms.example.com', 'https://me@wms.example.com', 'wms.example.com', ''],
    ])
      expect(isPublicUrl(url), url).toBe(false);
    for (const url of [
      'https://wms.example.com',
      'https://wms.example.com:443/api',
      'https://8.8.8.8',
      'https://a.xn--p1ai',
    ])
      expect(isPublicUrl(url), url).toBe(true);
  });
});

describe('a call to an address that a user typed', () => {
  const url = (port: string, path = '/') => `https://wms.public.test:${port}${path}`;

  it('reaches a public host', async () => {
    const host = await secureHost((_request, response) => response.end('{"ok":true}'));
    const fetch = fetchPublicOnly({ lookup: resolving(['127.0.0.1']), allows: () => true, port: host.port, ca: CERT });
    const answer = await createHttp('x', { fetch })({ method: 'GET', url: url(host.port), effect: 'read' });
    expect(answer).toMatchObject({ status: 200, text: '{"ok":true}' });
    expect(host.connections()).toBe(1);
  });

  it('opens no connection where a name leads into a private network', async () => {
    const host = await secureHost((_request, response) => response.end());
    for (const found of [['127.0.0.1'], ['::ffff:127.0.0.1'], ['8.8.8.8', '127.0.0.1'], []]) {
      const fetch = fetchPublicOnly({ lookup: resolving(found), port: host.port, ca: CERT });
      expect(await codeOf(fetch(url(host.port))), String(found)).toBe('ERR_HOST_NOT_PUBLIC');
    }
    expect(host.connections()).toBe(0);
  });

  it('asks nobody about a host that is an address, and refuses it alike', async () => {
    const host = await secureHost((_request, response) => response.end());
    const fetch = fetchPublicOnly({ lookup: resolving(['8.8.8.8']), port: host.port, ca: CERT });
    for (const literal of ['127.0.0.1', '2130706433', '0177.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]'])
      expect(await codeOf(fetch(`https://${literal}:${host.port}/`)), literal).toBe('ERR_HOST_NOT_PUBLIC');
    expect(host.connections()).toBe(0);
  });

  it('judges the address again for each connection, for a name may change where it leads', async () => {
    const host = await secureHost((_request, response) => response.writeHead(200, { connection: 'close' }).end('{}'));
    const fetch = fetchPublicOnly({
      lookup: resolving(['127.0.0.1'], ['127.0.0.2']),
      // Of the two addresses of this machine the first one plays the public one.
      allows: (address) => address === '127.0.0.1',
      port: host.port,
      ca: CERT,
    });
    expect((await fetch(url(host.port))).status).toBe(200);
    expect(await codeOf(fetch(url(host.port)))).toBe('ERR_HOST_NOT_PUBLIC');
    expect(host.connections()).toBe(1);
  });

  it('goes to no other port and speaks nothing but https', async () => {
    const host = await secureHost((_request, response) => response.end());
    const fetch = fetchPublicOnly({ lookup: resolving(['127.0.0.1']), allows: () => true, ca: CERT });
    for (const target of [url(host.port), `http://wms.public.test:${host.port}/`, 'http://wms.public.test:443/'])
      expect(await codeOf(fetch(target)), target).toBe('ERR_HOST_NOT_PUBLIC');
    expect(host.connections()).toBe(0);
  });

  it('follows no redirect, whatever it is queries', async () => {
    let followed = 0;
    const inside = await serving((_request, response) => {
      followed++;
      response.end();
    });
    closing.push(inside.close);
    const host = await secureHost((_request, response) => response.writeHead(302, { location: inside.url }).end());
    const fetch = fetchPublicOnly({ lookup: resolving(['127.0.0.1']), allows: () => true, port: host.port, ca: CERT });
    expect((await fetch(url(host.port), { redirect: 'follow' })).status).toBe(302);
    expect(followed).toBe(0);
  });

  it('was surely not sent, so that even a purchase may be tried again', async () => {
    const request: Outbound = { method: 'POST', url: 'https://127.0.0.1/', json: {}, effect: 'once' };
    const error = await failure(createHttp('x', publicOnly({}))(request));
    expect(error).toMatchObject({ kind: 'unavailable', code: 'ERR_HOST_NOT_PUBLIC' });
    expect(error.message).toBe('POST https://127.0.0.1/: cannot be reached');
  });
});

describe('the connectors that sellers type an address for', () => {
  const inside = async () => {
    let requests = 0;
    const server = await serving((_request, response) => {
      requests++;
      response.end('{}');
    });
    closing.push(server.close);
    return { url: server.url, requests: () => requests };
  };

  it.each(WMS_PROVIDERS.filter(({ hosted }) => hosted))('reach no host inside: $provider', async (definition) => {
    const host = await inside();
    const wms = definition.create({ http: {}, sandbox: false });
    const error = await failure(wms.check({ keys: definition.sandbox.keys, baseUrl: host.url }));
    expect(error).toMatchObject({ kind: 'unavailable', code: 'ERR_HOST_NOT_PUBLIC' });
    expect(host.requests()).toBe(0);
  });

  it('reach no host inside: Mirakl', async () => {
    const host = await inside();
    const connector = lowes.create({ app: {}, http: {}, sandbox: false });
    const tokens = { accessToken: 'k', keys: { instance: host.url } };
    const error = await failure(connector.describeShop({ tokens, account: '1' }));
    expect(error).toMatchObject({ kind: 'unavailable', code: 'ERR_HOST_NOT_PUBLIC' });
    expect(host.requests()).toBe(0);
  });
});
