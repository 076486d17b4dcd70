import { findRegion } from '@tradewind/connectors/marketplaces/amazon/regions.ts';

const SHOPIFY_MODULE = 410;
const AMAZON_MODULES = { na: 402, eu: 403, asia: 404, australia: 405 } as const;
const AUSTRALIA = 'A39IBJ37TRP1C6';

/** The menu's module that shows a shop's orders. */
export function moduleOf(platform: string, region: string, marketplaceIds: readonly string[]): number {
  if (platform === 'shopify') return SHOPIFY_MODULE;
  if (region === 'eu') return AMAZON_MODULES.eu;
  if (region !== 'fe') return AMAZON_MODULES.na;
  return marketplaceIds.length > 0 && marketplaceIds.every((id) => id === AUSTRALIA)
    ? AMAZON_MODULES.australia
    : AMAZON_MODULES.asia;
}

export const amazonRegion = (country: string): string => findRegion(country) ?? 'na';

/** "Demo", "demo.myshopify.com", "https://demo.myshopify.com/admin" -> the domain; undefined when it is none. */
export function shopifyDomain(text: string): string | undefined {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '');
  const admin = /^admin\.shopify\.com$/.test(host)
    ? /\/store\/([a-z0-9][a-z0-9-]*)/.exec(text.toLowerCase())?.[1]
    : undefined;
  const name = admin ?? host.replace(/\.myshopify\.com$/, '');
  return /^[a-z0-9][a-z0-9-]*$/.test(name) ? `${name}.myshopify.com` : undefined;
}

/**
 * Where the platform sends the browser back to. It has to be where the user's browser is, else the cookie that proves it
 * is the same one does not come along; but only our own address or one of this machine is ever used.
 */
export function homeOf(publicUrl: string, origin: string | undefined): string {
  if (!origin) return publicUrl;
  const { protocol, hostname, origin: plain } = new URL(origin);
  const mine = new URL(publicUrl);
  const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
  if (protocol === 'http:' && loopback.test(hostname) && loopback.test(mine.hostname)) return plain;
  return publicUrl;
}
