import type { ReactNode } from 'react';
import { formatNumber } from '../../../components/format.ts';

/** Walking distance in metres. A dash if the locations are not drawn. */
export function Walk({ mm }: { mm: number | null }): ReactNode {
  return <span className="tw-figure">{mm === null ? '–' : `${formatNumber(Math.round(mm / 1000))} m`}</span>;
}
