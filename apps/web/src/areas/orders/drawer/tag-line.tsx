import { TagsOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkActs } from '../acts/mark.tsx';
import { TagChip, useOrderTags } from '../list/tags.tsx';
import type { Order } from './order.ts';
import { useRunAct } from './use-run-act.tsx';

/** The order's tags, and the button to change them. */
export function TagLine({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const tags = useOrderTags().filter((tag) => order.tagIds.includes(tag.id));
  const { acts, dialogs } = useMarkActs();
  const { busy, run, dialog } = useRunAct(order);
  const act = acts.find(({ allowed }) => allowed);
  if (!act && tags.length === 0) return null;
  return (
    <div className="tw-order-tags tw-tags-of-one">
      {tags.map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
      {act && (
        <Button type="text" size="small" icon={<TagsOutlined />} loading={busy !== ''} onClick={() => void run(act)}>
          {t(tags.length > 0 ? 'tags.change' : 'act.tag')}
        </Button>
      )}
      {dialogs}
      {dialog}
    </div>
  );
}
