import type { InputOf } from '@tradewind/contract/call.ts';
import {
  createLocation,
  findLocation,
  getFloorPlan,
  LOCATION_KINDS,
  type LocationPlace,
  listLocations,
  listStranded,
  updateLocation,
} from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { type FieldOf, type FieldsOf, FormDrawer } from '../../../components/form-drawer.tsx';

interface LocationFormProps {
  houseId: number;
  row?: LocationPlace | undefined;
  onClose: () => void;
}

export function LocationForm({ houseId: warehouseId, row, onClose }: LocationFormProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const shared = {
    open: true,
    fields: useFields(),
    refresh: [listLocations, findLocation, getFloorPlan, listStranded],
    onClose,
  };
  if (!row)
    return (
      <FormDrawer
        {...shared}
        title={t('location.add')}
        call={createLocation}
        verb={t('location.add')}
        success={t('location.saved')}
        initial={{ frame: { kind: 'picking', enabled: true, tray: false } }}
        toInput={(values: Values) => ({ frame: { houseId: warehouseId, ...filled(values.frame) } })}
      />
    );
  return (
    <FormDrawer
      {...shared}
      title={t('location.edit', { code: row.code })}
      call={updateLocation}
      verb={t('location.save')}
      initial={{ frame: { ...row } }}
      onDone={({ stranded }) =>
        stranded > 0
          ? toast.warning(t('location.stranded', { code: row.code, count: stranded }))
          : toast.success(t('location.saved'))
      }
      toInput={(values: Values) => ({ frame: { id: row.id, version: row.version, ...filled(values.frame) } })}
    />
  );
}

type Place = NonNullable<Location['place']>;
type Location = Omit<InputOf<typeof createLocation>['frame'], 'houseId'>;
/** Fields of both forms. */
interface Values {
  frame: Location;
}

/** The server fills in an empty path order. No capacity and no position are sent as null. */
function filled({ pathOrder, capacity, place, ...location }: Location): Location {
  const parts = Object.entries(place ?? {}).filter(([, value]) => typeof value === 'number');
  return {
    ...location,
    ...(typeof pathOrder === 'number' ? { pathOrder } : {}),
    capacity: capacity ?? null,
    place: parts.length > 0 ? (Object.fromEntries(parts) as Place) : null,
  };
}

function useFields(): FieldsOf<Values> {
  const { t } = useTranslation('warehouse');
  const part = (name: 'area' | 'shelf' | 'row' | 'column'): FieldOf<Values> => ({
    kind: 'text',
    name: `frame.${name}`,
    label: t(`location.${name}`),
    half: true,
    max: 10,
    pattern: { value: /^[A-Za-z0-9]*$/, message: t('location.partHelp') },
  });
  return [
    part('area'),
    part('shelf'),
    part('row'),
    part('column'),
    {
      kind: 'select',
      name: 'frame.kind',
      label: t('location.kindTitle'),
      required: true,
      half: true,
      options: LOCATION_KINDS.map((kind) => ({ value: kind, label: t(`location.kind.${kind}`) })),
    },
    { kind: 'number', name: 'frame.pathOrder', label: t('location.path'), half: true, help: t('location.pathHelp') },
    {
      kind: 'number',
      name: 'frame.capacity',
      label: t('location.capacity'),
      half: true,
      help: t('location.capacityHelp'),
    },
    { kind: 'switch', name: 'frame.tray', label: t('location.tray'), half: true },
    { kind: 'switch', name: 'frame.enabled', label: t('location.enabled'), help: t('location.enabledHelp') },
    ...(['xMm', 'yMm', 'widthMm', 'depthMm'] as const).map(
      (name, i): FieldOf<Values> => ({
        kind: 'number',
        name: `frame.place.${name}`,
        label: t(`location.${name}`),
        half: true,
        suffix: 'mm',
        ...(i === 0 ? { help: t('location.placeHelp') } : {}),
      }),
    ),
  ];
}
