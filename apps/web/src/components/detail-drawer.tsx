import { DownOutlined, UpOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton, Tabs, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { workSignal } from '../shell/hints.ts';
import { usePage } from '../shell/page-context.ts';
import { useSignal } from '../shell/signal.ts';
import { PageDrawer } from './page-drawer.tsx';
import { PageError } from './page-error.tsx';

export interface DetailTab {
  key: string;
  label: string;
  children: ReactNode;
}

type Absent = false | null | undefined | '';

interface DetailDrawerProps {
  /** The record's number or name. */
  title: ReactNode;
  status?: ReactNode;
  subtitle?: ReactNode;
  /** Buttons of the record, the most likely first. */
  actions?: ReactNode;
  tabs?: readonly (DetailTab | Absent)[] | Absent;
  /** Of records that a page shows beside those of its list: their last open tab is their own. */
  kind?: string;
  /** The key of the tab that opens where none was open before; the first one by default. */
  opensAt?: string;
  children?: ReactNode;
  /** The query of the record: the drawer shows loading, errors and a retry, and follows live updates. */
  query?: Pick<UseQueryResult<unknown>, 'isPending' | 'error' | 'refetch'>;
  size?: number;
  /** From the tools of ListPage. */
  inAddress?: boolean;
  close: () => void;
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
}

/** The last open tab, by page and kind; going from row to row keeps it. */
const lastTab = new Map<string, string>();

/** One record beside its list, which stays visible and usable. Spread the tools of ListPage's `detail`. */
export function DetailDrawer(props: DetailDrawerProps): ReactNode {
  const { t } = useTranslation();
  const { path } = usePage();
  const place = props.kind ? `${path}/${props.kind}` : path;
  const [tab, setTab] = useState(lastTab.get(place) ?? props.opensAt);
  const { query } = props;
  useSignal(workSignal, () => query && !query.isPending && void query.refetch());
  const tabs = props.tabs ? props.tabs.filter((each) => !!each) : [];
  const shown = tabs.find((each) => each.key === tab) ?? tabs[0];
  const choose = (key: string) => {
    lastTab.set(place, key);
    setTab(key);
  };
  const body = query?.error ? (
    <PageError error={query.error} onRetry={() => void query.refetch()} />
  ) : query?.isPending ? (
    <Skeleton active paragraph={{ rows: 8 }} />
  ) : (
    <>
      {props.children}
      {tabs.length > 0 && <Tabs size="small" items={[...tabs]} activeKey={shown?.key ?? ''} onChange={choose} />}
    </>
  );
  return (
    <PageDrawer
      open
      inAddress={props.inAddress ?? false}
      mask={false}
      size={props.size ?? 720}
      rootClassName="tw-detail"
      focusable={{ trap: false }}
      onClose={props.close}
      title={
        <div className="tw-detail-title">
          <h2>{props.title}</h2>
          {props.status}
          {props.subtitle && <div className="tw-muted">{props.subtitle}</div>}
        </div>
      }
      extra={
        (props.previous || props.next) && (
          <>
            <Tooltip title={t('detail.previous')}>
              <Button
                type="text"
                icon={<UpOutlined />}
                aria-label={t('detail.previous')}
                disabled={!props.previous}
                onClick={props.previous}
              />
            </Tooltip>
            <Tooltip title={t('detail.next')}>
              <Button
                type="text"
                icon={<DownOutlined />}
                aria-label={t('detail.next')}
                disabled={!props.next}
                onClick={props.next}
              />
            </Tooltip>
          </>
        )
      }
    >
      {props.actions && <div className="tw-detail-actions">{props.actions}</div>}
      {body}
    </PageDrawer>
  );
}
