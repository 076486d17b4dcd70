import { BellOutlined, CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { messagesSignal } from '../../shell/messages-signal.ts';
import { NEWS_PLACE } from '../../shell/news-place.ts';
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
  const standing = useStanding();
  const open = () => {
    standing.end();
    setDialog('bulletins');
  };
  return (
    <Suspense fallback={null}>
      {standing.shown && <News onOpen={open} onClose={standing.end} />}
      {messagesOpened && <NoticeDialog open={dialog === 'notices'} onClose={close} />}
      {dialog === 'bulletins' && <BulletinDialog onClose={close} onMessages={openMessages} />}
    </Suspense>
  );
}

/** In the top bar, so that it covers neither rows nor buttons while it waits to be clicked. */
function News({ onOpen, onClose }: { onOpen: () => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation('messages');
  const place = document.getElementById(NEWS_PLACE);
  return (
    place &&
    createPortal(
      <span className="tw-standing">
        <button type="button" onClick={onOpen}>
          <BellOutlined aria-hidden="true" /> <span>{t('standing')}</span>
        </button>
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('action.close')} onClick={onClose} />
      </span>,
      place,
    )
  );
}
