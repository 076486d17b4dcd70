import { saveWmsConnection } from '@tradewind/contract/wms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { KEYS } from './wms.testing.ts';

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await ownServer({ TRADEWIND_ROLES: 'api' });
  main = await server.company();
});
afterAll(() => server.close());

describe('the address of a provider', () => {
  const save = (baseUrl: string) =>
    server.call(saveWmsConnection, { provider: 'genericwms', name: 'Own', keys: KEYS, baseUrl, sandbox: false }, main);

  it.each([
    ...['http://wms.example.com', 'https://127.0.0.1', 'https://2130706433', 'https://[::ffff:10.0.0.1]'],
    ...[
      'https://localhost',
      'https://sandbox.svc:18281',
      'https://wms.example.com:8443',
      'https://me:key@wms.example.com',
    ],
  ])('is refused where it cannot be one on the internet: %s', async (address) => {
    const refused = await save(address);
    expect([refused.status, refused.data]).toMatchObject([400, { fields: [{ path: 'baseUrl' }] }]);
  });

  it('is tried before it is kept', async () => {
    // RFC 6761: no name under `invalid` leads anywhere.
    const refused = await save('https://wms.invalid');
    expect([refused.status, refused.data]).toMatchObject([400, { fields: [{ path: 'provider' }] }]);
    const { rowCount } = await server.app.database.owner.query('select from wms_connection');
    expect(rowCount).toBe(0);
  });
});
