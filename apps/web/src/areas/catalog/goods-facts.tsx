import type { Inherited, ProductRow } from '@tradewind/contract/catalog.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { categoryName } from '../../components/category.ts';
import { DropLabel } from '../../components/drop-select.tsx';
import { Facts } from '../../components/facts.tsx';
import { Money } from '../../components/figures.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { useAttributeFacts } from './category/attribute-fields.tsx';

type Fact = [label: string, value: ReactNode];

interface GoodsFactsProps {
  goods: Pick<ProductRow, Inherited | 'categoryZh' | 'categoryEn'>;
  images: { productId: number } | { familyId: number };
  /** Its code, for who cannot see the pictures. */
  name: string;
  /** The fields of a variant that are not its family's. */
  own?: readonly string[];
  heads?: readonly Fact[];
  tails?: readonly Fact[];
}

/** What a product or a family is. */
export function GoodsFacts({ goods, images, name, own = [], heads = [], tails = [] }: GoodsFactsProps): ReactNode {
  const { t } = useTranslation('catalog');
  const attributes = useAttributeFacts(goods);
  const length = (value: string | null) => value ?? '–';
  const sides = [goods.lengthCm, goods.widthCm, goods.heightCm];
  const size = sides.some(Boolean) ? `${sides.map(length).join(' × ')} cm` : null;
  const mark = (...fields: Inherited[]) => fields.some((field) => own.includes(field)) && <OwnTag />;
  const of = (label: string, value: ReactNode, ...fields: Inherited[]): Fact => {
    const tag = mark(...fields);
    return [
      label,
      tag ? (
        <span key={label}>
          {value} {tag}
        </span>
      ) : (
        value
      ),
    ];
  };
  return (
    <>
      {goods.images.length > 0 && (
        <div className="tw-product-pictures" style={{ marginBottom: 12 }}>
          {goods.images.map((image) => (
            <ProductImage key={image} {...images} image={image} size={96} alt={t('pictureOf', { sku: name })} />
          ))}
          {mark('images')}
        </div>
      )}
      <Facts
        items={[
          of(t('nameZh'), goods.nameZh, 'nameZh'),
          of(t('nameEn'), goods.nameEn, 'nameEn'),
          ...heads,
          of(t('brand'), goods.brand, 'brand'),
          of(t('category'), categoryName(goods), 'categoryId'),
          ...attributes.map(([label, value]) => of(label, value, 'attributes')),
          of(t('size'), size, 'lengthCm', 'widthCm', 'heightCm'),
          of(t('netWeightKg'), goods.netWeightKg && `${goods.netWeightKg} kg`, 'netWeightKg'),
          of(t('grossWeightKg'), goods.grossWeightKg && `${goods.grossWeightKg} kg`, 'grossWeightKg'),
          of(
            t('unitPriceCny'),
            goods.unitPriceCny && <Money key="p" amount={goods.unitPriceCny} currency="CNY" />,
            'unitPriceCny',
          ),
          of(
            t('declaredValueUsd'),
            goods.declaredValueUsd && <Money key="d" amount={goods.declaredValueUsd} currency="USD" />,
            'declaredValueUsd',
          ),
          of(t('hsCode'), goods.hsCode, 'hsCode'),
          of(t('origin'), goods.origin, 'origin'),
          of(t('battery'), t(goods.battery ? 'batteryYes' : 'batteryNo'), 'battery'),
          of(t('unit'), <DropLabel key="n" zoot="product.unit" value={goods.unit} />, 'unit'),
          of(t('colour'), goods.colour, 'colour'),
          of(
            t('shelfLifeMonths'),
            goods.shelfLifeMonths && t('monthsOf', { count: goods.shelfLifeMonths }),
            'shelfLifeMonths',
          ),
          of(t('label'), <DropLabel key="l" zoot="product.label" value={goods.label} />, 'label'),
          ...tails,
        ]}
      />
    </>
  );
}

function OwnTag(): ReactNode {
  const { t } = useTranslation('catalog');
  return <StatusTag tone="info">{t('families.own')}</StatusTag>;
}
