import { zoneOfPlace } from '../zones.ts';

/** The clocks that platforms keep whatever their shops sell: as the times of their APIs, and TikTok's columns, show. */
const OF_PLATFORM: Readonly<Record<string, string>> = {
  aliexpress: 'America/Los_Angeles',
  shein: 'Asia/Shanghai',
  tiktok: 'UTC',
};

interface ShopPlace {
  platform: string;
  region: string;
  marketplaceIds: readonly string[];
}
/** The clock of the times in a shop's files that name no zone. Undefined where nothing documents it. */
export function zoneOfFiles({ platform, region, marketplaceIds }: ShopPlace): string | undefined {
  if (platform === 'lazada') return zoneOfPlace({ country: region });
  if (platform === 'shopee') return zoneOfPlace({ country: marketplaceIds[0] ?? region });
  return OF_PLATFORM[platform];
}
