import { rights } from '@tradewind/contract/access/modules.ts';
import {
  cancelFba,
  costFba,
  type FbaDetail,
  fbaHistory,
  fbaMay,
  fbaUnitLabels,
  getFba,
  lateFba,
  planFba,
  refreshFba,
  retryFba,
  reviseFba,
} from '@tradewind/contract/transit.ts';
import { Alert, Button, Steps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { showPdf } from '../../../components/show-pdf.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { useNarrow } from '../../../components/use-narrow.ts';
import { CostFields, costsTyped } from '../costs.tsx';
import { TransitCosts } from '../late-costs.tsx';
import { FBA_CHANGED, FBA_TONES } from '../state.ts';
import { BoxLabels } from './box-labels.tsx';
import { BoxesTab, GoodsTab, PartsTab } from './fba-tabs.tsx';
import { HistoryTab } from './history-tab.tsx';
import { ownParts, ShipForm } from './ship-form.tsx';
import { PackForm, PlaceForm, TransportForm } from './step-forms.tsx';

type Doing = 'pack' | 'place' | 'transport' | 'ship' | 'costs' | 'cancel';
const WAY: readonly FbaDetail['state'][] = [
  'draft',
  'planned',
  'packed',
  'placed',
  'transport',
  'shipped',
  'receiving',
  'closed',
];

interface DrawerProps {
  id: number;
  tools: DetailTools;
  onEdit: (fba: FbaDetail) => void;
}

export function FbaDrawer({ id, tools, onEdit }: DrawerProps): ReactNode {
  const { t } = useTranslation('transit');
  const [doing, setDoing] = useState<Doing>();
  /** Amazon is processing or receiving it: refetches automatically. */
  const [every, setEvery] = useState(0);
  const query = useCall(getFba, { id }, every ? { everyMs: every } : {});
  const fba = query.data;
  const busy = fba !== undefined && fba.step !== '' && fba.stepError === null;
  const desired = busy ? 2000 : fba && fbaMay('refresh', fba) ? 5000 : 0;
  if (desired !== every) setEvery(desired);
  const close = () => setDoing(undefined);
  return (
    <>
      <DetailDrawer
        {...tools}
        size={980}
        title={fba?.number ?? ''}
        status={
          fba && (
            <StatusTag tone={FBA_TONES[fba.state]} busy={busy}>
              {t(`state.${fba.state}`)}
            </StatusTag>
          )
        }
        subtitle={fba && `${fba.name} · ${fba.shopName}`}
        query={query}
        actions={fba && <Actions fba={fba} busy={busy} onDo={setDoing} onEdit={() => onEdit(fba)} />}
        tabs={
          fba
            ? [
                {
                  key: 'goods',
                  label: t('tab.goods'),
                  children: (
                    <>
                      <Way fba={fba} busy={busy} />
                      <GoodsTab fba={fba} />
                    </>
                  ),
                },
                { key: 'boxes', label: t('tab.boxes'), children: <BoxesTab fba={fba} /> },
                { key: 'parts', label: t('tab.parts'), children: <PartsTab fba={fba} /> },
                {
                  key: 'costs',
                  label: t('tab.costs'),
                  children: (
                    <TransitCosts of={fba} call={lateFba} left={fbaMay('addCosts', fba)} refresh={FBA_CHANGED} />
                  ),
                },
                {
                  key: 'history',
                  label: t('tab.history'),
                  children: <HistoryTab call={fbaHistory} id={fba.id} states="state" />,
                },
              ]
            : []
        }
      />
      {fba && doing === 'pack' && <PackForm fba={fba} onClose={close} />}
      {fba && doing === 'place' && <PlaceForm fba={fba} onClose={close} />}
      {fba && doing === 'transport' && <TransportForm fba={fba} onClose={close} />}
      {fba && doing === 'ship' && <ShipForm fba={fba} onClose={close} />}
      {fba && doing === 'costs' && <CostsForm fba={fba} onClose={close} />}
      {fba && doing === 'cancel' && <CancelForm fba={fba} onClose={close} />}
    </>
  );
}

/** Progress of the shipment, with Amazon's current step or error. */
function Way({ fba, busy }: { fba: FbaDetail; busy: boolean }): ReactNode {
  const { t } = useTranslation('transit');
  const may = useMay();
  const narrow = useNarrow();
  const at = WAY.indexOf(fba.state);
  const retry = useAct(retryFba, { refresh: FBA_CHANGED });
  const revise = useAct(reviseFba, { refresh: FBA_CHANGED });
  return (
    <>
      {fba.state !== 'cancelled' && !narrow && (
        <Steps
          size="small"
          current={fba.state === 'closed' ? WAY.length : at}
          status={fba.stepError ? 'error' : 'process'}
          style={{ marginBottom: 16 }}
          items={WAY.map((state) => ({ title: t(`state.${state}`) }))}
        />
      )}
      {busy && <Alert type="info" showIcon title={t(`working.${fba.step}`)} style={{ marginBottom: 12 }} />}
      {fba.stepError && (
        <Alert
          type="error"
          showIcon
          title={t('stoppedTitle', { step: t(`stepName.${fba.step}`) })}
          description={fba.stepError}
          style={{ marginBottom: 12 }}
          action={
            <>
              {may(rights.fbaShipment.submit) && (
                <Button size="small" onClick={() => retry.mutate({ id: fba.id })}>
                  {t('retry')}
                </Button>
              )}
              {fba.step !== 'track' && (may(rights.fbaShipment.edit) || may(rights.fbaShipment.box)) && (
                <Button size="small" type="link" onClick={() => revise.mutate({ id: fba.id })}>
                  {t('revise')}
                </Button>
              )}
            </>
          }
        />
      )}
    </>
  );
}

interface ActionsProps {
  fba: FbaDetail;
  busy: boolean;
  onDo: (what: Doing) => void;
  onEdit: () => void;
}

function Actions({ fba, busy, onDo, onEdit }: ActionsProps): ReactNode {
  const { t } = useTranslation('transit');
  const may = useMay();
  const plan = useAct(planFba, { refresh: FBA_CHANGED, success: t('told') });
  const refresh = useAct(refreshFba, { refresh: FBA_CHANGED, success: t('asked') });
  const idle = fba.step === '';
  const agreed = fba.parts.length > 0;
  const seesCosts = useSeesCosts();
  const next: Partial<Record<FbaDetail['state'], ReactNode>> = {
    draft: may(planFba) && (
      <Button type="primary" loading={plan.isPending} onClick={() => plan.mutate({ id: fba.id })}>
        {t('plan')}
      </Button>
    ),
    planned: may(rights.fbaShipment.box) && (
      <Button type="primary" onClick={() => onDo('pack')}>
        {t('pack')}
      </Button>
    ),
    packed: may(rights.fbaShipment.submit) && (
      <Button type="primary" onClick={() => onDo('place')}>
        {t(agreed ? 'quote' : 'place')}
      </Button>
    ),
    placed: may(rights.fbaShipment.submit) && (
      <Button type="primary" onClick={() => onDo('transport')}>
        {t('transport')}
      </Button>
    ),
    transport: may(rights.fbaShipment.ship) && (
      <Button type="primary" onClick={() => onDo('ship')}>
        {t('ship')}
      </Button>
    ),
  };
  return (
    <>
      {idle && next[fba.state]}
      {may(rights.fbaShipment.label) && <BoxLabels fba={fba} />}
      {idle && fbaMay('transport', fba) && may(rights.fbaShipment.submit) && (
        <Button onClick={() => onDo('place')}>{t('quote')}</Button>
      )}
      {idle && fba.state === 'packed' && !agreed && may(rights.fbaShipment.box) && (
        <Button onClick={() => onDo('pack')}>{t('packAgain')}</Button>
      )}
      {idle && fbaMay('edit', fba) && may(rights.fbaShipment.edit) && <Button onClick={onEdit}>{t('edit')}</Button>}
      {fbaMay('correctTracking', fba) && !busy && may(rights.fbaShipment.ship) && ownParts(fba).length > 0 && (
        <Button onClick={() => onDo('ship')}>{t('correctTracking')}</Button>
      )}
      {fbaMay('refresh', fba) && (
        <Button loading={refresh.isPending} onClick={() => refresh.mutate({ id: fba.id })}>
          {t('refresh')}
        </Button>
      )}
      {fbaMay('editCosts', fba) && seesCosts && may(rights.fbaShipment.edit) && (
        <Button onClick={() => onDo('costs')}>{t('editCosts')}</Button>
      )}
      {(may(rights.fbaShipment.label) || may(rights.fbaShipment.print)) && fba.lines.some((line) => line.fnsku) && (
        <Button onClick={() => void showPdf(fbaUnitLabels, { id: fba.id }).catch(toast.error)}>
          {t('unitLabels')}
        </Button>
      )}
      {fbaMay('cancel', fba) && !busy && may(rights.fbaShipment.submit) && (
        <Button danger onClick={() => onDo('cancel')}>
          {t('cancel')}
        </Button>
      )}
    </>
  );
}

function CostsForm({ fba, onClose }: { fba: FbaDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  /** The version of the costs in the form, without those that Amazon adds meanwhile. */
  const [version] = useState(fba.version);
  return (
    <FormDrawer
      open
      size={640}
      title={t('costsTitle', { number: fba.number })}
      call={costFba}
      initial={{ id: fba.id, version, costs: fba.costs }}
      toInput={({ costs, ...values }) => ({ ...values, costs: costsTyped(costs) })}
      verb={t('saveCosts')}
      success={t('saved')}
      refresh={FBA_CHANGED}
      onClose={onClose}
    >
      <p className="tw-muted">{t('costsHelp')}</p>
      <CostFields />
    </FormDrawer>
  );
}

function CancelForm({ fba, onClose }: { fba: FbaDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('transit');
  return (
    <FormDrawer
      open
      title={t('cancelTitle', { number: fba.number })}
      call={cancelFba}
      initial={{ id: fba.id }}
      verb={t('cancelVerb')}
      success={t('told')}
      refresh={FBA_CHANGED}
      onClose={onClose}
      fields={[{ kind: 'textarea', name: 'reason', label: t('reason'), help: t('cancelHelp') }]}
    />
  );
}
