import { CloseCircleFilled } from '@ant-design/icons';
import { listRefusedScans } from '@tradewind/contract/warehouse.ts';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '../../api/hooks.ts';
import { useTimeZone } from '../../shell/session.ts';
import { formatInstant } from '../format.ts';
import { beep } from './beep.ts';
import type { ScanLog } from './log.ts';
import type { RefusedCode } from './queue.ts';
import { kindOf, shownOf } from './shown-of.ts';
import { useScansRefused } from './use-scan-log.ts';
import { shown } from './use-scan-queue.ts';

export interface Refusal {
  key: string;
  /** The server's reason, with the way out of it. */
  title: string;
  /** What was scanned. */
  what: string[];
  at: string;
  onAgain: (() => void) | undefined;
  onDrop: () => void;
}

/** All that the server refused on this device and nobody has acknowledged, newest first; a late one is shownBefore, too. */
export function useRefusals(
  log: ScanLog,
  {
    refused,
    drop,
    scan,
  }: { refused: readonly RefusedCode[]; drop: (key: string) => void; scan: (code: string) => void },
): Refusal[] {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const settled = () => refresh(listRefusedScans);
  const logged = useScansRefused(log);
  const shownBefore = useRef(logged.length);
  useEffect(() => {
    if (logged.length > shownBefore.current) beep('bad');
    shownBefore.current = logged.length;
  }, [logged.length]);
  const own = refused.map(
    ({ key, code, at, title, detail, again }): Refusal => ({
      key,
      title,
      what: [...new Set([shown(code), detail])].filter((text) => text && text !== '…' && text !== title),
      at,
      onAgain: again
        ? () => {
            drop(key);
            scan(code);
          }
        : undefined,
      onDrop: () => drop(key),
    }),
  );
  const late = logged.map(
    (one): Refusal => ({
      key: one.key,
      title: one.message,
      what: [kindOf(one.kind, t), ...shownOf(one, t)],
      at: one.at,
      onAgain: () => void log.again(one).then(settled),
      onDrop: () => void log.drop(one).then(settled),
    }),
  );
  return [...own, ...late].sort((a, b) => b.at.localeCompare(a.at));
}

const IN_VIEW = 3;

/** Red and in the way until somebody has read it: work that looks done and is not. */
export function Refusals({ refusals }: { refusals: readonly Refusal[] }): ReactNode {
  const { t } = useTranslation();
  const zone = useTimeZone();
  if (refusals.length === 0) return null;
  return (
    <section className="tw-refusals" role="alert" aria-label={t('scan.refusal.title')}>
      {refusals.slice(0, IN_VIEW).map(({ key, title, what, at, onAgain, onDrop }) => (
        <article key={key}>
          <strong>
            <CloseCircleFilled aria-hidden="true" /> {title}
          </strong>
          <span>{[...what, formatInstant(at, zone)].join(' · ')}</span>
          <span>{t(onAgain ? 'scan.refusal.todo' : 'scan.refusal.todoHere')}</span>
          <div>
            {onAgain && (
              <Button size="large" onClick={onAgain}>
                {t('scan.refusal.again')}
              </Button>
            )}
            <Button size="large" onClick={onDrop}>
              {t(onAgain ? 'scan.refusal.drop' : 'scan.refusal.ok')}
            </Button>
          </div>
        </article>
      ))}
      {refusals.length > IN_VIEW && <p>{t('scan.refusal.more', { count: refusals.length - IN_VIEW })}</p>}
    </section>
  );
}
