import { getMonth, listMonths, monthAllocations, monthFigures } from '@tradewind/contract/finance/closing.ts';
import { Skeleton, Tabs } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isLost, useCall, useRefresh } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { AllocationTab } from '../closing/allocation-tab.tsx';
import { Checklist } from '../closing/checklist.tsx';
import { JournalsTab } from '../closing/journals-tab.tsx';
import { LateTab } from '../closing/late-tab.tsx';
import { MonthHead } from '../closing/month-head.tsx';
import { Statements } from '../closing/statements.tsx';
import { TaxTab } from '../closing/tax-tab.tsx';
import { Versions } from '../closing/versions.tsx';
import '../finance.css';
import '../closing/closing.css';

const SHOWN = 120;
const SOON_MS = 2000;
const TABS = ['checklist', 'profit', 'balance', 'trial', 'late', 'allocation', 'tax', 'journals', 'versions'] as const;
type TabName = (typeof TABS)[number];

/** A month of the books. The URL holds the month and the tab. */
export default function MonthClose(): ReactNode {
  const { t } = useTranslation('finance');
  const [params, setParams] = useSearchParams();
  const [saving, setSaving] = useState(false);
  const [awaiting, setAwaiting] = useState(false);
  const soon = saving || awaiting ? { everyMs: SOON_MS } : {};
  const months = useCall(listMonths, { page: 1, pageSize: SHOWN }, soon);
  const rows = months.data?.rows ?? [];
  const refresh = useRefresh();
  // Months close in their order: the first open one is next.
  const month = params.get('month') ?? rows.findLast((row) => row.state !== 'closed')?.month ?? rows[0]?.month ?? '';
  const found = useCall(getMonth, { month }, { enabled: month !== '', ...soon });
  // The figures of a closing come a moment after it, maybe between the answers to these two.
  const unsaved = rows.some((row) => !row.ready) || found.data?.ready === false;
  useEffect(() => {
    setSaving(unsaved);
    if (saving && !unsaved) refresh(getMonth, monthFigures, monthAllocations);
  });
  // A second person decides elsewhere.
  const asksSecond = found.data?.state === 'closed' && !!found.data.versions[0]?.reopen;
  useEffect(() => setAwaiting(asksSecond), [asksSecond]);
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'checklist';
  const set = (change: Record<string, string>) =>
    setParams({ month, tab, ...Object.fromEntries(params), ...change }, { replace: true });
  if (isLost(months)) return <PageError error={months.error} onRetry={() => void months.refetch()} />;
  if (months.isPending) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (month === '') return <EmptyState title={t('close.none')} hint={t('close.noneHint')} />;
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const data = found.data;
  const content: Record<TabName, () => ReactNode> = {
    checklist: () => <Checklist month={data} />,
    profit: () => <Statements month={data} show="profit" />,
    balance: () => <Statements month={data} show="balance" />,
    trial: () => <Statements month={data} show="trial" />,
    late: () => <LateTab month={data} />,
    allocation: () => <AllocationTab month={data} />,
    tax: () => <TaxTab month={data} />,
    journals: () => <JournalsTab month={data} />,
    versions: () => <Versions month={data} />,
  };
  return (
    <div className="tw-close">
      <MonthHead month={data} months={rows} onChoose={(one) => set({ month: one })} />
      <Tabs
        activeKey={tab}
        onChange={(key) => set({ tab: key })}
        destroyOnHidden
        items={TABS.map((key) => ({
          key,
          label: t(`close.tab.${key}`),
          children: key === tab ? content[key]() : null,
        }))}
      />
    </div>
  );
}
