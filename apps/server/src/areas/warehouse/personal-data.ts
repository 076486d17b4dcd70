import { definePersonalData } from '../../core/personal-data.ts';

definePersonalData({
  ...{ table: 'warehouse', whose: 'contact', term: 'partner' },
  what: ['仓库负责人和地址', 'Person in charge and address of a warehouse'],
  columns: { person_in_charge: 'stays', address: 'stays' },
  harmless: ['code', 'name', 'kind', 'provider', 'provider_code'],
});
