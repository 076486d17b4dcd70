import { definePersonalData } from '../../core/personal-data.ts';

definePersonalData(
  {
    ...{ table: 'bank_line', whose: 'contact', term: 'books' },
    what: ['银行流水的对方户名和附言', 'Counterparty and text of a bank line'],
    columns: { counterparty: 'stays', content: 'stays', reference: 'stays' },
    harmless: ['currency', 'external_ids'],
  },
  {
    ...{ table: 'expense', whose: 'contact', term: 'books' },
    what: ['费用的收款人', 'Payee of an expense'],
    columns: { payee: 'stays', payee_account: 'stays' },
    harmless: [
      'number',
      'side',
      'state',
      'subject',
      'currency',
      'remark',
      'paid_from',
      'paid_currency',
      'paid_reference',
      'created_by',
    ],
  },
  {
    ...{ table: 'settlement_set_aside', whose: 'buyer', term: 'books' },
    what: ['未能读取的结算行原文', 'Lines of settlements that could not be read, as they came'],
    columns: { raw: 'stays' },
    harmless: ['kind', 'hash', 'reason', 'resolved_by'],
  },
  {
    ...{ table: 'receiving_leg', whose: 'contact', term: 'books' },
    what: ['收款账户流水的对方', 'Counterparty of a receiving account'],
    columns: { counterparty: 'stays', reference: 'stays' },
    harmless: ['external_txn_id', 'leg', 'currency', 'kind', 'raw_kind', 'state'],
  },
  {
    ...{ table: 'recurring_expense', whose: 'contact', term: 'books' },
    what: ['固定费用的收款人', 'Payee of a recurring expense'],
    columns: { payee: 'stays', payee_account: 'stays' },
    harmless: ['subject', 'currency', 'lines', 'remark', 'last_error', 'created_by'],
  },
);
