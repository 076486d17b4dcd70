import { CameraOutlined, ClockCircleOutlined, EditOutlined, UndoOutlined, WifiOutlined } from '@ant-design/icons';
import { Button, Spin } from 'antd';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../api/errors.ts';
import type { QueuedScan } from './queue.ts';
import { Refusals, useRefusals } from './refusals.tsx';
import { useScanLog, useScansWaiting } from './use-scan-log.ts';
import { failedOf, outcomeOf, type ScanAnswer, useScanQueue } from './use-scan-queue.ts';
import './scan.css';

export type { QueuedScan } from './queue.ts';
export type { ScanAnswer } from './use-scan-queue.ts';

const Camera = lazy(() => import('./camera.tsx'));
/** Fields that take typed text, and open lists. Radios, ticks and closed lists have no use for scanned text. */
const TYPED_INTO =
  'input:not([type=radio],[type=checkbox],[readonly]),[role=combobox][aria-expanded=true],textarea,select,[role=listbox]';
const HAS_CAMERA = Boolean(navigator.mediaDevices?.getUserMedia);

interface ScanFieldProps {
  /** The name under which waiting scans are kept, e.g. "pick.7". */
  station: string;
  /** What to scan next: "Scan location A-01-02". */
  prompt: string;
  /**
   * Shown below the answer. A function gets the field's handler of codes, for buttons that replace a scan, and a way to
   * show what came of buttons that do not.
   */
  detail?: ReactNode | ((scan: (code: string) => void, answer: (answer: ScanAnswer) => void) => ReactNode);
  /** Books one scan; pass scan.key as idempotencyKey. A thrown ApiError shows as wrong. */
  onScan: (scan: QueuedScan) => Promise<ScanAnswer>;
  /** Undoes the last scan. Absent: nothing to undo. */
  onUndo?: (() => Promise<ScanAnswer>) | undefined;
}

/** One field that always has the focus, one big answer in colour and sound. */
export function ScanField({ station, prompt, detail, onScan, onUndo }: ScanFieldProps): ReactNode {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const queue = useScanQueue(station, onScan);
  const { state, waiting: unread, scan, say } = queue;
  const log = useScanLog();
  const logged = useScansWaiting(log);
  const waiting = unread + logged.waiting;
  const refusals = useRefusals(log, queue);
  const saidAbove = refusals.some(({ title }) => title === state.title);
  const trouble = state.trouble ?? logged.trouble ?? 'offline';
  const [looking, setLooking] = useState(false);
  // A scanner types without the phone's keyboard, so keep it closed until the user asks for it.
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    const focus = () => {
      const active = document.activeElement;
      const layer = active?.closest('.ant-modal,.ant-drawer');
      // The field may itself be in a drawer.
      const elsewhere = active?.closest(TYPED_INTO) || (layer && !layer.contains(field.current));
      if (!elsewhere) field.current?.focus({ preventScroll: true });
    };
    focus();
    const timer = setInterval(focus, 500);
    return () => clearInterval(timer);
  }, []);
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    const code = event.currentTarget.value.trim();
    if (!code) return;
    event.preventDefault();
    event.currentTarget.value = '';
    scan(code);
  };
  const undo = async () => {
    if (!onUndo) return;
    try {
      say(outcomeOf(await onUndo(), ''));
    } catch (thrown) {
      say(failedOf(asApiError(thrown), ''));
    }
    field.current?.focus();
  };
  return (
    <div className="tw-scan" data-tone={state.tone} data-refused={refusals.length > 0 || undefined}>
      <Refusals refusals={refusals} />
      <div className="tw-scan-prompt">{prompt}</div>
      <input
        ref={field}
        className="tw-scan-input"
        aria-label={prompt}
        placeholder={t('scan.field')}
        inputMode={typing ? 'text' : 'none'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        onKeyDown={onKey}
      />
      {looking && (
        <Suspense fallback={<Spin />}>
          <Camera onCode={scan} />
        </Suspense>
      )}
      <div className="tw-scan-answer" role="status" aria-live="assertive" hidden={saidAbove}>
        <div className="tw-scan-title">
          {state.title || t(state.tone === 'offline' ? `scan.waits.${trouble}` : 'scan.ready')}
        </div>
        <div>{state.detail || (state.code && state.code !== state.title ? state.code : '')}</div>
        {state.tone === 'offline' && state.title && <small>{t(`scan.kept.${trouble}`)}</small>}
      </div>
      {typeof detail === 'function' ? detail(scan, queue.answer) : detail}
      <div className="tw-scan-foot">
        {waiting > 0 && (
          <span role="status">
            {trouble === 'offline' ? <WifiOutlined /> : <ClockCircleOutlined />} {t('scan.waiting', { count: waiting })}
          </span>
        )}
        <Button
          type="text"
          icon={<EditOutlined />}
          aria-pressed={typing}
          onClick={() => {
            setTyping(!typing);
            field.current?.blur();
            setTimeout(() => field.current?.focus());
          }}
        >
          {t('scan.keyboard')}
        </Button>
        {HAS_CAMERA && (
          <Button type="text" icon={<CameraOutlined />} aria-pressed={looking} onClick={() => setLooking(!looking)}>
            {t('scan.camera')}
          </Button>
        )}
        <span className="tw-grow" />
        {onUndo && (
          // While a scan is not booked, the last one is unknown.
          <Button size="large" icon={<UndoOutlined />} disabled={unread > 0} onClick={() => void undo()}>
            {t('scan.undo')}
          </Button>
        )}
      </div>
    </div>
  );
}
