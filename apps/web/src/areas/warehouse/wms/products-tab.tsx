import type { ResultOf } from '@tradewind/contract/call.ts';
import { pushWmsProducts, wmsProducts } from '@tradewind/contract/wms.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { productName } from '../../../components/product-name.ts';
import { type ChosenProduct, ProductSelect } from '../../../components/product-select.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { PAGE_SIZE, Pages } from './orders-tab.tsx';

type Row = ResultOf<typeof wmsProducts>['rows'][number];
const TONES: Record<Row['state'], Tone> = {
  new: 'muted',
  draft: 'muted',
  review: 'info',
  active: 'good',
  rejected: 'bad',
  disabled: 'warn',
};

/** Products at the provider: their codes there, and whether orders may use them. */
export function ProductsTab({ id, mayEdit }: { id: number; mayEdit: boolean }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [page, setPage] = useState(1);
  const [adding, setAdding] = useState(false);
  const found = useCall(wmsProducts, { id, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const columns = useColumns(id, mayEdit);
  return (
    <>
      {mayEdit && (
        <div className="tw-wms-bar">
          <Button onClick={() => setAdding(true)}>{t('partner.pushProduct')}</Button>
        </div>
      )}
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LineTable
          label={t('partner.tab.products')}
          columns={columns}
          rows={found.data?.rows ?? []}
          skeleton={found.isPending ? 3 : 0}
          empty={<EmptyState title={t('partner.noProducts')} hint={t('partner.noProductsHint')} />}
        />
      )}
      <Pages total={found.data?.total ?? 0} page={page} onChange={setPage} />
      {adding && (
        <FormDrawer
          open
          title={t('partner.pushProduct')}
          call={pushWmsProducts}
          verb={t('partner.pushProduct')}
          success={t('partner.pushed')}
          refresh={[wmsProducts]}
          onClose={() => setAdding(false)}
          toInput={({ product, code }: { product: ChosenProduct; code?: string }) => ({
            id,
            productIds: [product.id],
            ...(code ? { code } : {}),
          })}
          fields={[
            {
              kind: 'custom',
              name: 'product',
              label: t('partner.product'),
              required: true,
              control: <ProductSelect />,
            },
            { kind: 'text', name: 'code', label: t('partner.code'), max: 24, help: t('partner.codeHelp') },
          ]}
        />
      )}
    </>
  );
}

function useColumns(id: number, mayEdit: boolean): Column<Row>[] {
  const { t } = useTranslation('warehouse');
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'sku',
        title: t('partner.sku'),
        width: 220,
        card: 'title',
        render: (row) => (
          <div className="tw-two-lines">
            <span className="tw-figure">{row.sku}</span>
            <span className="tw-muted">{productName(row)}</span>
          </div>
        ),
      },
      col.code('code', t('partner.code'), { width: 180 }),
      col.status(
        'state',
        t('partner.state'),
        (row) => <StatusTag tone={TONES[row.state]}>{t(`partner.productState.${row.state}`)}</StatusTag>,
        { width: 110 },
      ),
      col.text('problem', t('partner.error'), { width: 240 }),
      {
        key: 'actions',
        title: '',
        card: 'line',
        width: 120,
        align: 'right',
        render: (row) => mayEdit && <Again id={id} row={row} />,
      },
    ],
    [t, id, mayEdit],
  );
}

function Again({ id, row }: { id: number; row: Row }): ReactNode {
  const { t } = useTranslation('warehouse');
  const push = useAct(pushWmsProducts, { refresh: [wmsProducts], success: t('partner.pushed') });
  return (
    <Button
      size="small"
      loading={push.isPending}
      onClick={() => push.mutate({ id, productIds: [row.productId], code: row.code })}
    >
      {t('partner.pushAgain')}
    </Button>
  );
}
