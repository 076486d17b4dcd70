import { type FloorMeasures, getFloorPlan, layOutFrames } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { FormDrawer, type FormField } from '../../../components/form-drawer.tsx';

/** Shelves of a person's height for cartons, with room to pass each other. */
export const SHELVING: FloorMeasures = { bayWidthMm: 1000, depthMm: 600, aisleMm: 1500 };

export function useMeasureFields(prefix = ''): FormField[] {
  const { t } = useTranslation('warehouse');
  return (['bayWidthMm', 'depthMm', 'aisleMm'] as const).map((name) => ({
    kind: 'number',
    name: `${prefix}${name}`,
    label: t(`plan.${name}`),
    help: t(`plan.${name}Help`),
    required: true,
    min: name === 'aisleMm' ? 200 : 50,
    max: 20_000,
    suffix: 'mm',
  }));
}

export function LayOutForm({ houseId, onClose }: { houseId: number; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <FormDrawer
      open
      title={t('plan.layOut')}
      call={layOutFrames}
      verb={t('plan.layOutVerb')}
      refresh={[getFloorPlan]}
      initial={{ houseId, all: false, ...SHELVING }}
      onDone={({ placed }) => toast.success(t('plan.placed', { count: placed }))}
      fields={[...useMeasureFields(), { kind: 'switch', name: 'all', label: t('plan.all'), help: t('plan.allHelp') }]}
      onClose={onClose}
    />
  );
}
