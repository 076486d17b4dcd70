import { logout } from '@tradewind/contract/identity.ts';
import { Modal } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api/client.ts';
import { noteActivity, useIdle } from './idle.ts';
import { setLocked, useUser } from './session.ts';

const LockScreen = lazy(() => import('./lock-screen.tsx'));

/** On idle time: warns for a minute, then signs out. The pages stay unchanged underneath until the user is back. */
export function IdleLock(): ReactNode {
  const { t } = useTranslation();
  const user = useUser();
  const [locked, lock] = useState(false);
  const left = useIdle(user.idleMinutes, !locked, () => {
    void callApi(logout, {}, { quiet: true }).catch(() => {});
    setLocked(true);
    lock(true);
  });
  const open = () => {
    noteActivity();
    lock(false);
  };
  if (locked)
    return (
      <Suspense fallback={<div className="tw-lock" />}>
        <LockScreen user={user} onOpen={open} />
      </Suspense>
    );
  return (
    <Modal
      open={left !== undefined && left > 0}
      title={t('idle.title')}
      okText={t('idle.stay')}
      cancelButtonProps={{ style: { display: 'none' } }}
      closable={false}
      onOk={() => noteActivity()}
      zIndex={2500}
    >
      <p role="alert">{t('idle.text', { count: left ?? 0 })}</p>
    </Modal>
  );
}
