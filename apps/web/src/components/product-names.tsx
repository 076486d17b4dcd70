import type { ReactNode } from 'react';
import { productName } from './product-name.ts';

export interface NamedProduct {
  sku: string;
  nameZh: string;
  nameEn: string;
}

/** SKU over name, each on its line. `name` replaces the product's own, e.g. by its batch. */
export function ProductNames(
  props: { of: NamedProduct; name?: string } | { of: { sku: string }; name: string },
): ReactNode {
  const name = 'name' in props && props.name !== undefined ? props.name : productName(props.of as NamedProduct);
  return (
    <div className="tw-two-lines" title={name}>
      <span>{props.of.sku}</span>
      <span>{name}</span>
    </div>
  );
}
