import { type RecipeRow, saveRecipe } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer, type StartOf, type Typed } from '../../../components/form-drawer.tsx';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { useUser } from '../../../shell/session.ts';
import { ProductLines } from '../product-lines.tsx';
import { CHANGED } from './changed.ts';

type Values = Typed<
  typeof saveRecipe,
  { productId: ChosenProduct; parts: { productId: ChosenProduct; each: number }[] }
>;

const chosen = ({ sku, nameZh, nameEn, productId }: Omit<ChosenProduct, 'id'> & { productId: number }) => ({
  ...{ sku, nameZh, nameEn, id: productId },
});

function valuesOf(recipe: RecipeRow | undefined): StartOf<Values> {
  const idempotencyKey = crypto.randomUUID();
  if (!recipe) return { version: 0, parts: [{}], idempotencyKey };
  const { version, labourCost, remark, parts } = recipe;
  return {
    ...{ version, remark, idempotencyKey, productId: chosen(recipe) },
    ...(labourCost === null ? {} : { labourCost }),
    parts: parts.map((part) => ({ productId: chosen(part), each: part.each })),
  };
}

/** Each saving is a version. The kit of a recipe stays. */
export function RecipeForm({ recipe, onClose }: { recipe: RecipeRow | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const { baseCurrency } = useUser();
  const seesCosts = useSeesCosts();
  const initial = useMemo(() => valuesOf(recipe), [recipe]);
  return (
    <FormDrawer
      open
      size={720}
      title={recipe ? t('recipe.editTitle', { sku: recipe.sku }) : t('recipe.add')}
      call={saveRecipe}
      initial={initial}
      toInput={({ productId, parts, labourCost, ...values }: Values) => ({
        ...values,
        productId: productId.id,
        ...(labourCost ? { labourCost } : {}),
        parts: parts.map((part) => ({ productId: part.productId.id, each: part.each })),
      })}
      verb={t('recipe.save')}
      success={t('recipe.saved')}
      refresh={CHANGED}
      onClose={onClose}
      fields={[
        !recipe && { kind: 'custom', name: 'productId', label: t('assembly.kit'), control: <ProductSelect /> },
        seesCosts && {
          ...{ kind: 'decimal', name: 'labourCost', label: t('assembly.labour'), half: true },
          ...{ suffix: baseCurrency, help: t('assembly.labourHelp') },
        },
        { kind: 'textarea', name: 'remark', label: t('assembly.remark') },
      ]}
    >
      <ProductLines name="parts" title={t('assembly.parts')} amount="each" label={t('assembly.each')} />
    </FormDrawer>
  );
}
