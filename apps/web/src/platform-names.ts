import { PLATFORM_NAMES } from '@tradewind/contract/channels.ts';
import { currentLanguage } from './i18n.ts';

/** What a platform is called in the user's language. */
export const platformName = (platform: string): string =>
  PLATFORM_NAMES[platform]?.[currentLanguage() === 'zh' ? 0 : 1] ?? platform;

/** What a platform in an address is called; nothing where there is none of that name. */
export const knownPlatform = (platform: string | null): string =>
  platform && Object.hasOwn(PLATFORM_NAMES, platform) ? platformName(platform) : '';

export const platformNames = (): string[] => Object.keys(PLATFORM_NAMES).map(platformName);

/** For selects. */
export const platformOptions = (): { value: string; label: string }[] =>
  Object.keys(PLATFORM_NAMES).map((value) => ({ value, label: platformName(value) }));
