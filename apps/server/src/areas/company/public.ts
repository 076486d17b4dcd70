export { createCompany } from './companies.ts';
