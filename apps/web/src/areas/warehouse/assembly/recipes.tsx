import { listRecipes, type RecipeRow, retireRecipe, saveRecipe } from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useRefresh } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { RowActs } from '../../../components/row-acts.tsx';
import { col } from '../../../components/table/col.tsx';
import { useUser } from '../../../shell/session.ts';
import { CHANGED } from './changed.ts';
import { RecipeForm } from './recipe-form.tsx';

/** What kits are made of, and how many the free parts are enough for. */
export function Recipes(): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const warehouses = useWarehouseOptions();
  const [edited, setEdited] = useState<RecipeRow>();
  return (
    <>
      <ListPage
        id="warehouse.recipes"
        call={listRecipes}
        columns={useColumns(setEdited)}
        filters={[
          { kind: 'text', name: 'text', label: t('recipe.search') },
          { kind: 'select', name: 'warehouseId', label: t('recipe.where'), options: warehouses },
        ]}
        {...(may(saveRecipe) ? { onOpen: setEdited } : {})}
        primary={
          may(saveRecipe) && {
            label: t('recipe.add'),
            form: (close) => <RecipeForm recipe={undefined} onClose={close} />,
          }
        }
        empty={{ title: t('recipe.empty'), hint: t('recipe.emptyHint') }}
      />
      {edited && <RecipeForm key={edited.id} recipe={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function useColumns(onEdit: (row: RecipeRow) => void): Column<RecipeRow>[] {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const refresh = useRefresh();
  const { baseCurrency } = useUser();
  return useMemo(
    () => [
      col.product('kit', t('assembly.kit'), { width: 240, always: true }),
      col.text('parts', t('assembly.parts'), {
        of: (row: RecipeRow) => row.parts.map((part) => `${part.sku} × ${part.each}`).join(' + '),
        width: 320,
      }),
      col.qty('possible', t('assembly.possibleNow'), { width: 120 }),
      col.money('labourCost', t('assembly.labour'), { currency: () => baseCurrency, width: 150 }),
      col.text('version', t('recipe.version'), {
        of: (row: RecipeRow) => t('assembly.version', { version: row.version }),
        width: 90,
      }),
      col.text('createdBy', t('recipe.changedBy'), { width: 130, card: 'hide' }),
      col.time('createdAt', t('recipe.changedAt'), { card: 'hide' }),
      ...(may(retireRecipe)
        ? [
            {
              key: 'acts',
              title: '',
              width: 100,
              render: (row: RecipeRow) => (
                <RowActs
                  of={row.sku}
                  onEdit={() => onEdit(row)}
                  title={t('recipe.retireTitle', { sku: row.sku })}
                  consequence={t('recipe.retireText')}
                  onDelete={async () => {
                    await callApi(retireRecipe, { id: row.id, idempotencyKey: crypto.randomUUID() });
                    refresh(...CHANGED);
                  }}
                />
              ),
            },
          ]
        : []),
    ],
    [t, may, refresh, onEdit, baseCurrency],
  );
}
