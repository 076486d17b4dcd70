import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateCardContent } from '../logistics/rates.ts';
import { raterOf } from './rate.ts';
import { remoteFinder } from './zones.ts';

const area = (kind: string, more: object) => ({
  ...{ kind, country: 'US', prefix: '', from: '', to: '', city: '' },
  ...more,
});

describe('remote areas', () => {
  it('are the kinds in which an address is, by prefix, range, city or country', () => {
    const find = remoteFinder([
      area('extended', { prefix: '996' }),
      area('extended', { from: '96701', to: '96799' }),
      area('remote', { prefix: '9969' }),
      area('remote', { city: 'Sitka' }),
      area('island', { country: 'IS' }),
    ]);
    const at = (postcode: string, city = '', country = 'US') => find({ country, postcode, city });
    expect(at('99612')).toEqual(['extended']);
    expect(at('99692-1234')).toEqual(['extended', 'remote']);
    expect([at('96750'), at('96800'), at('96700')]).toEqual([['extended'], [], []]);
    expect(at('99835', ' sitka ')).toEqual(['remote']);
    expect(at('101', '', 'IS')).toEqual(['island']);
    expect(find({ country: 'FR', postcode: '99612' })).toEqual([]);
  });

  it('charge the surcharges of their kind, and no other', () => {
    const card = rateCardContent.parse({
      currency: 'USD',
      areas: [{ zone: 'A', country: 'US' }],
      prices: [{ zone: 'A', to: '30', firstPrice: '5' }],
      surcharges: [
        { code: 'far', basis: 'flat', amount: '4', when: { remote: ['extended'] } },
        { code: 'signed', basis: 'flat', amount: '2', when: { signature: true } },
      ],
      remote: [{ kind: 'extended', country: 'US', prefix: '996' }],
    });
    const total = (postcode: string, signature = false) =>
      raterOf(card)({ weightGrams: 500, day: '2026-11-02', to: { country: 'US', postcode }, signature }).rating?.total;
    expect([total('99612'), total('30005'), total('99612', true)]).toEqual(['9.00', '5.00', '11.00']);
  });

  it('a prefix covers exactly the postcodes that begin with it', () => {
    const digits = fc.stringMatching(/^[0-9]{1,5}$/);
    fc.assert(
      fc.property(fc.array(digits, { maxLength: 12 }), fc.stringMatching(/^[0-9]{5}$/), (prefixes, postcode) => {
        const find = remoteFinder(prefixes.map((prefix) => area('far', { prefix })));
        const covered = prefixes.some((prefix) => postcode.startsWith(prefix));
        expect(find({ country: 'US', postcode })).toEqual(covered ? ['far'] : []);
      }),
      { seed: 11 },
    );
  });
});
