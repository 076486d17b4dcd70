export { type Attachable, defineAttachable, keepFile } from './attachments.ts';
export { countOpened, defineLinkable, type Link, messageAbout, type SharedPage } from './links.ts';
export { withLink } from './with-link.ts';
