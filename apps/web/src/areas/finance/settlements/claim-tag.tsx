import type { PlatformClaimState } from '@tradewind/contract/finance/platform-claims.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../components/status-tag.tsx';

const TONES = { open: 'warn', settled: 'good', refused: 'muted' } as const satisfies Record<PlatformClaimState, string>;

export function ClaimTag({ state }: { state: PlatformClaimState }): ReactNode {
  const { t } = useTranslation('finance');
  return <StatusTag tone={TONES[state]}>{t(`platformClaims.state.${state}`)}</StatusTag>;
}
