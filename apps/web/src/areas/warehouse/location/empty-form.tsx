import {
  emptyLocation,
  findLocation,
  getFloorPlan,
  listLocations,
  listStranded,
} from '@tradewind/contract/warehouse.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';

interface EmptyFormProps {
  houseId: number;
  from: { id: number; code: string };
  onClose: () => void;
}

/** Moves all unallocated units to another location of the same warehouse. */
export function EmptyForm({ houseId: warehouseId, from, onClose }: EmptyFormProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [text, setText] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const found = useCall(listLocations, { houseId: warehouseId, enabled: true, text, size: 50 }, { keepPrevious: true });
  const places = (found.data?.rows ?? []).filter((row) => row.id !== from.id && row.kind !== 'packing');
  return (
    <FormDrawer
      open
      title={t('location.moveTitle', { code: from.code })}
      call={emptyLocation}
      verb={t('location.moveVerb')}
      initial={{ fromId: from.id, idempotencyKey: key }}
      refresh={[listLocations, findLocation, getFloorPlan, listStranded]}
      onDone={({ units, number }) => toast.success(t('location.moved', { units, number }))}
      fields={[
        {
          kind: 'select',
          name: 'toCode',
          label: t('location.moveTo'),
          help: t('location.moveText'),
          loading: found.isFetching,
          onSearch: setText,
          options: places.map((row) => ({
            value: row.code,
            label: `${row.code} · ${t(`location.kind.${row.kind}`)} · ${row.capacity === null ? row.units : `${row.units} / ${row.capacity}`}`,
          })),
        },
      ]}
      onClose={onClose}
    />
  );
}
