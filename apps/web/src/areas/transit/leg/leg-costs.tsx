import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { costLeg, type LegDetail, legMay } from '@tradewind/contract/transit.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { FormDrawer, type StartOf } from '../../../components/form-drawer.tsx';
import { CostFields, CostList, costsTyped } from '../costs.tsx';
import { LEG_CHANGED } from '../state.ts';

/** Costs of a first leg; late ones can be added once it has left. */
export function LegCosts({ leg }: { leg: LegDetail }): ReactNode {
  const { t } = useTranslation('transit');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const open = legMay('cost', leg);
  return (
    <>
      <CostList costs={leg.costs} />
      {open && may(rights.transitLeg.edit) && (
        <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
          {t('lateCosts')}
        </Button>
      )}
      {adding && <LateForm leg={leg} onClose={() => setAdding(false)} />}
    </>
  );
}

function LateForm({ leg, onClose }: { leg: LegDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  const initial = useMemo<StartOf<typeof costLeg>>(
    () => ({
      id: leg.id,
      costs: [{ kind: 'duty', currency: 'CNY', basis: 'value' }],
      idempotencyKey: crypto.randomUUID(),
    }),
    [leg.id],
  );
  return (
    <FormDrawer
      open
      size={720}
      title={t('lateCostsTitle', { number: leg.number })}
      call={costLeg}
      initial={initial}
      toInput={({ costs, ...values }) => ({ ...values, costs: costsTyped(costs) })}
      verb={t('lateCosts')}
      success={t('saved')}
      refresh={LEG_CHANGED}
      onClose={onClose}
    >
      <p className="tw-muted">{t('lateCostsHelp')}</p>
      <CostFields />
    </FormDrawer>
  );
}
