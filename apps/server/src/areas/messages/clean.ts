import type { IOptions } from 'sanitize-html';
import { onDemand } from '../../core/on-demand.ts';

const sanitizeHtml = onDemand<typeof import('sanitize-html')>('sanitize-html');

const OPTIONS: IOptions = {
  allowedTags: [
    ...['p', 'br', 'div', 'span', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'blockquote', 'pre', 'code', 'hr'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  // A picture from elsewhere would reveal to its server who reads when, so only pasted ones stay.
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer nofollow' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i.test(attribs.src ?? ''),
};

/** HTML that is safe to show to others. Text without any tag keeps its lines. */
export function cleanHtml(input: string): string {
  const html = /<[a-z!/?]/i.test(input) ? input : input.replace(/\r?\n/g, '<br />');
  return sanitizeHtml()(html, OPTIONS).trim();
}

/** Escapes plain text for a message's content. */
export function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
