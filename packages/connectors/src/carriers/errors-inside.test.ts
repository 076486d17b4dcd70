import { describe, expect, it } from 'vitest';
import { scripted } from '../testing.ts';
import { type CarrierAccess, ConnectorError, type Parcel } from '../types.ts';
import * as dhlExpress from './dhlExpress/fixtures.ts';
import * as dhlParcelDe from './dhlParcelDe/fixtures.ts';
import * as edis from './edis/fixtures.ts';
import * as fedex from './fedex/fixtures.ts';
import * as fourpxDirect from './fourpxDirect/fixtures.ts';
import { CARRIERS } from './registry.ts';
import * as ups from './ups/fixtures.ts';
import * as usps from './usps/fixtures.ts';
import * as yanwen from './yanwen/fixtures.ts';
import * as yunexpress from './yunexpress/fixtures.ts';

/** Of each carrier what it knows, and an error of its own, which here comes with status 200. */
const OF: Record<string, { fixtures: { ACCESS: CarrierAccess; PARCEL: Parcel }; error: unknown }> = {
  ups: { fixtures: ups, error: { response: { errors: [{ code: '10500', message: 'Internal Server Error' }] } } },
  yunexpress: { fixtures: yunexpress, error: { success: false, code: '0200500', msg: '系统异常', result: null } },
  yanwen: { fixtures: yanwen, error: { success: false, code: '5000', message: '系统异常', data: null } },
  fourpxDirect: {
    fixtures: fourpxDirect,
    error: { result: '0', msg: '系统异常', errors: [{ error_code: '000001', error_msg: '系统异常' }] },
  },
  edis: { fixtures: edis, error: { errors: [{ errorId: 355000, domain: 'API_EDIS', message: 'internal' }] } },
  usps: { fixtures: usps, error: { apiVersion: '3', error: { code: '500', message: 'Internal', errors: [] } } },
  fedex: {
    fixtures: fedex,
    error: { transactionId: 't', errors: [{ code: 'SYSTEM.UNEXPECTED.ERROR', message: 'Unexpected' }] },
  },
  dhlExpress: { fixtures: dhlExpress, error: { title: 'Server error', status: '500', detail: '9999: Unexpected' } },
  dhlParcelDe: {
    fixtures: dhlParcelDe,
    error: { status: { title: 'Internal Server Error', statusCode: 500, detail: 'Unexpected' } },
  },
};

const STRANGE: [string, string][] = [
  ['nothing', ''],
  ['null', 'null'],
  ['an empty object', '{}'],
  ['an empty list', '[]'],
  ['a page', '<html><body>Maintenance</body></html>'],
];

describe.each(CARRIERS)('$carrier answers 200', ({ carrier, create }) => {
  const of = OF[carrier];
  if (!of) throw new Error(`${carrier} is missing here`);
  const { ACCESS, PARCEL } = of.fixtures;

  describe.each([['its own error', JSON.stringify(of.error)], ...STRANGE])('with %s inside', (_what, text) => {
    const connector = () => create({ http: { fetch: scripted({ status: 200, text }).fetch, sleep: async () => {} } });
    const outcome = (work: Promise<unknown>) =>
      work.then(
        (value) => ({ value }),
        (error) => {
          if (!(error instanceof ConnectorError)) throw error;
          return error.kind;
        },
      );

    it('sells no label', async () => {
      expect(await outcome(connector().buyLabel(ACCESS, PARCEL, 'X'))).toEqual(expect.any(String));
    });

    it('does not make a purchase unknown: the next one would be the second', async () => {
      const sales = PARCEL.items.flatMap(({ sale }) => sale ?? []);
      const found = connector().findPurchase(ACCESS, PARCEL.reference, [], sales);
      expect(await outcome(found)).toEqual(expect.any(String));
    });

    // eDIS says with an empty answer that it is done.
    if (carrier !== 'edis' || text !== '')
      it('takes no label back', async () => {
        const answer = await outcome(connector().voidLabel(ACCESS, '1', '1'));
        if (typeof answer !== 'string') expect(answer).toMatchObject({ value: { voided: false } });
      });
  });
});
