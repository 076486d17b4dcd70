export { type Attachable, defineAttachable } from './attachments.ts';
export { defineLinkable, type SharedPage, shipmentProposed } from './links.ts';
