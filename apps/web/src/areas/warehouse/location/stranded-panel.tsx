import type { ResultOf } from '@tradewind/contract/call.ts';
import { listStranded } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtons } from '../../../components/can.tsx';
import { Quantity } from '../../../components/figures.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { nameOf } from '../names.ts';
import { ProductNames } from '../product-names.tsx';
import { EmptyForm } from './empty-form.tsx';

type Stranded = ResultOf<typeof listStranded>['rows'][number];
interface StrandedPanelProps {
  houseId: number;
  houses: readonly { id: number; name: string }[];
}

/** Goods that count as stock and lie where nobody picks them, with the way out. */
export function StrandedPanel({ houseId, houses }: StrandedPanelProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [moving, setMoving] = useState<Stranded>();
  const columns = useColumns(setMoving);
  return (
    <>
      <ListPage
        id="warehouse.stranded"
        call={listStranded}
        columns={columns}
        fixed={{ houseId }}
        keyOf={(row) => row.key}
        tabs={{ param: 'houseId', items: houses.map((house) => ({ value: String(house.id), label: house.name })) }}
        summary={<p className="tw-muted tw-stranded-note">{t('location.strandedNote')}</p>}
        empty={{ title: t('location.strandedEmpty'), hint: t('location.strandedHint') }}
      />
      {moving && (
        <EmptyForm
          houseId={houseId}
          from={{ id: moving.locationId, code: moving.code }}
          onClose={() => setMoving(undefined)}
        />
      )}
    </>
  );
}

function useColumns(onMove: (row: Stranded) => void): Column<Stranded>[] {
  const { t } = useTranslation('warehouse');
  const may = useButtons();
  const mayMove = may('edit');
  return useMemo(
    () => [
      {
        key: 'code',
        title: t('location.code'),
        width: 150,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.code}</span>,
      },
      {
        key: 'sku',
        title: t('line.product'),
        width: 280,
        render: (row) => <ProductNames sku={row.sku} name={nameOf(row)} />,
      },
      {
        key: 'condition',
        title: t('location.condition'),
        width: 100,
        render: (row) => t(`location.conditions.${row.condition}`),
      },
      { key: 'batch', title: t('location.batch'), width: 120, render: (row) => row.batchCode ?? '' },
      {
        key: 'onHand',
        title: t('location.units'),
        width: 100,
        align: 'right',
        render: (row) => <Quantity value={row.onHand} />,
      },
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
