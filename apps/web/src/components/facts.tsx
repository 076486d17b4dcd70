import type { ReactNode } from 'react';
import { None } from './figures.tsx';

/** Labels and values in columns, for the head of a detail drawer. */
export function Facts({
  items,
  columns = 2,
}: {
  items: readonly [label: string, value: ReactNode][];
  columns?: 1 | 2 | 3;
}): ReactNode {
  return (
    <dl className="tw-facts" data-columns={columns}>
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? <None /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
