import type { ReactNode } from 'react';

/** A line of a sum; `strong`: what the lines above add up to. */
export function SumLine({ label, value, strong }: { label: string; value: ReactNode; strong?: boolean }): ReactNode {
  return (
    <div className="tw-calc-sum" data-strong={strong || undefined}>
      <span>{label}</span>
      <span>{value}</span>
    </div>
  );
}
