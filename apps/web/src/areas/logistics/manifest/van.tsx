import type { ManifestRow, ManifestState } from '@tradewind/contract/logistics.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../components/format.ts';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { platformName } from '../../../platform-names.ts';

const TONES: Record<ManifestState, Tone> = { open: 'warn', closed: 'info', handed: 'good', cancelled: 'muted' };

export function ManifestStateTag({ state }: { state: ManifestState }): ReactNode {
  const { t } = useTranslation('logistics');
  return <StatusTag tone={TONES[state]}>{t(`manifest.state.${state}`)}</StatusTag>;
}

type Van = Pick<ManifestRow, 'carrier' | 'platform' | 'channelName'>;

/** Who takes the parcels: "UPS", "eBay", "Own delivery · By bike". */
export function useVanName(): (van: Van) => string {
  const { t } = useTranslation('logistics');
  return ({ carrier, platform, channelName }) =>
    [carrier === 'platform' && platform ? platformName(platform) : t(`carriers.${carrier}`), channelName]
      .filter(Boolean)
      .join(' · ');
}

export const kilos = (grams: number): string => formatNumber(grams / 1000, { min: 2, max: 3 });
