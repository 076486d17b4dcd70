import { definePersonalData } from '../../core/personal-data.ts';

definePersonalData(
  {
    ...{ table: 'user_account', whose: 'member', term: 'member' },
    what: ['成员的姓名、邮箱、电话', 'Name, email and phone of a member'],
    columns: { name: 'stays', email: 'stays', phone: 'stays', gender: 'stays', user_login_id: 'stays' },
    harmless: ['password_hash', 'earlier_hashes', 'language'],
  },
  {
    ...{ table: 'login', whose: 'member', term: 'member' },
    what: ['用户名', 'Username'],
    columns: { user_login_id: 'stays' },
    harmless: [],
  },
  {
    ...{ table: 'session', whose: 'member', term: 'month' },
    what: ['登录设备和 IP 地址', 'Browser and address of a sign-in'],
    columns: { address: 'stays', user_agent: 'stays' },
    harmless: [],
  },
);
