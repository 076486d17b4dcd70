import type { ReactNode } from 'react';
import './warehouse.css';

/** SKU over name, each on its line. */
export function ProductNames({ sku, name }: { sku: string; name: string }): ReactNode {
  return (
    <div className="tw-two-lines" title={name}>
      <span>{sku}</span>
      <span>{name}</span>
    </div>
  );
}
