import { getUserList } from '@tradewind/contract/identity.ts';
import { assignWaves } from '@tradewind/contract/warehouse.ts';
import { Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import type { BulkResultData } from '../../../components/list-page.tsx';

const NOBODY = 0;
interface Question {
  ids: number[];
  answer: (result: Promise<BulkResultData>) => void;
}

export function useAskPicker(): [ask: (ids: number[]) => Promise<BulkResultData>, dialog: ReactNode] {
  const { t } = useTranslation('warehouse');
  const [question, setQuestion] = useState<Question>();
  const [picker, setPicker] = useState<number>();
  const users = useCall(getUserList, {}, { enabled: question !== undefined });
  const ask = (ids: number[]) =>
    new Promise<BulkResultData>((answer) => {
      setPicker(undefined);
      setQuestion({ ids, answer });
    });
  const close = (result: Promise<BulkResultData>) => {
    question?.answer(result);
    setQuestion(undefined);
  };
  const assign = async (ids: number[], assigneeId: number): Promise<BulkResultData> => {
    await callApi(assignWaves, { ids, assigneeId });
    return { done: ids.length, failed: [] };
  };
  const dialog = question && (
    <Modal
      open
      title={t('wave.assignTitle', { count: question.ids.length })}
      okText={t('wave.act.assign')}
      okButtonProps={{ disabled: picker === undefined }}
      onOk={() => picker !== undefined && close(assign(question.ids, picker))}
      onCancel={() => close(Promise.resolve({ done: 0, failed: [] }))}
    >
      <Select
        style={{ width: '100%' }}
        aria-label={t('wave.picker')}
        placeholder={t('wave.picker')}
        showSearch={{ optionFilterProp: 'label' }}
        value={picker}
        onChange={setPicker}
        options={[
          { value: NOBODY, label: t('wave.nobody') },
          ...(users.data?.list ?? []).map((user) => ({ value: user.id, label: user.userName })),
        ]}
      />
    </Modal>
  );
  return [ask, dialog];
}
