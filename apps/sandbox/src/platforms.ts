import { platform1688 } from './1688/index.ts';
import { aliexpressPlatform } from './aliexpress/index.ts';
import { alipayPlatform } from './alipay/index.ts';
import { amazonPlatform } from './amazon/index.ts';
import { amazonvcPlatform } from './amazonvc/index.ts';
import { dhlExpressPlatform } from './dhlExpress/index.ts';
import { dhlParcelDePlatform } from './dhlParcelDe/index.ts';
import { ebayPlatform } from './ebay/index.ts';
import { ecbPlatform } from './ecb/index.ts';
import { eccangPlatform } from './eccang/index.ts';
import { edisPlatform } from './edis/index.ts';
import { fedexPlatform } from './fedex/index.ts';
import { fourpxPlatform } from './fourpx/index.ts';
import { fourpxDirectPlatform } from './fourpxDirect/index.ts';
import { goodcangPlatform } from './goodcang/index.ts';
import { homedepotPlatform } from './homedepot/index.ts';
import { homedepotdockPlatform } from './homedepotdock/index.ts';
import { joomPlatform } from './joom/index.ts';
import type { SandboxPlatform } from './kit/platform.ts';
import { lazadaPlatform } from './lazada/index.ts';
import { lowesPlatform } from './lowes/index.ts';
import { mcfPlatform } from './mcf/index.ts';
import { otherPlatform } from './other/index.ts';
import { receivingPlatforms } from './receiving/index.ts';
import { seventeenTrackPlatform } from './seventeenTrack/index.ts';
import { sheinPlatform } from './shein/index.ts';
import { shopeePlatform } from './shopee/index.ts';
import { shopifyPlatform } from './shopify/index.ts';
import { temuPlatform } from './temu/index.ts';
import { tiktokPlatform } from './tiktok/index.ts';
import { tophatterPlatform } from './tophatter/index.ts';
import { uspsPlatform } from './usps/index.ts';
import { walmartPlatform } from './walmart/index.ts';
import { wayfairPlatform } from './wayfair/index.ts';
import { wfsPlatform } from './wfs/index.ts';
import { winitPlatform } from './winit/index.ts';
import { wishPlatform } from './wish/index.ts';
import { wmsPlatforms } from './wms/index.ts';
import type { ShopSettings } from './world/shop.ts';
import { yanwenPlatform } from './yanwen/index.ts';
import { yunexpressPlatform } from './yunexpress/index.ts';

/** Every platform of the sandbox but UPS: a folder, and a line here. */
export const PLATFORMS: readonly SandboxPlatform[] = [
  amazonPlatform,
  amazonvcPlatform,
  ebayPlatform,
  wishPlatform,
  walmartPlatform,
  wayfairPlatform,
  shopifyPlatform,
  shopeePlatform,
  lazadaPlatform,
  homedepotPlatform,
  homedepotdockPlatform,
  joomPlatform,
  lowesPlatform,
  aliexpressPlatform,
  tiktokPlatform,
  sheinPlatform,
  temuPlatform,
  tophatterPlatform,
  otherPlatform,
  goodcangPlatform,
  fourpxPlatform,
  winitPlatform,
  eccangPlatform,
  mcfPlatform,
  wfsPlatform,
  ...wmsPlatforms,
  platform1688,
  alipayPlatform,
  ecbPlatform,
  yunexpressPlatform,
  yanwenPlatform,
  fourpxDirectPlatform,
  edisPlatform,
  seventeenTrackPlatform,
  uspsPlatform,
  fedexPlatform,
  dhlExpressPlatform,
  dhlParcelDePlatform,
  ...receivingPlatforms,
];

export const SHOPS: readonly ShopSettings[] = PLATFORMS.flatMap(({ name, shops }) =>
  shops.map((shop) => ({ ...shop, platform: name })),
);

const UPS_HOSTS = new Set(['onlinetools.ups.com', 'wwwcie.ups.com']);

/** The address prefix that a platform's real host name stands for; '' when it is none of them. */
export function prefixForHost(hostHeader: string): string {
  const host = hostHeader.toLowerCase().replace(/:\d+$/, '');
  if (UPS_HOSTS.has(host)) return '/ups';
  for (const platform of PLATFORMS) {
    const prefix = platform.prefixForHost?.(host);
    if (prefix) return prefix;
  }
  return '';
}
