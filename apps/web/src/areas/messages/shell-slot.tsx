import { type ReactNode, useState } from 'react';
import { messagesSignal } from '../../shell/messages-signal.ts';
import { useSignal } from '../../shell/signal.ts';
import { BulletinDialog } from './bulletin-dialog.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { useStanding } from './use-standing.ts';
import './messages.css';

export default function MessagesSlot(): ReactNode {
  const [dialog, setDialog] = useState<'notices' | 'bulletins'>();
  const close = () => setDialog(undefined);
  useSignal(messagesSignal, () => setDialog('notices'));
  useStanding(() => setDialog('bulletins'));
  return (
    <>
      <NoticeDialog open={dialog === 'notices'} onClose={close} />
      {dialog === 'bulletins' && <BulletinDialog onClose={close} onMessages={() => setDialog('notices')} />}
    </>
  );
}
