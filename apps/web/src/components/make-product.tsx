import type { Call, InputOf } from '@tradewind/contract/call.ts';
import { draftProduct, makeSoldProducts } from '@tradewind/contract/listings.ts';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/hooks.ts';
import { FormDrawer } from './form-drawer.tsx';

interface MakeProductProps {
  shopId: number;
  sellerSku: string;
  refresh: readonly Call[];
  onDone?: () => void;
  onClose: () => void;
}

type Row = InputOf<typeof makeSoldProducts>['rows'][number];

/** Makes a product of what a shop sells, from its listing or an order, and maps it. Waiting orders continue. */
export function MakeProductForm({ shopId, sellerSku, refresh, onDone, onClose }: MakeProductProps): ReactNode {
  const { t } = useTranslation();
  const draft = useCall(draftProduct, { shopId, sellerSku });
  const { sku, nameZh, nameEn, declaredValueUsd, fate, from } = draft.data ?? {};
  return (
    <FormDrawer
      open
      title={t('makeProduct.title', { sku: sellerSku })}
      call={makeSoldProducts}
      loading={draft.isPending}
      error={draft.error}
      initial={{ rows: [{ sku, nameZh, nameEn, ...(declaredValueUsd ? { declaredValueUsd } : {}) }] }}
      toInput={({ rows }: { rows: Omit<Row, 'shopId' | 'sellerSku'>[] }) => ({
        rows: rows.map(({ declaredValueUsd: value, ...row }) => ({
          ...row,
          ...(value ? { declaredValueUsd: value } : {}),
          shopId,
          sellerSku,
        })),
      })}
      verb={t('makeProduct.verb')}
      success={t('makeProduct.done')}
      refresh={refresh}
      onDone={() => onDone?.()}
      onClose={onClose}
      fields={[
        {
          kind: 'text',
          name: 'rows.0.sku',
          label: t('makeProduct.sku'),
          required: true,
          help: t('makeProduct.skuHelp'),
        },
        { kind: 'text', name: 'rows.0.nameZh', label: t('makeProduct.nameZh') },
        { kind: 'text', name: 'rows.0.nameEn', label: t('makeProduct.nameEn'), help: t('makeProduct.oneName') },
        {
          kind: 'decimal',
          name: 'rows.0.declaredValueUsd',
          label: t('makeProduct.declared'),
          half: true,
          suffix: 'USD',
        },
      ]}
    >
      {fate === 'differs' && <Alert type="warning" showIcon title={t('makeProduct.differs')} />}
      {fate === 'pairs' && <Alert type="info" showIcon title={t('makeProduct.exists', { sku })} />}
      {from && <p className="tw-muted">{t(`makeProduct.from.${from}`)}</p>}
    </FormDrawer>
  );
}
