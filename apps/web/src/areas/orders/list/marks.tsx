import {
  EditOutlined,
  InboxOutlined,
  SendOutlined,
  ShopOutlined,
  SplitCellsOutlined,
  SwapOutlined,
} from '@ant-design/icons';
import type { ListedOrder } from '@tradewind/contract/orders.ts';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGoods } from './goods.tsx';

const ORIGINS = {
  manual: <EditOutlined />,
  resend: <SendOutlined />,
  replacement: <SwapOutlined />,
  wholesale: <ShopOutlined />,
};

/** What the order number does not show: origin, split and merge. */
export function OrderMarks({ row }: { row: ListedOrder }): ReactNode {
  const { t } = useTranslation('orders');
  const goods = useGoods(row);
  const { whole, box } = goods ?? {};
  return (
    <>
      {row.origin !== 'platform' && <Mark icon={ORIGINS[row.origin]} told={t(`origin.${row.origin}`)} />}
      {row.splitFrom !== null && (
        <Mark icon={<SplitCellsOutlined />} told={whole ? t('belongs.part', { number: whole }) : t('marked.split')} />
      )}
      {row.mergedInto !== null && (
        <Mark icon={<InboxOutlined />} told={box ? t('belongs.box', { number: box.carrier }) : t('marked.merged')} />
      )}
      {row.mergedInto === null && box && (
        <Mark icon={<InboxOutlined />} told={t('belongs.carries', { count: box.orders - 1 })} />
      )}
    </>
  );
}

function Mark({ icon, told: answered }: { icon: ReactNode; told: string }): ReactNode {
  return (
    <Tooltip title={answered}>
      <span className="tw-order-mark" role="img" aria-label={answered}>
        {icon}
      </span>
    </Tooltip>
  );
}
