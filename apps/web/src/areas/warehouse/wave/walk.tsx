import type { ReactNode } from 'react';
import { formatNumber } from '../../../components/format.ts';

/** Length of a walk in metres; a dash where the locations are not drawn. */
export function Walk({ mm }: { mm: number | null }): ReactNode {
  return <span className="tw-figure">{mm === null ? '–' : `${formatNumber(Math.round(mm / 1000))} m`}</span>;
}
