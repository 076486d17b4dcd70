import { PlusOutlined } from '@ant-design/icons';
import type { Call } from '@tradewind/contract/call.ts';
import type { costLeg, LegDetail, lateFba } from '@tradewind/contract/transit.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../components/can.tsx';
import { FormDrawer, type StartOf } from '../../components/form-drawer.tsx';
import { useUser } from '../../shell/session.ts';
import { CostFields, CostList, costsTyped } from './costs.tsx';

interface Props {
  /** A first leg or FBA shipment. */
  of: Pick<LegDetail, 'id' | 'number' | 'costs'>;
  call: typeof costLeg | typeof lateFba;
  /** It has left, so that costs are added one by one. */
  left: boolean;
  refresh: readonly Call[];
}

/** Costs of a document in transit; late ones can be added once it has left. */
export function TransitCosts({ of, call, left, refresh }: Props): ReactNode {
  const { t } = useTranslation('transit');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <CostList costs={of.costs} />
      {left && may(call) && (
        <Button icon={<PlusOutlined />} style={{ marginTop: 12 }} onClick={() => setAdding(true)}>
          {t('lateCosts')}
        </Button>
      )}
      {adding && <LateForm of={of} call={call} refresh={refresh} onClose={() => setAdding(false)} />}
    </>
  );
}

function LateForm({ of, call, refresh, onClose }: Omit<Props, 'left'> & { onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  const { baseCurrency } = useUser();
  const currency = of.costs.at(-1)?.currency ?? baseCurrency;
  const initial = useMemo<StartOf<typeof costLeg>>(
    () => ({
      id: of.id,
      costs: [{ kind: 'duty', currency, basis: 'value' }],
      idempotencyKey: crypto.randomUUID(),
    }),
    [of.id, currency],
  );
  return (
    <FormDrawer
      open
      size={720}
      title={t('lateCostsTitle', { number: of.number })}
      call={call}
      initial={initial}
      toInput={({ costs, ...values }) => ({ ...values, costs: costsTyped(costs) })}
      verb={t('lateCosts')}
      success={t('saved')}
      refresh={refresh}
      onClose={onClose}
    >
      <p className="tw-muted">{t('lateCostsHelp')}</p>
      <CostFields />
    </FormDrawer>
  );
}
