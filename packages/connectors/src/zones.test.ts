import { describe, expect, it } from 'vitest';
import { instantIn, zoneOfPlace } from './zones.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('the zone of a place', () => {
  it('is one that the runtime knows, for every country of ISO 3166 with people in it', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter((code) => names.of(code));
    const zones = new Map(codes.map((country) => [country, zoneOfPlace({ country })]));
    for (const zone of new Set(zones.values()))
      if (zone) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
    const unknown = [...zones].filter(([, zone]) => !zone).map(([country]) => country);
    // Uninhabited, or no country of their own.
    expect(unknown.length).toBeLessThan(45);
    for (const country of ['US', 'CN', 'HK', 'DE', 'GB', 'JP', 'MX', 'BR', 'AU', 'IN', 'VN']) {
      expect(unknown).not.toContain(country);
    }
  });

  it('is that of the state, the province or the ZIP code before that of the country', () => {
    expect([
      zoneOfPlace({ country: 'US', state: 'tx' }),
      zoneOfPlace({ country: 'US', state: 'TX', postalCode: '79901' }),
      zoneOfPlace({ country: 'us', state: '??' }),
      zoneOfPlace({ country: 'CA', state: 'BC' }),
      zoneOfPlace({ country: 'DE', state: 'CA' }),
      zoneOfPlace({ country: '' }),
    ]).toEqual([
      'America/Chicago',
      'America/Denver',
      'America/New_York',
      'America/Vancouver',
      'Europe/Paris',
      undefined,
    ]);
  });

  it('tells the instant on both sides of a change of the clocks', () => {
    const eastern = (local: string) => instantIn('America/New_York', local);
    expect(eastern('2026-03-08T01:30:00')).toBe('2026-03-08T06:30:00.000Z');
    expect(eastern('2026-03-08T03:30:00')).toBe('2026-03-08T07:30:00.000Z');
    expect(eastern('2026-11-01T12:00:00')).toBe('2026-11-01T17:00:00.000Z');
    expect(eastern('2026-13-01T12:00:00')).toBeUndefined();
  });
});
