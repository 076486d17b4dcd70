import { deleteOrderTag, listOrders, listOrderTags, saveOrderTag, TAG_COLOURS } from '@tradewind/contract/orders.ts';
import { Button, Input, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { TagChip, useOrderTags } from '../list/tags.tsx';

type Colour = (typeof TAG_COLOURS)[number];

/** Adds, renames, recolors and deletes the company's tags. */
export function TagManager({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('orders');
  const tags = useOrderTags();
  return (
    <Modal open title={t('tags.managed')} footer={null} width={460} onCancel={onClose}>
      {tags.map((tag) => (
        <TagLine key={tag.id} tag={{ ...tag, colour: tag.colour as Colour }} />
      ))}
      <TagLine key={tags.length} tag={{ name: '', colour: 'grey' }} />
    </Modal>
  );
}

/** One tag. Without an id: a new one. */
function TagLine({ tag }: { tag: { id?: number; name: string; colour: Colour } }): ReactNode {
  const { t } = useTranslation('orders');
  const [draft, setDraft] = useState(tag);
  const save = useAct(saveOrderTag, { refresh: [listOrderTags] });
  const remove = useAct(deleteOrderTag, { refresh: [listOrderTags, listOrders] });
  const fresh = tag.id === undefined;
  const changed = draft.name.trim() !== '' && (draft.name.trim() !== tag.name || draft.colour !== tag.colour);
  const keep = (next: typeof draft) => next.name.trim() !== '' && save.mutate({ ...next, name: next.name.trim() });
  return (
    <div className="tw-tag-line">
      <Select
        aria-label={t('tags.colour')}
        style={{ width: 92 }}
        value={draft.colour}
        options={TAG_COLOURS.map((colour) => ({
          value: colour,
          label: <TagChip tag={{ colour, name: t(`colour.${colour}`) }} />,
        }))}
        onChange={(colour: Colour) => {
          setDraft({ ...draft, colour });
          if (!fresh) keep({ ...draft, colour });
        }}
      />
      <Input
        aria-label={fresh ? t('tags.new') : `${t('tags.name')} ${tag.name}`}
        placeholder={t('tags.new')}
        maxLength={30}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        onPressEnter={() => changed && keep(draft)}
      />
      {fresh || changed ? (
        <Button disabled={!changed} loading={save.isPending} onClick={() => keep(draft)}>
          {fresh ? t('tags.create') : t('action.save')}
        </Button>
      ) : (
        <ConfirmDanger
          title={t('tags.deleteTitle', { name: tag.name })}
          consequence={t('tags.deleteText')}
          verb={t('action.delete')}
          onConfirm={() => remove.mutateAsync({ id: tag.id ?? 0 })}
        />
      )}
    </div>
  );
}
