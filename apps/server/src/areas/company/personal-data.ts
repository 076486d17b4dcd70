import { definePersonalData } from '../../core/personal-data.ts';

definePersonalData(
  {
    ...{ table: 'company', whose: 'contact', term: 'member' },
    what: ['公司联系人', 'Contact of the company'],
    columns: { contact: 'stays', phone: 'stays', email: 'stays', address: 'stays' },
    harmless: [
      ...[
        'name',
        'country',
        'province',
        'city',
        'time_zone',
        'base_currency',
        'plan',
        'licence_number',
        'licence_file',
        'logo_file',
      ],
    ],
  },
  {
    ...{ table: 'audit_entry', whose: 'member', term: 'record' },
    what: ['谁在何时从哪里做了什么', 'Who did what, when and from which address'],
    columns: { actor: 'stays', address: 'stays', target_name: 'stays', detail: 'stays' },
    harmless: ['action', 'target_kind', 'target_id'],
  },
  {
    ...{ table: 'document_event', whose: 'member', term: 'record' },
    what: ['单据历史：谁做了什么', 'History of documents: who did what'],
    columns: { actor: 'stays', detail: 'stays' },
    harmless: ['doc_kind', 'event', 'from_state', 'to_state'],
  },
  {
    ...{ table: 'signed_link', whose: 'contact', term: 'partner' },
    what: ['链接的收件人', 'Who a link was made for'],
    columns: { recipient: 'stays' },
    harmless: ['page', 'doc_kind'],
  },
  {
    ...{ table: 'idempotency', whose: 'member', term: 'month' },
    what: ['已答复的请求，防止重复提交', 'Answers that were given, so that nothing is done twice'],
    columns: { answer: 'stays' },
    harmless: ['key', 'call'],
  },
  {
    ...{ table: 'export_file', whose: 'buyer', term: 'month' },
    what: ['导出文件，可能含买家信息', 'Export files, which may hold buyers'],
    columns: { file_key: 'stays' },
    harmless: ['name', 'kind', 'filter', 'access', 'format', 'state', 'columns', 'error'],
  },
);
