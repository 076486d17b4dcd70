import { changeAlert, getNotReadInformation, getnoticeBoard } from '@tradewind/contract/messages.ts';
import { App } from 'antd';
import { createElement, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { useAct, useCall } from '../../api/hooks.ts';
import { bulletinSignal } from '../../shell/hints.ts';
import { usePreference } from '../../shell/preferences.ts';
import { useSignal } from '../../shell/signal.ts';

/** Look for the provider's bulletins this long after the layout has loaded, if none was shown before. */
const BULLETIN_CHECK_MS = 1_800_000;
const POLL_MS = 300_000;
const KEY = 'messages-standing';

const asIds = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);

/** The notification that stays until it is clicked, for new messages and for unseen bulletins. */
export function useStanding(onClick: () => void): void {
  const { t } = useTranslation('messages');
  const { notification } = App.useApp();
  const news = useCall(getNotReadInformation, {}, { everyMs: POLL_MS });
  const end = useAct(changeAlert, { refresh: [getNotReadInformation] });
  const [observed, saveRead] = usePreference('messages:bulletins', asIds);
  const alerts = news.data?.alerts ?? [];
  /** Unseen bulletins; they may share a notification with messages. */
  const bulletins = useRef<string[]>([]);

  const show = useEffectEvent(() => {
    const clicked = () => {
      notification.destroy(KEY);
      if (alerts.length > 0) end.mutate({ msgIdList: alerts.map((row) => row.msg_ID) });
      if (bulletins.current.length > 0) saveRead(bulletins.current);
      bulletins.current = [];
      onClick();
    };
    notification.open({
      key: KEY,
      title: createElement('button', { type: 'button', className: 'tw-standing', onClick: clicked }, t('standing')),
      onClick: clicked,
      duration: 0,
      closable: false,
      placement: 'bottomRight',
    });
  });
  const newest = alerts[0]?.msg_ID;
  useEffect(() => {
    if (newest !== undefined) show();
  }, [newest]);

  const check = useEffectEvent(async () => {
    const { list } = await callApi(getnoticeBoard, {}, { quiet: true });
    if (list.every((bulletin) => observed.includes(bulletin.id))) return;
    bulletins.current = list.map((bulletin) => bulletin.id);
    show();
  });
  useSignal(bulletinSignal, () => void check().catch(() => {}));
  useEffect(() => {
    const timer = setTimeout(() => void check().catch(() => {}), BULLETIN_CHECK_MS);
    return () => clearTimeout(timer);
  }, []);
}
