export { type Company, companyCreated, companyOf, createCompany, localDay } from './companies.ts';
