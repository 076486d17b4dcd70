import { lazy, type ReactNode, Suspense, useState } from 'react';
import { messagesSignal } from '../../shell/messages-signal.ts';
import { useSignal } from '../../shell/signal.ts';
import { useStanding } from './use-standing.ts';
import './messages.css';

const NoticeDialog = lazy(() => import('./notice-dialog.tsx'));
const BulletinDialog = lazy(() => import('./bulletin-dialog.tsx'));

export default function MessagesSlot(): ReactNode {
  const [dialog, setDialog] = useState<'notices' | 'bulletins'>();
  const [messagesOpened, setMessagesOpened] = useState(false);
  const close = () => setDialog(undefined);
  const openMessages = () => {
    setMessagesOpened(true);
    setDialog('notices');
  };
  useSignal(messagesSignal, openMessages);
  useStanding(() => setDialog('bulletins'));
  return (
    <Suspense fallback={null}>
      {messagesOpened && <NoticeDialog open={dialog === 'notices'} onClose={close} />}
      {dialog === 'bulletins' && <BulletinDialog onClose={close} onMessages={openMessages} />}
    </Suspense>
  );
}
