import { listOrderTags } from '@tradewind/contract/orders.ts';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/hooks.ts';
import { None } from '../../../components/figures.tsx';

const CHOICES_MS = 300_000;
/** Tags that fit into a row. The others show on hover. */
const IN_A_ROW = 2;

export interface OrderTag {
  id: number;
  name: string;
  colour: string;
}

export function useOrderTags(): readonly OrderTag[] {
  return useCall(listOrderTags, {}, { staleMs: CHOICES_MS }).data?.list ?? [];
}

export function TagChip({ tag }: { tag: Pick<OrderTag, 'name' | 'colour'> }): ReactNode {
  return (
    <Tag className="tw-order-tag" color={tag.colour === 'grey' ? 'default' : tag.colour}>
      {tag.name}
    </Tag>
  );
}

/** The tags of an order as small chips. */
export function OrderTags({ ids }: { ids: readonly number[] }): ReactNode {
  const tags = useOrderTags().filter((tag) => ids.includes(tag.id));
  if (tags.length === 0) return <None />;
  const more = tags.slice(IN_A_ROW);
  return (
    <span className="tw-order-tags" title={tags.map((tag) => tag.name).join(', ')}>
      {tags.slice(0, IN_A_ROW).map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
      {more.length > 0 && <span className="tw-muted">+{more.length}</span>}
    </span>
  );
}
