import { arrangeLocations, type FloorMeasures, getFloorPlan } from '@tradewind/contract/warehouse.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import type { FormField } from '../../../components/form-fields.tsx';

/** Default sizes: shelving of a person's height, with aisles wide enough to pass. */
export const SHELVING: FloorMeasures = { bayWidthMm: 1000, depthMm: 600, aisleMm: 1500 };

type Measure = 'bayWidthMm' | 'depthMm' | 'aisleMm';
export function useMeasureFields<P extends string = ''>(prefix = '' as P): FormField<`${P}${Measure}`>[] {
  const { t } = useTranslation('warehouse');
  return (['bayWidthMm', 'depthMm', 'aisleMm'] as const).map((name) => ({
    kind: 'number',
    name: `${prefix}${name}`,
    label: t(`plan.${name}`),
    help: t(`plan.${name}Help`),
    required: true,
    suffix: 'mm',
  }));
}

export function ArrangeForm({ houseId: warehouseId, onClose }: { houseId: number; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <FormDrawer
      open
      title={t('plan.layOut')}
      call={arrangeLocations}
      verb={t('plan.layOutVerb')}
      refresh={[getFloorPlan]}
      initial={{ houseId: warehouseId, all: false, ...SHELVING }}
      onDone={({ placed }) => toast.success(t('plan.placed', { count: placed }))}
      fields={[...useMeasureFields(), { kind: 'switch', name: 'all', label: t('plan.all'), help: t('plan.allHelp') }]}
      onClose={onClose}
    />
  );
}
