import { getUserShop } from '@tradewind/contract/channels.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import type { Doors } from './doors.ts';

/** The empty state: no shop connected, or no sales yet. Links to the shops for users with that page. */
export function NoSales({ doors }: { doors: Doors }): ReactNode {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate();
  const shops = useCall(getUserShop, {});
  const none = shops.data?.list.length === 0;
  const door = doors.to('shops');
  return (
    <EmptyState
      title={none ? t('noShops') : t('noSales')}
      hint={none ? t('noShopsHint') : t('noSalesHint')}
      action={door && <Button onClick={() => navigate(door)}>{none ? t('connect') : t('seeShops')}</Button>}
    />
  );
}
