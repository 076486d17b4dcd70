import {
  addProduct,
  editProduct,
  findFamily,
  findProduct,
  listFamilies,
  listProducts,
  type ProductRow,
  productFacets,
} from '@tradewind/contract/catalog.ts';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { changesOf } from '../../components/changes.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { Marks } from './families/marks.tsx';
import { inheritedAgain } from './families/own.ts';
import { emptied, filled, GoodsSections, type GoodsValues, NEW_GOODS } from './goods-fields.tsx';

/** Adds or edits a product; sends only changed fields. */
export function ProductForm({
  product,
  onClose,
  onReload,
}: {
  product?: ProductRow;
  onClose: () => void;
  onReload?: () => void;
}): ReactNode {
  const { t } = useTranslation('catalog');
  const family = useCall(findFamily, { id: product?.familyId ?? 0 }, { enabled: !!product?.familyId });
  /** Own fields that the user gave back to the family. */
  const dropped = useRef(new Set<string>());
  const shared = {
    open: true,
    verb: t('saveProduct'),
    success: t('saved'),
    refresh: [listProducts, findProduct, productFacets, findFamily, listFamilies],
    size: 640,
    onClose,
    ...(onReload ? { onReload } : {}),
  };
  if (!product)
    return (
      <FormDrawer
        {...shared}
        key="new"
        title={t('addProduct')}
        call={addProduct}
        initial={NEW_GOODS}
        toInput={(values: GoodsValues) => withoutNulls(filled(values))}
      >
        <Sections product={undefined} />
      </FormDrawer>
    );
  const { id, version, sku } = product;
  const before = changeableOf(product);
  return (
    <FormDrawer
      {...shared}
      key={`${id}/${version}`}
      title={`${t('editProduct')} ${sku}`}
      call={editProduct}
      loading={product.familyId !== null && family.isPending}
      error={family.error}
      initial={{ sku, ...before, categoryId: before.categoryId === null ? null : String(before.categoryId) }}
      toInput={({ sku: _fixed, ...values }: GoodsValues) => {
        const now = emptied(filled(values));
        const changes = changesOf(before, now);
        const inherit = family.data
          ? inheritedAgain({ product, family: family.data, now, changes, dropped: dropped.current })
          : [];
        return { id, version, ...changes, ...(inherit.length > 0 ? { inherit } : {}) };
      }}
    >
      <Marks product={product} family={family.data} dropped={dropped}>
        <Sections product={product} />
      </Marks>
    </FormDrawer>
  );
}

function changeableOf(product: ProductRow) {
  const { parentSku, barcode, nameZh, nameEn, brand, colour, unit, label, hsCode, origin } = product;
  const { lengthCm, widthCm, heightCm, netWeightKg, grossWeightKg, unitPriceCny, declaredValueUsd } = product;
  const { categoryId, attributes, shelfLifeMonths, battery, images } = product;
  return {
    ...{ parentSku, barcode, nameZh, nameEn, brand, categoryId, attributes, colour, unit, label, hsCode, origin },
    ...{ lengthCm, widthCm, heightCm, netWeightKg, grossWeightKg, unitPriceCny, declaredValueUsd },
    ...{ shelfLifeMonths, battery, images },
  };
}

const withoutNulls = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as T;

function Sections({ product }: { product: ProductRow | undefined }): ReactNode {
  const { t } = useTranslation('catalog');
  return (
    <GoodsSections
      categoryId={product?.categoryId ?? null}
      images={{ productId: product?.id ?? 0 }}
      heads={[
        {
          kind: 'text',
          name: 'sku',
          label: t('sku'),
          required: true,
          half: true,
          disabled: product !== undefined,
          help: t('skuHelp'),
          pattern: { value: /^[^\s"'<>\\](?:[^"'<>\\]*[^\s"'<>\\])?$/, message: t('skuBad') },
        },
        {
          kind: 'text',
          name: 'parentSku',
          label: t('parentSku'),
          half: true,
          disabled: product?.familyId != null,
          ...(product?.familyId ? { help: t('families.codeOfVariant') } : {}),
        },
        { kind: 'text', name: 'barcode', label: t('barcode'), half: true },
      ]}
    />
  );
}
