import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { receivingTable } from '../capability-table.ts';
import type { ReceivingDefinition } from './definition.ts';
import { findReceivingProvider, receivingProviders } from './registry.ts';

const all: readonly (readonly [string, ReceivingDefinition])[] = Object.entries(receivingProviders);

describe('the registry of receiving accounts', () => {
  it('is what docs/receiving-accounts.md says', () => {
    const page = readFileSync(new URL('../../../../docs/receiving-accounts.md', import.meta.url), 'utf8');
    expect(page).toContain(receivingTable(all.map(([, one]) => one)));
  });

  it.each(all)('%s: its name, variables and stand-in fit together', (name, one) => {
    expect(one.provider).toBe(name);
    expect(findReceivingProvider(name)).toBe(one);
    const { required, optional = {} } = one.credentials;
    expect(Object.keys(one.sandbox.app).sort()).toEqual(Object.keys({ ...required, ...optional }).sort());
    expect(Object.keys(one.sandbox.keys)).toEqual(one.keys.map((key) => key.name));
    expect(Object.keys(one.addresses)).toEqual(expect.arrayContaining(Object.keys(one.sandbox.baseUrls)));
    const connector = one.create({ app: one.sandbox.app, http: {} });
    expect(connector.provider).toBe(name);
    const byConsent = Boolean(connector.authorizeUrl && connector.exchange);
    expect([byConsent, Boolean(connector.connect)]).toEqual([one.connect !== 'keys', one.connect !== 'consent']);
    expect(one.keys.length > 0).toBe(Boolean(connector.connect));
  });

  it('has no variable twice, and no provider by another name', () => {
    const variables = all.flatMap(([, { credentials, addresses }]) =>
      Object.values({ ...credentials.required, ...credentials.optional, ...addresses }),
    );
    expect(variables).toEqual([...new Set(variables)]);
    for (const name of ['toString', 'wise', '']) expect(findReceivingProvider(name)).toBeUndefined();
  });
});
