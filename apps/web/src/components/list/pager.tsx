import { PAGE_SIZES } from '@tradewind/contract/call.ts';
import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../format.ts';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  totalExact: boolean;
  narrow: boolean;
  onChange: (page: number, pageSize: number) => void;
}

export function Pager({ page, pageSize, total, totalExact, narrow, onChange }: PagerProps): ReactNode {
  const { t } = useTranslation();
  return (
    <nav className="tw-pager" aria-label={t('list.pages')}>
      <Pagination
        size="small"
        simple={narrow}
        current={page}
        pageSize={pageSize}
        total={total}
        pageSizeOptions={[...PAGE_SIZES]}
        showSizeChanger={!narrow}
        showQuickJumper={!narrow && total > pageSize}
        showTotal={(count) => t('list.total', { total: totalText(count, totalExact) })}
        onChange={onChange}
      />
    </nav>
  );
}

export function totalText(total: number, exact: boolean): string {
  return `${formatNumber(total)}${exact ? '' : '+'}`;
}
