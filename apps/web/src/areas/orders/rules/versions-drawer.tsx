import type { ResultOf } from '@tradewind/contract/call.ts';
import { listRules, listRuleVersions, restoreRules } from '@tradewind/contract/orders.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { Pager } from '../../../components/list/pager.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import type { Choices } from './choices.ts';
import { Reevaluation } from './reevaluation.tsx';
import { changeWords } from './words.ts';

type Version = ResultOf<typeof listRuleVersions>['rows'][number];

/** All versions of the rules: author, time and changes. An old version can be restored as the draft. */
export function VersionsDrawer({ choices, onClose }: { choices: Choices; onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: 30 });
  const found = useCall(listRuleVersions, { page, pageSize }, { keepPrevious: true });
  const { rows = [], total = 0 } = found.data ?? {};
  return (
    <PageDrawer open size={720} title={t('rule.versions')} onClose={onClose}>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : rows.length === 0 ? (
        <EmptyState title={t('rule.noVersions')} hint={t('rule.noVersionsHint')} />
      ) : (
        <>
          <ol className="tw-rule-versions">
            {rows.map((version, index) => (
              <VersionItem
                key={version.version}
                version={version}
                live={page === 1 && index === 0}
                choices={choices}
                onRestored={onClose}
              />
            ))}
          </ol>
          {total > rows.length && (
            <Pager
              page={page}
              pageSize={pageSize}
              total={total}
              totalExact
              narrow
              onChange={(next, size) => setPage({ page: next, pageSize: size })}
            />
          )}
        </>
      )}
    </PageDrawer>
  );
}

interface VersionItemProps {
  version: Version;
  live: boolean;
  choices: Choices;
  onRestored: () => void;
}

function VersionItem({ version: it, live, choices, onRestored }: VersionItemProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const restore = useAct(restoreRules, {
    refresh: [listRules],
    success: t('rule.restored', { version: it.version }),
    onDone: onRestored,
  });
  return (
    <li>
      <div className="tw-rule-bar-head">
        <div>
          <strong>{t('rule.version', { version: it.version })}</strong>{' '}
          <span className="tw-muted">
            {it.by || t('rule.beforeVersions')} · <DateTime at={it.at} /> · {t('rule.ruleCount', { count: it.rules })}
          </span>
        </div>
        {live ? (
          <span className="tw-good">{t('rule.isLive')}</span>
        ) : (
          may(restoreRules) && (
            <Button size="small" loading={restore.isPending} onClick={() => restore.mutate({ version: it.version })}>
              {t('rule.restore')}
            </Button>
          )
        )}
      </div>
      {it.note && <div>{it.note}</div>}
      {it.restored !== null && <div className="tw-muted">{t('rule.restoredFrom', { version: it.restored })}</div>}
      {it.overridden.length > 0 && (
        <div className="tw-warn">{it.overridden.map((each) => t(`rule.override.${each}`)).join(t('rule.comma'))}</div>
      )}
      {it.rejudging && <Reevaluation of={it.rejudging} />}
      <ul className="tw-rule-changes">
        {it.changes.map((change) => (
          <li key={`${change.change} ${change.kind} ${change.name} ${change.after?.id ?? change.before?.id ?? ''}`}>
            {changeWords(t, choices, change)}
          </li>
        ))}
      </ul>
    </li>
  );
}
