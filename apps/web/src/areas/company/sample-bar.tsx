import { ExperimentOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { leaveSample, removeSample } from '@tradewind/contract/company.ts';
import { Button } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { useAct } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { useSample } from '../../components/sample.ts';
import { renewSession, startAnew, useUser } from '../../shell/session.ts';

const REMOVED = 'sample-removed';
const LOADS_EVERY_MS = 2000;
const EVERY_MS = 60_000;

/**
 * The mark of every page of a sample company, with the way home. Another window, or whoever removes the company, may end
 * the visit: then nothing on this screen is of the company that the next call would reach.
 */
export function SampleBar(): ReactNode {
  const { t } = useTranslation('company');
  const { customerId, sample } = useUser();
  const [entered] = useState(customerId);
  useEffect(() => {
    if (entered !== customerId) startAnew();
  }, [entered, customerId]);
  const notify = useEffectEvent(() => {
    if (!sessionStorage.getItem(REMOVED)) return;
    sessionStorage.removeItem(REMOVED);
    toast.success(t('sample.removed'));
  });
  useEffect(() => notify(), []);
  return sample ? <Bar /> : null;
}

function Bar(): ReactNode {
  const { t } = useTranslation('company');
  const [loading, setLoading] = useState(true);
  const sample = useSample(loading ? LOADS_EVERY_MS : EVERY_MS);
  const state = sample?.state;
  const leave = useAct(leaveSample, { onDone: startAnew });
  useShowWhenReady(state);
  useEffect(() => setLoading(state === undefined || state === 'loading'), [state]);
  const remove = async () => {
    await callApi(removeSample, {}, { acts: true });
    sessionStorage.setItem(REMOVED, 'yes');
    startAnew();
  };
  return (
    <div className="tw-sample" role="status">
      <ExperimentOutlined />
      <span className="tw-sample-text">
        <strong>{t('sample.name')}</strong>
        {t(state === 'failed' ? 'sample.failed' : 'sample.about')}
        {state === 'loading' && <em>{t('sample.loading', { percent: sample?.percent ?? 0 })}</em>}
      </span>
      <Button type="primary" size="small" loading={leave.isPending} onClick={() => leave.mutate({})}>
        {t('sample.leave')}
      </Button>
      {sample?.mayManage && (
        <ConfirmDanger
          size="small"
          type="text"
          title={t('sample.removeTitle')}
          consequence={t('sample.removeText')}
          verb={t('sample.remove')}
          onConfirm={remove}
        />
      )}
    </div>
  );
}

/** The pages were opened while the company was half empty. */
function useShowWhenReady(state: string | undefined): void {
  const client = useQueryClient();
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    if (state === 'loading') setWaited(true);
    if (state !== 'ready' || !waited) return;
    setWaited(false);
    void client.invalidateQueries();
    void renewSession();
  }, [client, state, waited]);
}
