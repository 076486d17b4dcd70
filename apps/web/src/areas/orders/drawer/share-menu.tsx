import { ShareAltOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { LINK_DAYS, type LinkPage, listLinks, makeLink, withdrawLink } from '@tradewind/contract/links.ts';
import { editOrderAddress } from '@tradewind/contract/orders.ts';
import { Alert, Button, Form, Input, InputNumber, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { usePage } from '../../../shell/page-context.ts';
import type { Order } from './order.ts';
import './share.css';

type Link = ResultOf<typeof listLinks>['links'][number];
const TONES = { open: 'good', expired: 'muted', withdrawn: 'muted' } as const;

/** Shares the order by a link that needs no account, expires and can be revoked. */
export function ShareMenu({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [open, setOpen] = useState(false);
  const { moduleId } = usePage();
  // The vendor page has no edit button.
  const mayShare = moduleId === rights.vendorOrder.id ? may(rights.vendorOrder.ship) : may(editOrderAddress);
  if (!mayShare) return null;
  return (
    <>
      <Button icon={<ShareAltOutlined />} onClick={() => setOpen(true)}>
        {t('share.verb')}
      </Button>
      <Modal
        open={open}
        title={t('share.title', { number: order.displayNo })}
        footer={null}
        width={640}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <ShareDialog orderId={order.id} />
      </Modal>
    </>
  );
}

function ShareDialog({ orderId }: { orderId: number }): ReactNode {
  const { t } = useTranslation('orders');
  const document = { docKind: 'sales_order' as const, docId: orderId };
  const found = useCall(listLinks, document);
  const [url, setUrl] = useState('');
  const make = useAct(makeLink, { refresh: [listLinks], onDone: (made) => setUrl(made.url) });
  const pages = found.data?.pages ?? [];
  const links = found.data?.links ?? [];
  return (
    <>
      <p className="tw-muted">{t('share.intro')}</p>
      {found.data && (
        <Form<{ page: LinkPage; recipient: string; days: number }>
          layout="vertical"
          className="tw-share-form"
          initialValues={{ page: pages[0], days: LINK_DAYS.otherwise }}
          onFinish={(values) => make.mutate({ ...document, ...values })}
        >
          <Form.Item name="page" label={t('share.page')}>
            <Select options={pages.map((page) => ({ value: page, label: t(`share.pages.${page}`) }))} />
          </Form.Item>
          <Form.Item
            name="recipient"
            label={t('share.recipient')}
            rules={[{ required: true, whitespace: true, message: t('share.needRecipient') }]}
          >
            <Input maxLength={80} placeholder={t('share.recipientHint')} autoComplete="off" />
          </Form.Item>
          <Form.Item name="days" label={t('share.days')} rules={[{ required: true, message: t('share.needDays') }]}>
            <InputNumber min={LINK_DAYS.least} max={LINK_DAYS.most} precision={0} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={make.isPending}>
            {t('share.make')}
          </Button>
        </Form>
      )}
      {url && <Made url={url} />}
      {links.length > 0 && <h3 className="tw-share-title">{t('share.links')}</h3>}
      <ul className="tw-share-links">
        {links.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
    </>
  );
}

function Made({ url }: { url: string }): ReactNode {
  const { t } = useTranslation('orders');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t('share.copied'));
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Alert
      type="success"
      title={t('share.once')}
      description={<code className="tw-share-url">{url}</code>}
      action={<Button onClick={() => void copy()}>{t('share.copy')}</Button>}
    />
  );
}

function LinkRow({ link }: { link: Link }): ReactNode {
  const { t } = useTranslation('orders');
  const withdraw = useAct(withdrawLink, { refresh: [listLinks], success: t('share.withdrawn') });
  return (
    <li>
      <div>
        <strong>{link.recipient}</strong> · {t(`share.pages.${link.page}`)}{' '}
        <StatusTag tone={TONES[link.state]}>{t(`share.state.${link.state}`)}</StatusTag>
        <div className="tw-muted">
          {link.createdBy} · {t('share.until')} <DateTime at={link.expiresAt} /> ·{' '}
          {t('share.opened', { count: link.opened })}
        </div>
      </div>
      {link.state === 'open' && (
        <ConfirmDanger
          size="small"
          title={t('share.withdrawTitle', { name: link.recipient })}
          consequence={t('share.withdrawText')}
          verb={t('share.withdraw')}
          onConfirm={() => withdraw.mutateAsync({ id: link.id })}
        />
      )}
    </li>
  );
}
