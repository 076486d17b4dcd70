import { CARRIERS } from '@tradewind/connectors/carriers/registry.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import { hasAccounts, saveOrUpdateUpsAuth } from '@tradewind/contract/logistics.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withCarrier } from '../carrier/connect.ts';
import { type LogisticsWorld, openLogistics } from '../testing/world.ts';
import { ratesWithDays } from './days.ts';
import { boxOfOutbound, carrierParcel } from './facts.ts';

let l: LogisticsWorld;
let outboundId: number;
beforeAll(async () => {
  l = await openLogistics();
  ({ outboundId } = await l.packed('DAYS'));
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());

const able = CARRIERS.filter((one) => one.create({ http: {} }).timeInTransit);
it('four carriers say how long a parcel takes', () => {
  expect(able.map((one) => one.carrier)).toEqual(['ups', 'usps', 'fedex', 'dhlExpress']);
});

describe.each(able.map((one) => [one.carrier, one] as const))('%s', (code, definition) => {
  /** The carrier's rates as if they came without days. */
  async function rates() {
    if (!hasAccounts(code)) throw new Error(`${code} is missing in the contract`);
    const { keys, accountNumber } = definition.sandbox;
    const account = { carrier: code, name: code, accountNumber, keys, sandbox: true };
    const { main } = l.world;
    const known = await l.server.app.database.owner.query(
      'select id from carrier_account where company_id = $1 and carrier = $2',
      [main.companyId, code],
    );
    const id = known.rows[0]?.id ?? (await l.server.ok(saveOrUpdateUpsAuth, { account }, main)).id;
    const parcel = await l.world.tx(async (tx) =>
      carrierParcel(tx, await boxOfOutbound(tx, main.ctx, outboundId), { carrier: code, dutyTerms: 'DAP' }),
    );
    let questions = 0;
    const answer = await withCarrier(l.server.app, main.ctx, Number(id), (connector, access) =>
      ratesWithDays(
        {
          rates: async (...input) =>
            (await connector.rates(...input)).map(({ transitDays: _days, arrivesOn: _day, ...rate }) => rate),
          timeInTransit: async (...input) => {
            questions++;
            return (await connector.timeInTransit?.(...input)) ?? [];
          },
        },
        access,
        parcel,
      ),
    );
    return { answer, questions };
  }

  it('gives its rates their days with one question', async () => {
    const { answer, questions } = await rates();
    expect(questions).toBe(1);
    expect(answer.length).toBeGreaterThan(0);
    expect(answer.filter((rate) => rate.transitDays !== undefined).length).toBeGreaterThan(0);
  });
});

it('rates come without days where the carrier does not say them, and no question is put about days that they have', async () => {
  const rate = { serviceCode: 'A', serviceName: 'A', amount: '1', listAmount: '1', currency: 'USD', surcharges: [] };
  const connector = (rates: object[], timeInTransit: () => Promise<never>) =>
    ({ rates: async () => rates, timeInTransit }) as never;
  const parcel = { from: { country: 'US', state: 'TX', postalCode: '78701' } } as never;
  const access = { keys: {}, accountNumber: '' };
  const away = () => Promise.reject(new ConnectorError('ups', 'unavailable', 'away'));
  expect(await ratesWithDays(connector([rate], away), access, parcel)).toEqual([rate]);
  const dated = { ...rate, transitDays: 2 };
  const never = () => Promise.reject(new Error('a needless question'));
  expect(await ratesWithDays(connector([dated], never), access, parcel)).toEqual([dated]);
});
