import { Button, Form, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useButtons } from '../../../components/can.tsx';
import { TagChip, useOrderTags } from '../list/tags.tsx';
import { TagManager } from './tag-manager.tsx';

export interface TagChange {
  add?: number[];
  remove?: number[];
}

/** Asks which tags orders get and lose; undefined when the person thought better of it. */
export function useAskTags(): [ask: (count: number) => Promise<TagChange | undefined>, dialog: ReactNode] {
  const [open, setOpen] = useState<{ count: number; answer: (given: TagChange | undefined) => void }>();
  const ask = (count: number) => new Promise<TagChange | undefined>((answer) => setOpen({ count, answer }));
  const dialog = open && (
    <TagDialog
      count={open.count}
      onAnswer={(change) => {
        open.answer(change);
        setOpen(undefined);
      }}
    />
  );
  return [ask, dialog];
}

function TagDialog({
  count,
  onAnswer,
}: {
  count: number;
  onAnswer: (change: TagChange | undefined) => void;
}): ReactNode {
  const { t } = useTranslation('orders');
  const may = useButtons();
  const tags = useOrderTags();
  const [managing, setManaging] = useState(false);
  const [change, setChange] = useState<Required<TagChange>>({ add: [], remove: [] });
  const field = (name: 'add' | 'remove', other: 'add' | 'remove') => (
    <Form.Item label={t(`tags.${name}`)}>
      <Select
        mode="multiple"
        aria-label={t(`tags.${name}`)}
        notFoundContent={t('tags.none')}
        showSearch={{ optionFilterProp: 'name' }}
        value={change[name]}
        options={tags
          .filter((tag) => !change[other].includes(tag.id))
          .map((tag) => ({ value: tag.id, name: tag.name, label: <TagChip tag={tag} /> }))}
        onChange={(chosen: number[]) => setChange({ ...change, [name]: chosen })}
      />
    </Form.Item>
  );
  return (
    <Modal
      open
      title={t('tags.title', { count })}
      okText={t('tags.verb')}
      okButtonProps={{ disabled: change.add.length + change.remove.length === 0 }}
      onOk={() => onAnswer(change)}
      onCancel={() => onAnswer(undefined)}
    >
      <Form layout="vertical">
        {field('add', 'remove')}
        {field('remove', 'add')}
      </Form>
      {may('edit') && (
        <Button type="link" className="tw-clear" onClick={() => setManaging(true)}>
          {t('tags.manage')}
        </Button>
      )}
      {managing && <TagManager onClose={() => setManaging(false)} />}
    </Modal>
  );
}
