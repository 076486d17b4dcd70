import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { listStranded } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { ProductNames } from '../../../components/product-names.tsx';
import { col } from '../../../components/table/col.tsx';
import { EmptyForm } from './empty-form.tsx';

type Stranded = ResultOf<typeof listStranded>['rows'][number];
interface StrandedPanelProps {
  houseId: number;
  warehouses: readonly { id: number; name: string }[];
}

/** Stock in disabled locations, which nobody picks, with a way to move it. */
export function StrandedPanel({ houseId: warehouseId, warehouses }: StrandedPanelProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [moving, setMoving] = useState<Stranded>();
  const columns = useColumns(setMoving);
  return (
    <>
      <ListPage
        id="warehouse.stranded"
        call={listStranded}
        columns={columns}
        fixed={{ houseId: warehouseId }}
        keyOf={(row) => row.key}
        tabs={{
          param: 'houseId',
          items: warehouses.map((warehouse) => ({ value: String(warehouse.id), label: warehouse.name })),
        }}
        summary={<p className="tw-muted tw-stranded-note">{t('location.strandedNote')}</p>}
        empty={{ title: t('location.strandedEmpty'), hint: t('location.strandedHint'), ofTab: true }}
      />
      {moving && (
        <EmptyForm
          houseId={warehouseId}
          from={{ id: moving.locationId, code: moving.code }}
          onClose={() => setMoving(undefined)}
        />
      )}
    </>
  );
}

function useColumns(onMove: (row: Stranded) => void): Column<Stranded>[] {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const mayMove = may(rights.location.edit);
  return useMemo(
    () => [
      col.heading('code', t('location.code'), { width: 150 }),
      {
        key: 'sku',
        title: t('line.product'),
        width: 280,
        render: (row) => <ProductNames of={row} />,
      },
      {
        key: 'condition',
        title: t('location.condition'),
        width: 100,
        render: (row) => t(`location.conditions.${row.condition}`),
      },
      col.text('batch', t('location.batch'), { of: 'batchCode', width: 120 }),
      col.qty('onHand', t('location.units'), { width: 100 }),
      {
        key: 'move',
        title: '',
        width: 110,
        always: true,
        render: (row) => (mayMove ? <Button onClick={() => onMove(row)}>{t('location.move')}</Button> : null),
      },
    ],
    [t, mayMove, onMove],
  );
}
