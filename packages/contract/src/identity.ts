export * from './identity/departments.ts';
export * from './identity/members.ts';
export * from './identity/second-factor.ts';
export * from './identity/session.ts';
export * from './identity/sessions.ts';
