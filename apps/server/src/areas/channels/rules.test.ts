import { findMarketplace, MARKETPLACES } from '@tradewind/connectors/marketplaces/registry.ts';
import { shopifyDomain } from '@tradewind/connectors/marketplaces/shopify/definition.ts';
import { ConnectorError, type FailureKind } from '@tradewind/connectors/types.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import { PLATFORM_NAMES } from '@tradewind/contract/channels.ts';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../core/config.ts';
import { Fail } from '../../core/errors.ts';
import { homeOf } from './authorization/places.ts';
import { makeConnectors } from './connectors.ts';
import { decide, isInfrastructure } from './sync/decide.ts';

describe('where the connectors go', () => {
  const config = (env: Record<string, string>) =>
    readConfig({ TRADEWIND_SECRET: 'x'.repeat(32), TRADEWIND_DATA: '/tmp/none', PORT: '9000', ...env });
  const real = {
    AMAZON_CLIENT_ID: 'id',
    AMAZON_CLIENT_SECRET: 'secret',
    AMAZON_APPLICATION_ID: 'amzn1.sp.solution.mine',
  };
  const consent = (connectors: ReturnType<typeof makeConnectors>) =>
    connectors
      .get('amazon')
      ?.consentUrl?.({ state: 's', redirectUri: 'https://erp.example.com/api/callback/amazon', region: 'DE' });

  it('is the real platform with credentials, even where the sandbox runs', () => {
    const connectors = makeConnectors(config({}), real);
    expect(consent(connectors)).toMatch(
      /^https:\/\/sellercentral-europe\.amazon\.com\/.*application_id=amzn1\.sp\.solution\.mine/,
    );
    const shopify = connectors
      .get('shopify')
      ?.consentUrl?.({ state: 's', redirectUri: 'r', account: 'a.myshopify.com' });
    expect(shopify).toMatch(/^http:\/\/127\.0\.0\.1:9001\/shopify\/a\.myshopify\.com\//);
  });

  it('is the sandbox without them, but never in production unless told', () => {
    expect(consent(makeConnectors(config({}), {}))).toMatch(/^http:\/\/127\.0\.0\.1:9001\/amazon\/sellercentral\//);
    const production = config({ NODE_ENV: 'production', TRADEWIND_ROLES: 'api' });
    // Where sellers bring keys of their own, nothing of ours is missing.
    const byOurs = (env: Record<string, string>) =>
      [...makeConnectors(production, env).keys()].filter(
        (platform) => Object.keys(findMarketplace(platform)?.credentials.required ?? {}).length > 0,
      );
    expect(byOurs({})).toEqual([]);
    expect(byOurs(real)).toEqual(['amazon']);
  });

  it('stops on half of the credentials, naming the other half', () => {
    expect(() => makeConnectors(config({}), { AMAZON_CLIENT_ID: 'id' })).toThrow(ConfigError);
    expect(() => makeConnectors(config({}), { SHOPIFY_CLIENT_SECRET: 's' })).toThrow(/^SHOPIFY_CLIENT_ID is not set/);
  });
});

describe('the names of platforms', () => {
  it('are the same for the browser as for the connectors', () => {
    expect(PLATFORM_NAMES).toEqual(Object.fromEntries(MARKETPLACES.map(({ platform, name }) => [platform, name])));
  });
});

describe('what a person types', () => {
  it.each([
    ['Demo', 'demo.myshopify.com'],
    ['demo.myshopify.com', 'demo.myshopify.com'],
    ['https://demo.myshopify.com/admin?x=1', 'demo.myshopify.com'],
    ['https://admin.shopify.com/store/my-shop/orders', 'my-shop.myshopify.com'],
    ['evil.com', undefined],
    ['evil.com/x.myshopify.com', undefined],
    ['demo.myshopify.com.evil.com', undefined],
    ['a b', undefined],
    ['', undefined],
  ])('%s is the shop %s', (typed, domain) => {
    expect(shopifyDomain(typed)).toBe(domain);
  });

  it('comes back to the own address, or to this machine while we are on it', () => {
    const local = 'http://127.0.0.1:8080';
    expect(homeOf(local, 'http://localhost:5173')).toBe('http://localhost:5173');
    expect(homeOf(local, 'https://evil.example')).toBe(local);
    expect(homeOf(local, 'http://localhost.evil.example')).toBe(local);
    expect(homeOf('https://erp.example.com', 'http://localhost:5173')).toBe('https://erp.example.com');
    expect(homeOf(local, undefined)).toBe(local);
  });
});

describe('the menu module of a shop', () => {
  it.each([
    ['shopify', '', [], 410],
    ['tiktok', 'US', ['US'], 418],
    ['shein', '', ['shein-us'], 419],
    ['temu', 'US', ['211'], 420],
    ['tophatter', '', [], 421],
    ['shopee', '', ['SG'], 411],
    ['lazada', 'SG', ['SG'], 412],
    ['aliexpress', '', [], 417],
    ['homedepot', 'US', [], 413],
    ['homedepotdock', '', [], 415],
    ['lowes', 'DSV', [], 416],
    ['joom', '', [], 414],
    ['ebay', '', ['EBAY_GB'], 406],
    ['wish', '', [], 407],
    ['walmart', 'US', ['US'], 408],
    ['amazon', 'na', [], 402],
    ['amazon', 'eu', [], 403],
    ['amazon', 'fe', ['A1VC38T7YXB528'], 404],
    ['amazon', 'fe', ['A39IBJ37TRP1C6'], 405],
    ['amazon', 'fe', ['A39IBJ37TRP1C6', 'A1VC38T7YXB528'], 404],
  ] as const)('%s %s %j is %i', (platform, region, marketplaces, moduleId) => {
    const page = findMarketplace(platform)?.orderMenu(region, marketplaces);
    expect(page && rights[page].id).toBe(moduleId);
  });
});

describe('a failed sync', () => {
  const now = new Date('2026-11-21T08:00:00Z');
  const failure = (kind: FailureKind, retryAfterMs?: number) =>
    new ConnectorError('amazon', kind, 'said', retryAfterMs === undefined ? {} : { retryAfterMs });
  const waitMs = (error: unknown, failures = 0) => {
    const { nextAt } = decide(error, failures, now);
    return nextAt && nextAt.getTime() - now.getTime();
  };

  it('that was throttled waits as told, within reason, and is no failure', () => {
    expect(waitMs(failure('throttled', 178_600))).toBe(178_600);
    expect(waitMs(failure('throttled', 0))).toBe(1000);
    expect(waitMs(failure('throttled', 1e12))).toBe(86_400_000);
    expect(decide(failure('throttled'), 4, now).failures).toBe(4);
  });

  it('waits longer each time, and for a person where the permission ended', () => {
    expect([0, 1, 2, 3, 4, 99].map((failures) => waitMs(failure('unavailable'), failures))).toEqual(
      [1, 2, 5, 10, 30, 30].map((minutes) => minutes * 60_000),
    );
    expect(decide(failure('unauthorized'), 0, now)).toMatchObject({ nextAt: null, failures: 1 });
  });

  it('is told from a failure of ours', () => {
    expect(decide(new Error('a bug'), 0, now).kind).toBe('internal');
    expect(decide(new Fail('channels.notConfigured', 422, { platform: 'Amazon' }), 0, now)).toMatchObject({
      kind: 'rejected',
    });
    expect(isInfrastructure(Object.assign(new Error(), { code: '57P01' }))).toBe(true);
    expect(isInfrastructure(Object.assign(new Error(), { code: 'ECONNRESET' }))).toBe(true);
    expect(isInfrastructure(Object.assign(new Error(), { code: '22P05' }))).toBe(false);
    expect(isInfrastructure(new Fail('order.x', 409))).toBe(false);
  });
});
