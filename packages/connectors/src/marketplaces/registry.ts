import type { MarketplaceDefinition } from '../capabilities/definition.ts';
import { aliexpress } from './aliexpress/definition.ts';
import { amazon } from './amazon/definition.ts';
import { amazonvc } from './amazonvc/definition.ts';
import { ebay } from './ebay/definition.ts';
import { homedepot } from './homedepot/definition.ts';
import { homedepotdock } from './homedepotdock/definition.ts';
import { joom } from './joom/definition.ts';
import { lazada } from './lazada/definition.ts';
import { lowes } from './lowes/definition.ts';
import { other } from './other/definition.ts';
import { shein } from './shein/definition.ts';
import { shopee } from './shopee/definition.ts';
import { shopify } from './shopify/definition.ts';
import { temu } from './temu/definition.ts';
import { tiktok } from './tiktok/definition.ts';
import { tophatter } from './tophatter/definition.ts';
import { walmart } from './walmart/definition.ts';
import { wayfair } from './wayfair/definition.ts';
import { wish } from './wish/definition.ts';

/** Every platform that shops can be connected of: a folder, and a line here. Shown in this order. */
export const MARKETPLACES: readonly MarketplaceDefinition[] = [
  amazon,
  amazonvc,
  ebay,
  wish,
  walmart,
  wayfair,
  shopify,
  shopee,
  lazada,
  homedepot,
  homedepotdock,
  joom,
  lowes,
  aliexpress,
  tiktok,
  shein,
  temu,
  tophatter,
  other,
];

const byPlatform = new Map(MARKETPLACES.map((one) => [one.platform, one]));

export const findMarketplace = (platform: string): MarketplaceDefinition | undefined => byPlatform.get(platform);
