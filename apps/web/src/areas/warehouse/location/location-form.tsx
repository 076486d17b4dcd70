import {
  addCreditFrame,
  editCreditFrame,
  type FrameRow,
  findCreditFrame,
  getCreditFrame,
  getFloorPlan,
  LOCATION_KINDS,
  listStranded,
} from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { FormDrawer, type FormField, type FormValues } from '../../../components/form-drawer.tsx';

interface LocationFormProps {
  houseId: number;
  row?: FrameRow | undefined;
  onClose: () => void;
}

export function LocationForm({ houseId, row, onClose }: LocationFormProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const shared = {
    open: true,
    fields: useFields(),
    refresh: [getCreditFrame, findCreditFrame, getFloorPlan, listStranded],
    onClose,
  };
  if (!row)
    return (
      <FormDrawer
        {...shared}
        title={t('location.add')}
        call={addCreditFrame}
        verb={t('location.add')}
        success={t('location.saved')}
        initial={{ frame: { kind: 'picking', enabled: true, tray: false } }}
        toInput={(values) => ({ frame: { houseId, ...filled(values.frame) } })}
      />
    );
  return (
    <FormDrawer
      {...shared}
      title={t('location.edit', { code: row.code })}
      call={editCreditFrame}
      verb={t('location.save')}
      initial={{ frame: { ...row } }}
      onDone={({ stranded }) =>
        stranded > 0
          ? toast.warning(t('location.stranded', { code: row.code, count: stranded }))
          : toast.success(t('location.saved'))
      }
      toInput={(values) => ({ frame: { id: row.id, version: row.version, ...filled(values.frame) } })}
    />
  );
}

/** What stands in the form's own fields. An empty path order is left to the server; no capacity and no place are said so. */
function filled(frame: unknown): FormValues {
  if (typeof frame !== 'object' || frame === null) return {};
  const values: FormValues = { ...frame };
  const own = ['area', 'shelf', 'row', 'column', 'kind', 'tray', 'enabled', 'pathOrder'];
  const said = Object.entries(values).filter(([name, value]) => own.includes(name) && value !== null && value !== '');
  const isPlace = typeof values.place === 'object' && values.place !== null;
  const parts = isPlace ? Object.entries(values.place ?? {}).filter(([, value]) => typeof value === 'number') : [];
  return {
    ...Object.fromEntries(said),
    capacity: values.capacity ?? null,
    place: parts.length > 0 ? Object.fromEntries(parts) : null,
  };
}

function useFields(): FormField[] {
  const { t } = useTranslation('warehouse');
  const part = (name: 'area' | 'shelf' | 'row' | 'column'): FormField => ({
    kind: 'text',
    name: `frame.${name}`,
    label: t(`location.${name}`),
    required: true,
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
    {
      kind: 'number',
      name: 'frame.pathOrder',
      label: t('location.path'),
      half: true,
      max: 1_000_000,
      help: t('location.pathHelp'),
    },
    {
      kind: 'number',
      name: 'frame.capacity',
      label: t('location.capacity'),
      half: true,
      min: 1,
      max: 1_000_000,
      help: t('location.capacityHelp'),
    },
    { kind: 'switch', name: 'frame.tray', label: t('location.tray'), half: true },
    {
      kind: 'switch',
      name: 'frame.enabled',
      label: t('location.enabled'),
      help: t('location.enabledHelp'),
    },
    ...(['xMm', 'yMm', 'widthMm', 'depthMm'] as const).map(
      (name, i): FormField => ({
        kind: 'number',
        name: `frame.place.${name}`,
        label: t(`location.${name}`),
        half: true,
        min: i < 2 ? 0 : 50,
        max: i < 2 ? 2_000_000 : 100_000,
        suffix: 'mm',
        ...(i === 0 ? { help: t('location.placeHelp') } : {}),
      }),
    ),
  ];
}
