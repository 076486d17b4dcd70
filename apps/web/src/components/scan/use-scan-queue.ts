import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../../api/errors.ts';
import { beep } from './beep.ts';
import type { Trouble } from './log.ts';
import {
  newScan,
  type QueuedScan,
  type RefusedCode,
  readQueue,
  readRefused,
  writeQueue,
  writeRefused,
} from './queue.ts';

export interface ScanAnswer {
  ok: boolean;
  /** Big: "3 / 5". */
  title: string;
  detail?: string;
  /** Stored on the device, but not sent to the server yet. */
  waiting?: boolean;
  /**
   * The server refused it: the reason stays until somebody acknowledges it. `again`: the same scan may be sent once
   * more. Scans that the log books need not say so: the log keeps its own.
   */
  refused?: 'again' | 'final';
}
export interface ScanState {
  tone: 'idle' | 'busy' | 'good' | 'bad' | 'offline';
  title: string;
  detail: string;
  code: string;
  /** Why the scan waits. */
  trouble?: Trouble | undefined;
}
const IDLE: ScanState = { tone: 'idle', title: '', detail: '', code: '' };
const RETRY_MS = 4000;

/** Codes of buttons begin with a star; nobody reads them. */
export const shown = (code: string) => (code.startsWith('*') ? '…' : code);

export function outcomeOf(answer: ScanAnswer, code: string): ScanState {
  const tone = answer.waiting ? 'offline' : answer.ok ? 'good' : 'bad';
  return { tone, title: answer.title, detail: answer.detail ?? '', code: shown(code) };
}

export function failedOf(error: ApiError, code: string): ScanState {
  const detail = error.fields.map((field) => field.message).join('; ');
  return { tone: 'bad', title: error.msg, detail, code: shown(code) };
}

/** No connection, or a server that is starting or overloaded: the scan is good and waits. */
function troubleOf({ network, code }: ApiError): Trouble | undefined {
  if (network) return 'offline';
  return code === 502 || code === 503 || code === 504 ? 'server' : undefined;
}

interface ScanQueue {
  state: ScanState;
  waiting: number;
  refused: readonly RefusedCode[];
  scan: (code: string) => void;
  say: (state: ScanState) => void;
  /** Shows and sounds what came of a button of the page. */
  answer: (answer: ScanAnswer) => void;
  /** Somebody has read why a scan was refused. */
  drop: (key: string) => void;
}

/** Sends one scan at a time. Without a connection scans wait and leave in order when it is back. */
export function useScanQueue(station: string, send: (scan: QueuedScan) => Promise<ScanAnswer>): ScanQueue {
  const [queue, setQueue] = useState(() => readQueue(station));
  const [refused, setRefused] = useState(() => readRefused(station));
  const [state, setState] = useState<ScanState>(IDLE);
  const busy = useRef(false);
  const list = useRef(queue);

  const keep = (next: QueuedScan[]) => {
    list.current = next;
    writeQueue(station, next);
    setQueue(next);
  };
  const keepRefused = (next: RefusedCode[]) => {
    writeRefused(station, next);
    setRefused(next);
  };
  const refuse = (scan: QueuedScan, { title, detail }: ScanState, again: boolean) =>
    keepRefused([...readRefused(station), { ...scan, title, detail, again }]);
  const drain = useEffectEvent(async () => {
    if (busy.current) return;
    busy.current = true;
    for (let head = list.current[0]; head; head = list.current[0]) {
      try {
        const answer = await send(head);
        beep(answer.ok ? 'good' : 'bad');
        const outcome = outcomeOf(answer, head.code);
        setState(outcome);
        if (answer.refused) refuse(head, outcome, answer.refused === 'again');
      } catch (thrown) {
        const error = asApiError(thrown);
        const trouble = troubleOf(error);
        if (trouble) {
          setState({ tone: 'offline', title: '', detail: '', code: shown(head.code), trouble });
          break;
        }
        beep('bad');
        const failure = failedOf(error, head.code);
        setState(failure);
        // An error of the page itself says nothing of what the server did.
        if (error.code > 0) refuse(head, failure, true);
      }
      keep(list.current.slice(1));
    }
    busy.current = false;
  });
  useEffect(() => {
    const go = () => void drain();
    const timer = setInterval(go, RETRY_MS);
    window.addEventListener('online', go);
    go();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', go);
    };
  }, []);
  // Not in the event handler itself: drain is an effect event and may only be called from effects.
  // By the list, not its length: a scan made while the last one's end is not drawn yet leaves the length as it was.
  useEffect(() => {
    if (queue.length > 0) void drain();
  }, [queue]);

  return {
    state,
    waiting: queue.length,
    refused,
    say: setState,
    answer: (answer) => {
      beep(answer.ok ? 'good' : 'bad');
      const outcome = outcomeOf(answer, '');
      setState(outcome);
      if (answer.refused) refuse(newScan(''), outcome, false);
    },
    drop: (key) => keepRefused(readRefused(station).filter((one) => one.key !== key)),
    scan: (code) => {
      if (!busy.current) setState({ tone: 'busy', title: shown(code), detail: '', code: shown(code) });
      keep([...list.current, newScan(code)]);
    },
  };
}
