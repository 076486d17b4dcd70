/** Platforms that can be connected, by the names they go by everywhere. */
export const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  amazon: 'Amazon',
  ebay: 'eBay',
  shopify: 'Shopify',
  shopee: 'Shopee',
  tiktok: 'TikTok Shop',
};
