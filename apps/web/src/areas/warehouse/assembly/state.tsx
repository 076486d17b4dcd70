import type { AssemblyState } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';

const TONES: Record<AssemblyState, Tone> = {
  draft: 'muted',
  submitted: 'warn',
  done: 'good',
  undone: 'muted',
  cancelled: 'muted',
};

export function AssemblyStateTag({ state }: { state: AssemblyState }): ReactNode {
  const { t } = useTranslation('warehouse');
  return <StatusTag tone={TONES[state]}>{t(`assembly.state.${state}`)}</StatusTag>;
}
