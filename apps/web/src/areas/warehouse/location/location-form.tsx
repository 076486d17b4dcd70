import {
  addCreditFrame,
  editCreditFrame,
  type FrameRow,
  findCreditFrame,
  getCreditFrame,
  LOCATION_KINDS,
} from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
    refresh: [getCreditFrame, findCreditFrame],
    success: t('location.saved'),
    onClose,
  };
  if (!row)
    return (
      <FormDrawer
        {...shared}
        title={t('location.add')}
        call={addCreditFrame}
        verb={t('location.add')}
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
      toInput={(values) => ({ frame: { id: row.id, ...filled(values.frame) } })}
    />
  );
}

/** What stands in the form's own fields; an empty one is left to the server. */
function filled(frame: unknown): FormValues {
  if (typeof frame !== 'object' || frame === null) return {};
  const own = ['area', 'shelf', 'row', 'column', 'kind', 'tray', 'enabled', 'pathOrder'];
  return Object.fromEntries(
    Object.entries(frame).filter(([name, value]) => own.includes(name) && value !== null && value !== ''),
  );
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
    { kind: 'switch', name: 'frame.enabled', label: t('location.enabled'), half: true },
    { kind: 'switch', name: 'frame.tray', label: t('location.tray'), half: true },
  ];
}
