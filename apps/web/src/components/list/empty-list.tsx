import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../empty-state.tsx';
import type { EmptyText } from './list-props.ts';
import type { ListState } from './list-state.ts';
import type { StatusTab } from './status-tabs.tsx';

export interface NoRows {
  reason: 'filters' | 'tab' | 'nothing';
  tab: StatusTab | undefined;
  /** The tab of all rows. */
  all: StatusTab | undefined;
}

/** Why a list without rows has none: filters, the chosen tab, or nothing is there yet. */
export function noRows(state: ListState, tabs: readonly StatusTab[] = [], ofTab = false): NoRows {
  const tab = tabs.find(({ value }) => value === state.tab);
  const all = tabs.find(({ value }) => value === '' || value === 'all');
  const isPart = tab !== all && (tab !== tabs[0] || (all?.count ?? 0) > 0);
  const filtered = Object.keys(state.filters).length > 0;
  return { reason: filtered ? 'filters' : isPart && !ofTab ? 'tab' : 'nothing', tab, all };
}

interface EmptyListProps {
  why: NoRows;
  text: EmptyText | undefined;
  primary: ReactNode;
  onClear: () => void;
  onTab: (tab: string) => void;
}

/** Says why the list is empty, and leads on: to the rows that are there, or to the first one. */
export function EmptyList({ why, text, primary, onClear, onTab }: EmptyListProps): ReactNode {
  const { t } = useTranslation();
  const { reason, tab, all } = why;
  if (reason === 'filters') {
    return (
      <EmptyState
        title={t('list.nothingMatches')}
        hint={t('list.nothingMatchesHint')}
        action={<Button onClick={onClear}>{t('list.clearFilters')}</Button>}
      />
    );
  }
  if (reason === 'tab') {
    return (
      <EmptyState
        title={t('list.emptyTab', { tab: tab?.label })}
        action={all && <Button onClick={() => onTab(all.value)}>{t('list.showAll')}</Button>}
      />
    );
  }
  const action = (primary || text?.action) && (
    <>
      {primary}
      {text?.action}
    </>
  );
  return <EmptyState title={text?.title ?? t('list.empty')} hint={text?.hint} action={action} />;
}
