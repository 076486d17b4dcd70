import { BellOutlined, CheckCircleOutlined } from '@ant-design/icons';
import { getAlerts } from '@tradewind/contract/access.ts';
import { getNotReadInformation } from '@tradewind/contract/messages.ts';
import { Badge, Button, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../api/hooks.ts';
import { DateTime } from '../components/figures.tsx';
import { StatusTag } from '../components/status-tag.tsx';
import { messagesSignal } from './messages-signal.ts';
import { useReceived } from './signal.ts';

const POLL_MS = 300_000;

/** Pending work from every area. */
export function Bell(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const alerts = useCall(getAlerts, {}, { everyMs: POLL_MS, staleMs: 60_000 });
  const unread = useCall(getNotReadInformation, {}, { everyMs: POLL_MS }).data?.num ?? 0;
  const received = useReceived(messagesSignal);
  const list = alerts.data ?? [];
  const waiting = list.length + unread;
  const go = (path: string) => {
    setOpen(false);
    navigate(path);
  };
  const content = (
    <div className="tw-bell">
      {list.length === 0 && (
        <div className="tw-muted tw-bell-none">
          <CheckCircleOutlined /> {t('bell.none')}
        </div>
      )}
      <ul className="tw-alerts">
        {list.map((alert) => (
          <li key={alert.key}>
            <button type="button" onClick={() => go(alert.path)}>
              <StatusTag tone={alert.level}>{alert.text}</StatusTag>
              <span className="tw-muted">
                <DateTime at={alert.at} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
  // Above the alerts: these load while the bell is open, and must not push the link away from the mouse.
  const title = (
    <div className="tw-bell-title">
      {t('bell.title')}
      {received && (
        <Button
          type="link"
          size="small"
          onClick={() => {
            setOpen(false);
            messagesSignal.send();
          }}
        >
          {unread > 0 ? t('bell.unread', { count: unread }) : t('bell.messages')}
        </Button>
      )}
    </div>
  );
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      classNames={{ root: 'tw-bell-pop' }}
      title={title}
      content={content}
      open={open}
      onOpenChange={setOpen}
    >
      <Badge count={waiting} size="small" offset={[-4, 4]}>
        <Button type="text" icon={<BellOutlined />} aria-label={t('bell.open', { count: waiting })} />
      </Badge>
    </Popover>
  );
}
