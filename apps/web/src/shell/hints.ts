import { getAlerts, getNum } from '@tradewind/contract/access.ts';
import type { Call } from '@tradewind/contract/call.ts';
import { listExports } from '@tradewind/contract/catalog.ts';
import {
  getMessageList,
  getNotReadInformation,
  getnoticeBoard,
  HINTS,
  type Hint,
  listenToHints,
} from '@tradewind/contract/messages.ts';
import { useEffect, useEffectEvent } from 'react';
import { useRefresh } from '../api/hooks.ts';
import { isLocked, renewSession, rightsChanged, unlockedSignal } from './session.ts';
import { createSignal } from './signal.ts';

/** The calls that each hint makes out of date. */
const STALE: Record<Hint, readonly Call[]> = {
  message: [getNotReadInformation, getMessageList],
  bulletin: [getnoticeBoard],
  badge: [getNum, getAlerts],
  // It comes often: the numbers are counted again a little later, at most every few seconds.
  work: [],
  // The session and all that depends on it.
  rights: [],
  // The report centre listens itself.
  files: [listExports],
  // Pages of orders listen themselves, with their own calls.
  orders: [],
};
/** How often the numbers of the menu are counted at most. */
const BADGES_MS = 15_000;
/** Windows that hear of the same change do not count all at once. */
const SPREAD_MS = 1000;
const AGAIN_MS = 1000;
const AGAIN_AT_MOST_MS = 60_000;

/** The provider has published a bulletin. */
export const bulletinSignal = createSignal();
/** Orders have moved. */
export const ordersSignal = createSignal();
/** Documents have moved; sent as seldom as the numbers of the menu are counted. */
export const workSignal = createSignal();
/** A file of the user's has moved on. */
export const filesSignal = createSignal();

/**
 * Receives hints while the window is visible; a hidden one refreshes when it becomes visible. When the stream opens, it
 * also loads what may have changed before. Polls are the safety net.
 */
export function useHints(): void {
  const refresh = useRefresh();
  const onHint = useEffectEvent((hint: Hint) => {
    refresh(...STALE[hint]);
    if (hint === 'bulletin') bulletinSignal.send();
    if (hint === 'orders') ordersSignal.send();
    if (hint === 'files') filesSignal.send();
    if (hint === 'rights' && !isLocked()) void renewSession();
  });
  const recount = useEffectEvent(() => {
    refresh(getNum);
    if (workSignal.received()) workSignal.send();
  });
  useEffect(() => {
    const badges = atMostEvery(BADGES_MS, () => recount());
    const stop = listenWhileVisible((hint) => {
      if (hint === 'work' || hint === 'orders') badges.call();
      onHint(hint);
    });
    return () => {
      badges.cancel();
      stop();
    };
  }, []);
}

/** Acts within the spread, and again after the pause if it was called meanwhile. */
function atMostEvery(pauseMs: number, act: () => void): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const go = () => {
    again = false;
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (again) go();
    }, pauseMs);
  };
  return {
    call: () => {
      if (timer === undefined) timer = setTimeout(go, Math.random() * SPREAD_MS);
      else again = true;
    },
    cancel: () => clearTimeout(timer),
  };
}

function listenWhileVisible(onHint: (hint: Hint) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let refused = false;
  let again = false;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden' || isLocked()) return;
    source = new EventSource(`/api${listenToHints.path}`);
    source.onopen = () => {
      failures = 0;
      refused = false;
      onHint('message');
      onHint('badge');
      onHint('orders');
      onHint('files');
      // After the first load of the page, bulletins have their own timer.
      if (again) onHint('bulletin');
      if (again) rightsChanged();
      again = true;
    };
    source.onmessage = ({ data }) => {
      const hint = HINTS.find((one) => one === data);
      if (hint) onHint(hint);
    };
    source.onerror = () => {
      // The stream does not say why it was refused; the next call reports an ended session.
      if (source?.readyState === EventSource.CLOSED && !refused && !isLocked()) {
        refused = true;
        onHint('message');
      }
      close();
      if (isLocked()) return;
      const wait = Math.min(AGAIN_AT_MOST_MS, AGAIN_MS * 2 ** failures++);
      // Windows that lost the server together must not reconnect together.
      timer = setTimeout(open, wait * (0.5 + Math.random() / 2));
    };
  };
  open();
  document.addEventListener('visibilitychange', open);
  const stopAwaiting = unlockedSignal.subscribe(open);
  return () => {
    stopAwaiting();
    document.removeEventListener('visibilitychange', open);
    close();
  };
}
