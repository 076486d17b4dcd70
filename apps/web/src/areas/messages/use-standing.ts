import { changeAlert, getNotReadInformation, getnoticeBoard } from '@tradewind/contract/messages.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useAct, useCall } from '../../api/hooks.ts';
import { bulletinSignal } from '../../shell/hints.ts';
import { usePreference } from '../../shell/preferences.ts';
import { useSignal } from '../../shell/signal.ts';

/** Look for the provider's bulletins this long after the layout has loaded, if none was shown before. */
const BULLETIN_CHECK_MS = 1_800_000;
const POLL_MS = 300_000;

const asIds = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);

interface Standing {
  shown: boolean;
  /** It has been looked at, or put away: it comes again with the next news. */
  end: () => void;
}

/** The notification that stays until it is clicked, for new messages and for unseen bulletins. */
export function useStanding(): Standing {
  const [shown, setShown] = useState(false);
  const news = useCall(getNotReadInformation, {}, { everyMs: POLL_MS });
  const ended = useAct(changeAlert, { refresh: [getNotReadInformation] });
  const [observed, saveRead] = usePreference('messages:bulletins', asIds);
  const alerts = news.data?.alerts ?? [];
  /** Unseen bulletins; they may share a notification with messages. */
  const bulletins = useRef<string[]>([]);

  const end = () => {
    setShown(false);
    if (alerts.length > 0) ended.mutate({ msgIdList: alerts.map((row) => row.msg_ID) });
    if (bulletins.current.length > 0) saveRead(bulletins.current);
    bulletins.current = [];
  };
  const newest = alerts[0]?.msg_ID;
  useEffect(() => {
    if (newest !== undefined) setShown(true);
  }, [newest]);

  const check = useEffectEvent(async () => {
    const { list } = await callApi(getnoticeBoard, {}, { quiet: true });
    if (list.every((bulletin) => observed.includes(bulletin.id))) return;
    bulletins.current = list.map((bulletin) => bulletin.id);
    setShown(true);
  });
  useSignal(bulletinSignal, () => void check().catch(() => {}));
  useEffect(() => {
    const timer = setTimeout(() => void check().catch(() => {}), BULLETIN_CHECK_MS);
    return () => clearTimeout(timer);
  }, []);
  return { shown, end };
}
