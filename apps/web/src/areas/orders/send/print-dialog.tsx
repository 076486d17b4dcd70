import {
  CUSTOMS_CATEGORIES,
  type CustomsCategory,
  checkPapers,
  ORDER_PAPERS,
  printPapers,
} from '@tradewind/contract/orders.ts';
import { Checkbox, Form, Modal, Radio, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi, callDownload, saveBlob } from '../../../api/client.ts';
import { toast } from '../../../api/toast.ts';
import { type BulkResultData, optionsOf } from '../../../components/list-page.tsx';
import type { Picked } from '../acts/act.ts';

const KEPT_MS = 120_000;

interface Choice {
  papers: (typeof ORDER_PAPERS)[number][];
  order: 'walk' | 'list';
  category?: CustomsCategory;
}
interface Requested {
  picked: Picked;
  papers: Choice['papers'];
  answer: (result: BulkResultData | undefined) => void;
}

/** Asks which documents to print, opens them in one file and lists orders that lack one. */
export function useAskPapers(): [
  ask: (picked: Picked, papers?: Choice['papers']) => Promise<BulkResultData | undefined>,
  dialog: ReactNode,
] {
  const { t } = useTranslation('orders');
  const [open, setOpen] = useState<Requested>();
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<Choice>();
  const ask = (picked: Picked, papers: Choice['papers'] = ['label']) =>
    new Promise<BulkResultData | undefined>((answer) => setOpen({ picked, papers, answer }));
  const close = (result: BulkResultData | undefined) => {
    open?.answer(result);
    setOpen(undefined);
  };
  const print = async ({ papers, order, category = 'sale' }: Choice) => {
    if (!open) return;
    setBusy(true);
    try {
      const { input } = open.picked;
      const result = await callApi(checkPapers, { ...input, papers, category });
      // An order may lack one document and have the others.
      await openFile({ ...input, papers, order, category }).catch((error: unknown) => {
        if (result.failed.length === 0) throw error;
      });
      close(result);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  const dialog = open && (
    <Modal
      open
      title={t('send.printTitle', { count: open.picked.count })}
      okText={t('send.print')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={() => close(undefined)}
    >
      <Form<Choice>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ papers: open.papers, order: 'walk' }}
        onFinish={(choice) => void print(choice)}
      >
        <Form.Item
          name="papers"
          label={t('send.papers')}
          rules={[{ required: true, type: 'array', min: 1, message: t('send.needPaper') }]}
        >
          <Checkbox.Group options={ORDER_PAPERS.map((value) => ({ value, label: t(`send.paper.${value}`) }))} />
        </Form.Item>
        <Form.Item noStyle dependencies={['papers']}>
          {({ getFieldValue }) =>
            getFieldValue('papers')?.includes('customs') && (
              <Form.Item name="category" label={t('send.category')} initialValue="sale">
                <Select options={optionsOf(CUSTOMS_CATEGORIES, (one) => t(`send.categories.${one}`))} />
              </Form.Item>
            )
          }
        </Form.Item>
        <Form.Item name="order" label={t('send.sortBy')}>
          <Radio.Group
            vertical
            options={(['walk', 'list'] as const).map((value) => ({ value, label: t(`send.sort.${value}`) }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
  return [ask, dialog];
}

async function openFile(input: unknown): Promise<void> {
  const file = await callDownload(printPapers, input);
  const address = URL.createObjectURL(file.blob);
  if (!window.open(address, '_blank')) saveBlob(file);
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
