import { endOtherSessions, endSession, listSessions } from '@tradewind/contract/identity.ts';
import { Button, Skeleton, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { DateTime } from '../../components/figures.tsx';
import { PageError } from '../../components/page-error.tsx';
import { browserName } from './browser-name.ts';

/** Where the user is signed in. What they do not know they end here. */
export function SessionsPanel(): ReactNode {
  const { t } = useTranslation('identity');
  const sessions = useCall(listSessions, {});
  const end = useAct(endSession, { refresh: [listSessions], success: t('sessions.ended') });
  const endOthers = useAct(endOtherSessions, { refresh: [listSessions], success: t('sessions.othersEnded') });
  if (sessions.isPending) return <Skeleton active />;
  if (sessions.error) return <PageError error={sessions.error} onRetry={() => void sessions.refetch()} />;
  const { list } = sessions.data;
  return (
    <section className="tw-panel">
      <h3>{t('sessions.title')}</h3>
      <ul className="tw-sessions">
        {list.map((session) => {
          const name = browserName(session.userAgent);
          return (
            <li key={session.id}>
              <div>
                <strong>{name}</strong> {session.current && <Tag color="blue">{t('sessions.current')}</Tag>}
                <div className="tw-muted">
                  {session.address} · {t('sessions.since')} <DateTime at={session.createdAt} /> ·{' '}
                  {t('sessions.lastUsed')} <DateTime at={session.lastSeenAt} />
                </div>
              </div>
              {!session.current && (
                <Button
                  aria-label={`${t('sessions.end')}: ${name}`}
                  disabled={end.isPending}
                  onClick={() => end.mutate({ id: session.id })}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {list.length > 1 && (
        <ConfirmDanger
          title={t('sessions.othersTitle')}
          consequence={t('sessions.othersText')}
          verb={t('sessions.others')}
          onConfirm={() => endOthers.mutateAsync({})}
        />
      )}
    </section>
  );
}
