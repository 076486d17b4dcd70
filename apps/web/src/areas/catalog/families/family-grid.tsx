import { rights } from '@tradewind/contract/access/modules.ts';
import { combinationKey, type FamilyAxis, type Variant } from '@tradewind/contract/catalog.ts';
import { stockOfProducts } from '@tradewind/contract/stock-views.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useModulePaths } from '../../../components/module-paths.ts';
import { productName } from '../../../components/product-name.ts';

interface FamilyGridProps {
  axes: readonly FamilyAxis[];
  variants: readonly Variant[];
  /** The product whose drawer shows the grid. */
  currentId?: number;
  /** What stands above the list makes way for the product that is opened. */
  onOpen?: (() => void) | undefined;
}

const unique = (values: readonly string[]) => [...new Set(values)];

/** The variants of a family by their values: the last of several axes goes across. With what is available of each. */
export function FamilyGrid({ axes, variants, currentId, onOpen }: FamilyGridProps): ReactNode {
  const { t } = useTranslation('catalog');
  const sees = useModulePaths().has(rights.stock.id);
  const stock = useCall(
    stockOfProducts,
    { productIds: variants.map((one) => one.id) },
    { enabled: sees && variants.length > 0 },
  );
  const available = new Map(stock.data?.map((row) => [row.productId, row.available]));
  const across = axes.length > 1 ? axes.length - 1 : undefined;
  const heads = across === undefined ? [''] : unique(variants.map((one) => one.axisValues[across] ?? ''));
  const sides = unique(variants.map((one) => JSON.stringify(one.axisValues.slice(0, across))));
  const places = new Map(variants.map((one) => [combinationKey(one.axisValues), one]));
  return (
    <div className="tw-family-grid">
      <table aria-label={t('families.grid')}>
        <thead>
          <tr>
            {axes.slice(0, across).map((axis) => (
              <th key={axis.nameZh + axis.nameEn} scope="col">
                {productName(axis)}
              </th>
            ))}
            {heads.map((head) => (
              <th key={head} scope="col">
                {head || t('families.variants')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sides.map((side) => {
            const values = JSON.parse(side) as string[];
            return (
              <tr key={side}>
                {values.map((value, at) => (
                  <th key={productName(axes[at] ?? { nameZh: '', nameEn: '' })} scope="row">
                    {value}
                  </th>
                ))}
                {heads.map((head) => {
                  const one = places.get(combinationKey(across === undefined ? values : [...values, head]));
                  return (
                    <td key={head}>
                      {one && (
                        <Cell
                          variant={one}
                          current={one.id === currentId}
                          onOpen={onOpen}
                          available={sees ? (available.get(one.id) ?? 0) : undefined}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Cell({
  variant,
  current,
  available,
  onOpen,
}: {
  variant: Variant;
  current: boolean;
  onOpen: (() => void) | undefined;
  /** Undefined: the user does not see stock. */
  available: number | undefined;
}): ReactNode {
  const { t } = useTranslation('catalog');
  return (
    <>
      {current ? (
        <strong>{variant.sku}</strong>
      ) : (
        <Link to={`?status=all&open=${variant.id}`} onClick={onOpen}>
          {variant.sku}
        </Link>
      )}
      <small className="tw-muted">
        {[
          available !== undefined && t('families.available', { count: available }),
          variant.overrides.length > 0 && t('families.ownCount', { count: variant.overrides.length }),
          !variant.enabled && t('disabled'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  );
}
