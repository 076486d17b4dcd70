import './company.texts.ts';

export { type Company, companyCreated, companyOf, companyValidated, createCompany, localDay } from './companies.ts';
export { writeArchive } from './data/archive.ts';
export { forgetUnopened } from './data/forget.ts';
export { NotRestorable, restoreArchive } from './data/restore.ts';
export { assertWithin, defineLimited, defineMonthly } from './plan/limits.ts';
export { countUse } from './plan/usage.ts';
export { applications, decide } from './provider.ts';
export { sampleLoading, sampleMaking } from './sample.ts';
