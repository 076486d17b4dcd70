import { PAGE_SIZES } from '@tradewind/contract/call.ts';
import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../format.ts';

interface PagerProps {
  page: number;
  pageSize: number;
  /** Unknown while the first page loads. */
  total: number | undefined;
  totalExact: boolean;
  narrow: boolean;
  onChange: (page: number, pageSize: number) => void;
}

export function Pager({ page, pageSize, total, totalExact, narrow, onChange }: PagerProps): ReactNode {
  const { t } = useTranslation();
  if (narrow && total === 0) return null;
  return (
    <nav className="tw-pager" aria-label={t('list.pages')} data-waiting={total === undefined || undefined}>
      <Pagination
        size="small"
        simple={narrow}
        current={page}
        pageSize={pageSize}
        total={total ?? 0}
        pageSizeOptions={[...PAGE_SIZES]}
        showSizeChanger={!narrow}
        showQuickJumper={!narrow && (total ?? 0) > pageSize}
        showTotal={(count) => total !== undefined && t('list.total', { total: totalText(count, totalExact) })}
        onChange={onChange}
      />
    </nav>
  );
}

export function totalText(total: number, exact: boolean): string {
  return `${formatNumber(total)}${exact ? '' : '+'}`;
}
