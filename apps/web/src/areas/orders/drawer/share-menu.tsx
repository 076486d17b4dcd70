import { ShareAltOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { LINK_DAYS, type LinkPage, listLinks, makeLink, type OrderLinkPage } from '@tradewind/contract/links.ts';
import { editOrderAddress } from '@tradewind/contract/orders.ts';
import { Button, Form, Input, InputNumber, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { SharedLinkRow, SharedUrl } from '../../../components/shared-links.tsx';
import { usePage } from '../../../shell/page-context.ts';
import type { Order } from './order.ts';
import './share.css';

/** Whether the user may make links to orders of this page. */
export function useMayShare(): boolean {
  const may = useMay();
  const { moduleId } = usePage();
  // The vendor page has no edit button.
  return moduleId === rights.vendorOrder.id ? may(rights.vendorOrder.ship) : may(editOrderAddress);
}

/** Shares the order by a link that needs no account, expires and can be revoked. */
export function ShareMenu({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const [open, setOpen] = useState(false);
  if (!useMayShare()) return null;
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
      {url && <SharedUrl url={url} />}
      {links.length > 0 && <h3 className="tw-share-title">{t('share.links')}</h3>}
      <ul className="tw-shared-links">
        {links.map((link) => (
          <SharedLinkRow key={link.id} link={link} what={t(`share.pages.${link.page as OrderLinkPage}`)} />
        ))}
      </ul>
    </>
  );
}
