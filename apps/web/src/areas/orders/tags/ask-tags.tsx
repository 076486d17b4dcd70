import { saveOrderTag } from '@tradewind/contract/orders.ts';
import { Button, Form, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import type { ActOrder } from '../acts/act.ts';
import { useAsk } from '../arrange/use-ask.ts';
import { TagChip, useOrderTags } from '../list/tags.tsx';
import { TagManager } from './tag-manager.tsx';

export interface TagChange {
  add?: number[];
  remove?: number[];
}

interface Requested {
  count: number;
  /** For a single order, the user edits its tags directly. */
  only: Pick<ActOrder, 'displayNo' | 'tagIds'> | undefined;
}

/** Asks which tags to add and remove. Undefined when the user cancels. */
export function useAskTags(): [ask: (requested: Requested) => Promise<TagChange | undefined>, dialog: ReactNode] {
  const { open, ask, answer } = useAsk<Requested, TagChange>();
  return [ask, open && <TagDialog {...open} onAnswer={answer} />];
}

interface TagDialogProps extends Requested {
  onAnswer: (change: TagChange | undefined) => void;
}

function TagDialog({ count, only, onAnswer }: TagDialogProps): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [managing, setManaging] = useState(false);
  const [change, setChange] = useState<Required<TagChange>>({ add: [], remove: [] });
  const before = only?.tagIds ?? [];
  const now = [...before.filter((id) => !change.remove.includes(id)), ...change.add];
  const become = (chosen: number[]) =>
    setChange({
      add: chosen.filter((id) => !before.includes(id)),
      remove: before.filter((id) => !chosen.includes(id)),
    });
  return (
    <Modal
      open
      title={only ? t('tags.of', { number: only.displayNo }) : t('tags.title', { count })}
      okText={t('tags.verb')}
      okButtonProps={{ disabled: change.add.length + change.remove.length === 0 }}
      onOk={() => onAnswer(change)}
      onCancel={() => onAnswer(undefined)}
    >
      <Form layout="vertical">
        {only ? (
          <Tags label={t('tags.one')} chosen={now} onChange={become} />
        ) : (
          <>
            <Tags
              label={t('tags.add')}
              chosen={change.add}
              without={change.remove}
              onChange={(add) => setChange({ ...change, add })}
            />
            <Tags
              label={t('tags.remove')}
              chosen={change.remove}
              without={change.add}
              onChange={(remove) => setChange({ ...change, remove })}
            />
          </>
        )}
      </Form>
      {may(saveOrderTag) && (
        <Button type="link" className="tw-clear" onClick={() => setManaging(true)}>
          {t('tags.manage')}
        </Button>
      )}
      {managing && <TagManager onClose={() => setManaging(false)} />}
    </Modal>
  );
}

interface TagsProps {
  label: string;
  chosen: number[];
  without?: readonly number[];
  onChange: (chosen: number[]) => void;
}

function Tags({ label, chosen, without = [], onChange }: TagsProps): ReactNode {
  const { t } = useTranslation('orders');
  const tags = useOrderTags().filter((tag) => !without.includes(tag.id));
  return (
    <Form.Item label={label}>
      <Select
        mode="multiple"
        aria-label={label}
        notFoundContent={t('tags.none')}
        showSearch={{ optionFilterProp: 'name' }}
        value={chosen}
        options={tags.map((tag) => ({ value: tag.id, name: tag.name, label: <TagChip tag={tag} /> }))}
        onChange={onChange}
      />
    </Form.Item>
  );
}
