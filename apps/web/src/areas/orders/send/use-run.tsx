import { sendRun } from '@tradewind/contract/orders.ts';
import { Button, Modal, Progress } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import type { BulkResultData } from '../../../components/list-page.tsx';

const LOOK_AGAIN_MS = 1_500;

interface Run {
  title: string;
  runId: number;
  answer: (result: BulkResultData | undefined) => void;
}

/** Waits for a background run and returns its result, or nothing if the user continues in background. */
export function useAwaitRun(): [
  wait: (runId: number, title: string) => Promise<BulkResultData | undefined>,
  dialog: ReactNode,
] {
  const [run, setRun] = useState<Run>();
  const wait = (runId: number, title: string) =>
    new Promise<BulkResultData | undefined>((answer) => setRun({ runId, title, answer }));
  const close = (result: BulkResultData | undefined) => {
    run?.answer(result);
    setRun(undefined);
  };
  return [wait, run && <RunDialog {...run} onClose={close} />];
}

function RunDialog({
  runId,
  title,
  onClose,
}: Run & { onClose: (result: BulkResultData | undefined) => void }): ReactNode {
  const { t } = useTranslation('orders');
  const { data } = useCall(sendRun, { id: runId }, { everyMs: LOOK_AGAIN_MS });
  useEffect(() => {
    if (data?.finished) onClose({ done: data.done, failed: data.failed });
  }, [data, onClose]);
  const total = data?.total ?? 0;
  const over = data ? data.done + data.failed.length : 0;
  return (
    <Modal
      open
      title={title}
      closable={false}
      footer={<Button onClick={() => onClose(undefined)}>{t('send.background')}</Button>}
    >
      <Progress percent={total === 0 ? 0 : Math.round((over / total) * 100)} />
      <p className="tw-muted" role="status">
        {t('send.progress', { over, total })}
      </p>
    </Modal>
  );
}
