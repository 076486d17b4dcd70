import { UploadOutlined } from '@ant-design/icons';
import { getSetup } from '@tradewind/contract/dashboard.ts';
import { listStock, stockTabs } from '@tradewind/contract/stock.ts';
import { listStockConditions, listStockPlaces, listStockProducts } from '@tradewind/contract/stock-views.ts';
import {
  commitOpening,
  enterOpeningStock,
  openingChoices,
  openingErrors,
  openingTemplate,
  previewOpening,
  selectWarehouse,
} from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { FormDrawer, type StartOf } from '../../components/form-drawer.tsx';
import { ImportDialog } from '../../components/import-dialog.tsx';
import { useSavedStep } from '../../components/setup.ts';
import { usePreference } from '../../shell/preferences.ts';
import { OpeningRows, type OpeningValues } from './opening-rows.tsx';

const CHANGED = [
  listStock,
  listStockProducts,
  listStockPlaces,
  listStockConditions,
  stockTabs,
  openingChoices,
  getSetup,
];
const parse = (value: unknown) => (typeof value === 'number' ? value : 0);

/** Opening stock by typing; it begins with the products that have none, and with the warehouse of the last time. */
export function OpeningDrawer({ onSheet, onClose }: { onSheet: () => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation('stock');
  const [key] = useState(() => crypto.randomUUID());
  const [last, remember, known] = usePreference('stock.openingWarehouse', parse);
  const warehouses = useCall(selectWarehouse, {}, { staleMs: 0 });
  const choice = warehouses.data?.filter(({ enabled }) => enabled) ?? [];
  const first = choice.find(({ id }) => id === last) ?? choice.find(({ isDefault }) => isDefault) ?? choice[0];
  const choices = useCall(openingChoices, { warehouseId: first?.id ?? 0 }, { staleMs: 0, enabled: known && !!first });
  // What was read earlier may lack the product or warehouse that was just added.
  const ready = known && warehouses.isFetchedAfterMount && (!first || choices.isFetchedAfterMount);
  const saved = useSavedStep();
  const initial = useMemo<StartOf<OpeningValues>>(() => {
    const location = choices.data?.location ?? undefined;
    const lines = (choices.data?.products ?? []).map((product) => ({ productId: product, locationId: location }));
    return { idempotencyKey: key, warehouseId: first?.id, lines };
  }, [choices.data, first?.id, key]);
  return (
    <FormDrawer
      open
      size={860}
      title={t('opening.title')}
      call={enterOpeningStock}
      initial={initial}
      loading={!ready}
      error={warehouses.error ?? choices.error}
      toInput={({ lines = [], ...values }: OpeningValues) => {
        remember(values.warehouseId);
        return { ...values, lines: lines.map(lineOf) };
      }}
      verb={t('opening.verb')}
      refresh={CHANGED}
      onDone={({ state }) => void saved(t(state === 'waiting' ? 'opening.waits' : 'opening.done'))}
      onClose={onClose}
    >
      <p className="tw-opening-head tw-muted">
        <span>{t('opening.intro')}</span>
        <Button icon={<UploadOutlined />} onClick={onSheet}>
          {t('opening.sheet')}
        </Button>
      </p>
      <OpeningRows
        warehouses={choice.map(({ id, name }) => ({ value: id, label: name }))}
        more={choices.data?.more ?? false}
      />
    </FormDrawer>
  );
}

function lineOf({ productId, locationId, quantity, unitCost }: NonNullable<OpeningValues['lines']>[number]) {
  return {
    productId: productId.id,
    locationId: locationId?.id ?? 0,
    ...(quantity ? { quantity } : {}),
    ...(unitCost ? { unitCost } : {}),
  };
}

/** Opening stock by a sheet that holds the company's SKUs already. */
export function OpeningSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('stock');
  return (
    <ImportDialog
      title={t('opening.sheetTitle')}
      template={openingTemplate}
      preview={previewOpening}
      commit={commitOpening}
      errors={openingErrors}
      refresh={CHANGED}
      onClose={onClose}
    />
  );
}
