export { type Attachable, defineAttachable } from './attachments.ts';
export { defineLinkable, type SharedPage } from './links.ts';
